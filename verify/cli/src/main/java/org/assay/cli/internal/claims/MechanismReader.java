package org.assay.cli.internal.claims;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** Builds the built-in mechanisms from their parameters: one entry each. */
final class MechanismReader {
  /** A mechanism's parameters, and its builder for a number of features. */
  private record BuiltIn(Shape shape, BiFunction<Fields, Integer, Subject> builder) {}

  private static final Map<String, BuiltIn> BUILT_IN = builtIn();
  private static final int MOST_STEPS = 1_000_000;

  private MechanismReader() {}

  private static Map<String, BuiltIn> builtIn() {
    Map<String, BuiltIn> map = new LinkedHashMap<>();
    map.put("snowball-sgd", new BuiltIn(Shapes.SNOWBALL_SGD, MechanismReader::snowball));
    map.put(
        "projected-noisy-sgd", new BuiltIn(Shapes.PROJECTED_NOISY_SGD, MechanismReader::descent));
    map.put("gaussian-sum", new BuiltIn(Shapes.GAUSSIAN_SUM, (fields, dimension) -> sum(fields)));
    return map;
  }

  /** The names that a claims file may use. */
  static List<String> ids() {
    return List.copyOf(BUILT_IN.keySet());
  }

  /** The names of the meanings of a noise parameter. */
  static List<String> noiseScalings() {
    return Arrays.stream(NoiseScaling.values()).map(MechanismReader::label).toList();
  }

  static Subject read(Value value, Dataset dataset) {
    if (value.entries().containsKey("algorithm")) {
      return AlgorithmSubject.read(value, dataset);
    }
    return read(value, dataset.dimension());
  }

  private static Subject read(Value value, int dimension) {
    Value id = value.entries().get("id");
    if (id == null) {
      throw value.invalid(
          "has no 'id': name one of "
              + String.join(", ", ids())
              + ", or give a 'command', a 'python' function, a 'class' or a 'jdbc' address");
    }
    BuiltIn builtIn = BUILT_IN.get(id.text());
    if (builtIn == null) {
      throw id.invalid("was '" + id.text() + "': " + Suggestion.among(id.text(), ids()));
    }
    Fields fields = value.fields(builtIn.shape());
    return value.checked(() -> builtIn.builder().apply(fields, dimension));
  }

  private static String label(NoiseScaling scaling) {
    return scaling.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static NoiseScaling noiseScaling(Fields fields) {
    String wanted =
        fields
            .optional("noise_scaling")
            .map(value -> value.oneOf(noiseScalings()))
            .orElse(label(NoiseScaling.STEP_SIZE));
    return Arrays.stream(NoiseScaling.values())
        .filter(scaling -> label(scaling).equals(wanted))
        .findFirst()
        .orElseThrow();
  }

  private static int steps(Fields fields) {
    return (int) fields.get("steps").integer(1, MOST_STEPS);
  }

  static double positive(Value value) {
    return value.number(Parameters::requirePositive);
  }

  private static LogisticLoss loss(Fields fields) {
    double norm = fields.optional("feature_norm").map(MechanismReader::positive).orElse(1.0);
    return new LogisticLoss(norm);
  }

  /** The ball has the diameter that Theorem 3.5 of the paper pairs with the step size. */
  private static Subject snowball(Fields fields, int dimension) {
    int steps = steps(fields);
    LogisticLoss loss = loss(fields);
    double diameter =
        positive(fields.get("step_size")) * loss.lipschitzConstant() * Math.sqrt(2.0 * steps);
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(dimension, diameter / 2);
    NoiseScaling scaling = noiseScaling(fields);
    SnowballSgd algorithm =
        SnowballSgd.constantStep(steps, positive(fields.get("rho")), loss, ball)
            .withNoiseScaling(scaling);
    String description =
        "snowball-sgd("
            + algorithm.schedule()
            + ", rho "
            + algorithm.rho()
            + ", noise scaling "
            + label(scaling)
            + ")";
    return new DescentSubject(description, algorithm.algorithm(), loss.featureNormBound());
  }

  private static Subject descent(Fields fields, int dimension) {
    int steps = steps(fields);
    double[] stepSizes = forEachStep(fields.get("step_size"), steps);
    double[] noise = forEachStep(fields.get("noise"), steps);
    GradientSchedule schedule = GradientSchedule.of(stepSizes, batchSizes(fields, steps), noise);
    LogisticLoss loss = loss(fields);
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(dimension, positive(fields.get("radius")));
    NoiseScaling scaling = noiseScaling(fields);
    String description =
        "projected-noisy-sgd(" + schedule + ", noise scaling " + label(scaling) + ")";
    return new DescentSubject(
        description,
        ProjectedNoisySgd.of(schedule, loss, ball).withNoiseScaling(scaling),
        loss.featureNormBound());
  }

  /** One number for all steps, or a list of one for each. */
  private static double[] forEachStep(Value value, int steps) {
    double[] numbers = new double[steps];
    if (!value.isList()) {
      Arrays.fill(numbers, positive(value));
      return numbers;
    }
    List<Value> items = value.items();
    if (items.size() != steps) {
      throw value.invalid(
          "has " + items.size() + " items: it needs one for each of " + steps + " steps");
    }
    Arrays.setAll(numbers, t -> positive(items.get(t)));
    return numbers;
  }

  private static int[] batchSizes(Fields fields, int steps) {
    Value value = fields.get("batch_size");
    double[] sizes = forEachStep(value, steps);
    for (double size : sizes) {
      if (!(size == Math.rint(size) && size <= Integer.MAX_VALUE)) {
        throw value.invalid("held " + size + ": batch sizes must be whole numbers");
      }
    }
    return Arrays.stream(sizes).mapToInt(size -> (int) size).toArray();
  }

  private static Subject sum(Fields fields) {
    return new SumSubject(
        positive(fields.get("noise_multiplier")), positive(fields.get("clip_norm")));
  }

  /**
   * One pass of projected noisy gradient descent on the logistic loss.
   *
   * @param describe the mechanism in words
   * @param algorithm the algorithm
   * @param featureNorm the largest norm of a record's features
   */
  record DescentSubject(String describe, ProjectedNoisySgd algorithm, double featureNorm)
      implements Subject {
    @Override
    public DpEvent event() {
      return algorithm.event();
    }

    @Override
    public Outcome run(Dataset dataset, RandomGenerator random) {
      return Outcome.of(algorithm.run(dataset, random).release().toArray());
    }

    @Override
    public int batches() {
      return algorithm.schedule().steps();
    }

    @Override
    public AdjacentPair<Dataset> canary(Dataset dataset, AdjacencyRelation adjacency, int batch) {
      if (adjacency != AdjacencyRelation.REPLACE_ONE) {
        throw new IllegalArgumentException(
            "a canary is known for this mechanism under replace-one only, not under " + adjacency);
      }
      int first = firstRecord(batch);
      if (!(first < dataset.size())) {
        throw new IllegalArgumentException(
            "the batch begins with record " + first + ", and there are " + dataset.size());
      }
      NeighbouringDatasets neighbours = CanaryDirections.labelFlip(dataset, first, featureNorm);
      return AdjacentPair.of(
              description(dataset, first, batch),
              neighbours.first(),
              neighbours.second(),
              adjacency)
          .withCanaryDirection(neighbours.first().copyRow(first));
    }

    /**
     * The pairs at the end of the last batch, where only the last noise hides a record, and in the
     * first batch of the dataset, where all noise is still to come.
     */
    @Override
    public List<AdjacentPair<Dataset>> canaries(Dataset dataset, AdjacencyRelation adjacency) {
      long used = algorithm.schedule().totalRecords();
      if (!(used <= dataset.size())) {
        throw new IllegalArgumentException(
            "the batches take " + used + " records, and there are " + dataset.size());
      }
      AdjacentPair<Dataset> first = canary(dataset, adjacency, 1);
      return dataset.dimension() >= LastBatchCanary.FEWEST_FEATURES
          ? List.of(atTheEnd(dataset.dimension(), adjacency), first)
          : List.of(first);
    }

    private AdjacentPair<Dataset> atTheEnd(int dimension, AdjacencyRelation adjacency) {
      LastBatchCanary canary = new LastBatchCanary(algorithm.schedule(), dimension, featureNorm);
      Dataset up = canary.records(true);
      String description =
          String.format(
              Locale.ROOT,
              "the last of %d records, in batch %d of %d, is a canary of norm %s among records that"
                  + " make its gradient long: up against down the second feature",
              up.size(),
              batches(),
              batches(),
              featureNorm);
      return AdjacentPair.of(description, up, canary.records(false), adjacency)
          .withCanaryDirection(canary.direction());
    }

    private String description(Dataset dataset, int first, int batch) {
      return String.format(
          Locale.ROOT,
          "record %d of %d, first of batch %d of %d, is a canary of norm %s in the direction of"
              + " least variance: label +1 against -1",
          first,
          dataset.size(),
          batch,
          batches(),
          featureNorm);
    }

    private int firstRecord(int batch) {
      int first = 0;
      for (int t = 0; t < batch - 1; t++) {
        first += algorithm.schedule().batchSize(t);
      }
      return first;
    }
  }

  /**
   * Records for which one pass of noisy gradient descent on the logistic loss has about the
   * certified privacy loss, at the last record of the last batch. The proof for the last step
   * assumes an iterate that is known but for the noise of this step, and two gradients of full
   * length in opposite directions. Three kinds of records approximate this case:
   *
   * <ul>
   *   <li>Records that <em>push</em> the iterate far along the first feature. They are short, so
   *       that the push does not end early.
   *   <li>Records that <em>hold</em> it near 0 along the second feature, in the last batches: of
   *       full length, with both labels in equal numbers, so many that a step {@code w - c tanh(w /
   *       2)} forgets where it began.
   *   <li>The canary: against the push, so that its prediction is wrong and its gradient long, and
   *       up or down along the second feature. Both gradients differ along that feature only.
   * </ul>
   *
   * <p>The constants were tuned on Snowball-SGD of 120 steps of size 6 in 30 dimensions, where the
   * pair reaches .87 of the certified mu. At half of that mu the pair reaches .85.
   *
   * <p>All records have the norm that the claim allows, or less. The certified guarantee holds for
   * them, too.
   *
   * @param schedule batch sizes, step sizes and noise
   * @param dimension number of features, at least 2
   * @param featureNorm the largest norm of a record
   */
  record LastBatchCanary(GradientSchedule schedule, int dimension, double featureNorm) {
    /** Smallest number of features. */
    static final int FEWEST_FEATURES = 2;

    private static final int PUSHED = 0;
    private static final int HELD = 1;

    /** Norm of a record that pushes, as a part of the largest. Tuned as in the class comment. */
    private static final double SHORT = 0.2;

    /**
     * Largest share of holding records in a batch at the end, so that others still push. Tuned as
     * in the class comment.
     */
    private static final double MOST_HOLDING = 0.9;

    /**
     * Cosine of the canary's angle with the direction against the push. Tuned as in the class
     * comment.
     */
    private static final double AGAINST = 0.3;

    /**
     * The records, with a canary that points up or down along the second feature.
     *
     * @param up whether the canary points up
     * @return as many records as the schedule uses
     */
    Dataset records(boolean up) {
      int size = Math.toIntExact(schedule.totalRecords());
      double[][] features = new double[size][];
      double[] labels = new double[size];
      double[] pushes = features(SHORT, 0);
      double[] holds = features(0, 1);
      int held = schedule.steps() - heldBatches();
      int next = 0;
      double label = 1;
      for (int t = 0; t < schedule.steps(); t++) {
        int holding = t >= held ? holding(t) : 0;
        for (int i = 0; i < schedule.batchSize(t); i++) {
          features[next] = i < holding ? holds : pushes;
          labels[next] = i < holding ? label : 1;
          label = i < holding ? -label : label;
          next++;
        }
      }
      double sine = Math.sqrt(1 - AGAINST * AGAINST);
      features[size - 1] = features(-AGAINST, up ? sine : -sine);
      labels[size - 1] = 1;
      return new UnitNormClipping(featureNorm).apply(Dataset.of(features, labels));
    }

    /** The canary's direction, along which the two gradients differ. */
    double[] direction() {
      return features(0, 1);
    }

    /** The features of a record, both given as parts of the largest norm. */
    private double[] features(double pushed, double held) {
      double[] features = new double[dimension];
      features[PUSHED] = pushed * featureNorm;
      features[HELD] = held * featureNorm;
      return features;
    }

    /**
     * Number of holding records in a batch: even, so that c is about 2 and a step ends near 0, and
     * 1 for a batch of one record.
     */
    private int holding(int t) {
      double curvature = schedule.stepSize(t) * featureNorm * featureNorm / 4;
      int size = schedule.batchSize(t);
      double share = Math.min(MOST_HOLDING, 1 / curvature);
      return size == 1 ? 1 : Math.min(size, 2 * (int) Math.round(share * size / 2));
    }

    /**
     * Number of the last batches with holding records: twice the number needed to return from the
     * distance that noise alone would have led to, at half of the longest gradient.
     */
    private int heldBatches() {
      int last = schedule.steps() - 1;
      double drift = schedule.noiseStandardDeviation(last) * Math.sqrt(schedule.steps());
      double pull = featureNorm * holding(last) / schedule.batchSize(last) / 2;
      return (int) Math.min(schedule.steps(), Math.ceil(2 * drift / pull));
    }
  }
}
