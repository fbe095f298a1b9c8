package org.assay.cli.internal.claims;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseScaling;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;

/** Builds the built-in mechanisms from their parameters: one entry each. */
final class MechanismReader {
  /** A mechanism's parameters and how it is built for a number of features. */
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

  /** The names a claims file may use. */
  static List<String> ids() {
    return List.copyOf(BUILT_IN.keySet());
  }

  /** The names of the readings of a noise parameter. */
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
              + ", or give a 'command', a 'python' function or a 'class'");
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
}
