package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.internal.input.InputException;

/**
 * What is summed over held-out records, and what the sums say of a model. Each record adds a vector
 * of numbers from 0 to 1, rounded down to multiples of 2^-20, so that sums are exact.
 */
sealed interface HeldOutScore {
  /** Size of the multiples that a record adds, small beside any noise. */
  double UNIT = 0x1p-20;

  /** Noise of more deviations is rarer than one score in 10000. */
  double CLEAR = 4;

  /** Names of the scores, as {@code --score} takes them. */
  List<String> NAMES = List.of("confusion", "auc", "r2");

  /**
   * How far one record moves the vector of sums.
   *
   * @param absolute in the 1-norm
   * @param euclidean in the Euclidean norm, rounded up
   */
  record Reach(double absolute, double euclidean) {
    /** So many numbers from 0 to 1, each of which may move by at most a length. */
    static Reach of(int numbers, double length) {
      return new Reach(numbers * length, Rounding.sqrtUp(numbers) * length);
    }
  }

  /**
   * The score of a name.
   *
   * @param name one of {@link #NAMES}; the usual score if none is given
   * @param target what labels mean
   * @throws InputException if the score is not for such labels
   */
  static HeldOutScore of(Optional<String> name, PredictionTarget target) {
    return name.map(given -> named(given, target)).orElseGet(() -> new Misses(target));
  }

  private static HeldOutScore named(String name, PredictionTarget target) {
    boolean numbers = target.range().isPresent();
    return switch (name) {
      case "confusion" -> {
        requireFitting(!numbers, name, "classes");
        yield new Confusion(target);
      }
      case "auc" -> {
        requireFitting(!numbers && target.scores() == 1, name, "two classes");
        yield new Curve(target);
      }
      case "r2" -> {
        requireFitting(numbers, name, "numbers as labels, with --label-range");
        yield new Explained(target);
      }
      default -> throw unknown(name);
    };
  }

  /**
   * Refuses a name that no score has, before any record is read.
   *
   * @param name the name that was given, if any
   */
  static void requireName(Optional<String> name) {
    name.filter(given -> !NAMES.contains(given))
        .ifPresent(
            given -> {
              throw unknown(given);
            });
  }

  private static InputException unknown(String name) {
    return new InputException(
        "--score was '" + name + "': it must be one of " + String.join(", ", NAMES));
  }

  private static void requireFitting(boolean fits, String name, String labels) {
    if (!fits) {
      throw new InputException("--score " + name + " was given: it is for " + labels);
    }
  }

  /** What labels mean. */
  PredictionTarget target();

  /** How many sums there are. */
  int sums();

  /** How far a replaced record moves the sums. */
  Reach replaced();

  /**
   * How far a record moves the sums that is added to an empty slot. The number of records is
   * public, so a slot may count as any fixed vector.
   */
  Reach added();

  /**
   * Counts one record.
   *
   * @param scores its linear predictions
   * @param label its label as it was trained on
   * @return as many numbers as there are sums, at least 0; what exceeds 1 counts as 1
   */
  double[] count(double[] scores, double label);

  /** The figure that a table shows: accuracy, an error, or a score of a list. */
  double headline(double[] sums, int records);

  /**
   * What the sums say, in words.
   *
   * @param noise standard deviation of the noise of each sum; 0 without
   */
  String words(double[] sums, int records, double noise);

  /** Writes what the sums say, likewise. */
  void put(ObjectNode node, double[] sums, int records, double noise);

  /**
   * Sums over records.
   *
   * @param model coordinates of the model
   * @param heldOut records that the model was not trained on
   * @param exact whether numbers are taken as they are, for a release without noise
   */
  default double[] sum(double[] model, Dataset heldOut, boolean exact) {
    double[] sums = new double[sums()];
    for (int i = 0; i < heldOut.size(); i++) {
      double[] counted = count(target().scores(model, heldOut, i), heldOut.label(i));
      for (int k = 0; k < sums.length; k++) {
        sums[k] += exact ? counted[k] : UNIT * (long) (Math.min(1, counted[k]) / UNIT);
      }
    }
    return sums;
  }

  private static String near(double value) {
    return Decimals.BY_SIZE.near(value);
  }

  private static String near(Optional<Double> share) {
    return share.map(HeldOutScore::near).orElse("unknown");
  }

  /**
   * A quotient of noisy sums, moved into [0, 1]; unknown where noise hides the divisor.
   *
   * @param least what the divisor must exceed, as {@link #hidden} says
   */
  private static Optional<Double> share(double part, double whole, double least) {
    return whole > least ? Optional.of(Math.min(1, Math.max(0, part / whole))) : Optional.empty();
  }

  /** The largest total of so many sums that their noise may have made alone. */
  private static double hidden(int sums, double noise) {
    return CLEAR * noise * Math.sqrt(sums);
  }

  /**
   * Misses: accuracy of classes, root mean squared error of numbers.
   *
   * @param target what labels mean
   */
  record Misses(PredictionTarget target) implements HeldOutScore {
    @Override
    public int sums() {
      return 1;
    }

    @Override
    public Reach replaced() {
      return Reach.of(1, 1);
    }

    /** An empty slot counts as 1/2. */
    @Override
    public Reach added() {
      return Reach.of(1, 0.5);
    }

    @Override
    public double[] count(double[] scores, double label) {
      return new double[] {target.miss(scores, label)};
    }

    @Override
    public double headline(double[] sums, int records) {
      double mean = Math.max(0, sums[0] / records);
      return target
          .range()
          .map(range -> range.scale() * Math.sqrt(mean))
          .orElseGet(() -> Math.max(0, 1 - mean));
    }

    @Override
    public String words(double[] sums, int records, double noise) {
      return (target.range().isPresent() ? "root mean squared error " : "accuracy ")
          + near(headline(sums, records));
    }

    @Override
    public void put(ObjectNode node, double[] sums, int records, double noise) {
      node.put(
          target.range().isPresent() ? "root_mean_squared_error" : "accuracy",
          headline(sums, records));
    }
  }

  /**
   * Numbers of records by true and predicted class.
   *
   * @param target classes
   */
  record Confusion(PredictionTarget target) implements HeldOutScore {
    private int classes() {
      return target.classes().size();
    }

    @Override
    public int sums() {
      return classes() * classes();
    }

    /** A replaced record moves from one count to another. */
    @Override
    public Reach replaced() {
      return Reach.of(2, 1);
    }

    /** An empty slot is in no count. */
    @Override
    public Reach added() {
      return Reach.of(1, 1);
    }

    @Override
    public double[] count(double[] scores, double label) {
      double[] counts = new double[sums()];
      counts[target.classOf(label) * classes() + predicted(scores)] = 1;
      return counts;
    }

    private int predicted(double[] scores) {
      return target.classes().indexOf(target.read(scores, false).label());
    }

    private double sum(double[] sums, IntUnaryOperator cells) {
      return IntStream.range(0, classes()).mapToDouble(k -> sums[cells.applyAsInt(k)]).sum();
    }

    private Optional<Double> recall(double[] sums, int k, double noise) {
      return share(
          sums[k * classes() + k],
          sum(sums, other -> k * classes() + other),
          hidden(classes(), noise));
    }

    private Optional<Double> precision(double[] sums, int k, double noise) {
      return share(
          sums[k * classes() + k],
          sum(sums, other -> other * classes() + k),
          hidden(classes(), noise));
    }

    @Override
    public double headline(double[] sums, int records) {
      double right = sum(sums, k -> k * classes() + k);
      return Math.min(1, Math.max(0, right / records));
    }

    @Override
    public String words(double[] sums, int records, double noise) {
      List<String> parts = new ArrayList<>();
      for (int k = 0; k < classes(); k++) {
        parts.add(
            String.format(
                "%s: recall %s, precision %s",
                target.classes().get(k),
                near(recall(sums, k, noise)),
                near(precision(sums, k, noise))));
      }
      return "accuracy " + near(headline(sums, records)) + " (" + String.join("; ", parts) + ")";
    }

    @Override
    public void put(ObjectNode node, double[] sums, int records, double noise) {
      node.put("accuracy", headline(sums, records));
      ArrayNode rows = node.putArray("confusion");
      ObjectNode classes = node.putObject("classes");
      for (int k = 0; k < classes(); k++) {
        ArrayNode row = rows.addArray();
        Arrays.stream(sums, k * classes(), (k + 1) * classes()).forEach(row::add);
        ObjectNode each = classes.putObject(target.classes().get(k));
        recall(sums, k, noise).ifPresent(share -> each.put("recall", share));
        precision(sums, k, noise).ifPresent(share -> each.put("precision", share));
      }
    }
  }

  /**
   * The area under the curve of true over false positives, by counts of log-odds in bins.
   *
   * @param target two classes
   */
  record Curve(PredictionTarget target) implements HeldOutScore {
    /**
     * Number of bins of each class. More of them carry more noise, fewer make more ties, which move
     * the area towards 1/2: by 0.002 where log-odds have a deviation of 2, by 0.011 where they have
     * one of 1/2.
     */
    private static final int BINS = 24;

    /** Width of a bin in units of log-odds; the bins lie around 0, and the outer ones are open. */
    private static final double WIDTH = 0.5;

    @Override
    public int sums() {
      return 2 * BINS;
    }

    /** A replaced record moves from one count to another. */
    @Override
    public Reach replaced() {
      return Reach.of(2, 1);
    }

    /** An empty slot is in no count. */
    @Override
    public Reach added() {
      return Reach.of(1, 1);
    }

    @Override
    public double[] count(double[] scores, double label) {
      double[] counts = new double[sums()];
      double bin = Math.floor(scores[0] / WIDTH) + BINS / 2;
      counts[(label > 0 ? BINS : 0) + (int) Math.min(BINS - 1, Math.max(0, bin))] = 1;
      return counts;
    }

    /** Without noise every score has a bin of its own. */
    @Override
    public double[] sum(double[] model, Dataset heldOut, boolean exact) {
      if (!exact) {
        return HeldOutScore.super.sum(model, heldOut, false);
      }
      double[] scores = new double[heldOut.size()];
      Arrays.setAll(scores, i -> target.scores(model, heldOut, i)[0]);
      double[] sorted = Arrays.stream(scores).sorted().distinct().toArray();
      double[] sums = new double[2 * sorted.length];
      for (int i = 0; i < scores.length; i++) {
        int bin = Arrays.binarySearch(sorted, scores[i]);
        sums[(heldOut.label(i) > 0 ? sorted.length : 0) + bin]++;
      }
      return sums;
    }

    private static Optional<Double> area(double[] sums, double noise) {
      int bins = sums.length / 2;
      double area = 0;
      double negatives = 0;
      double positives = 0;
      for (int bin = 0; bin < bins; bin++) {
        area += sums[bins + bin] * (negatives + sums[bin] / 2);
        negatives += sums[bin];
        positives += sums[bins + bin];
      }
      double least = hidden(bins, noise);
      return negatives > least && positives > least
          ? share(area, positives * negatives, 0)
          : Optional.empty();
    }

    @Override
    public double headline(double[] sums, int records) {
      return area(sums, 0).orElse(0.5);
    }

    @Override
    public String words(double[] sums, int records, double noise) {
      return "area under the curve " + near(area(sums, noise));
    }

    @Override
    public void put(ObjectNode node, double[] sums, int records, double noise) {
      area(sums, noise).ifPresent(area -> node.put("auc", area));
    }
  }

  /**
   * The share of the labels' variance that is explained, R².
   *
   * @param target numbers
   */
  record Explained(PredictionTarget target) implements HeldOutScore {
    @Override
    public int sums() {
      return 3;
    }

    @Override
    public Reach replaced() {
      return Reach.of(3, 1);
    }

    /** An empty slot counts as 1/2 in each sum. */
    @Override
    public Reach added() {
      return Reach.of(3, 0.5);
    }

    /** The squared error, the label moved to [0, 1], and the squared label. */
    @Override
    public double[] count(double[] scores, double label) {
      return new double[] {target.miss(scores, label), (1 + label) / 2, label * label};
    }

    private static Optional<Double> explained(double[] sums, int records, double noise) {
      double labels = 2 * sums[1] - records;
      double variation = sums[2] - labels * labels / records;
      return variation > hidden(sums.length, noise)
          ? Optional.of(Math.min(1, 1 - Math.max(0, sums[0]) / variation))
          : Optional.empty();
    }

    @Override
    public double headline(double[] sums, int records) {
      return explained(sums, records, 0).orElse(0.0);
    }

    @Override
    public String words(double[] sums, int records, double noise) {
      return "R² "
          + near(explained(sums, records, noise))
          + ", "
          + new Misses(target).words(sums, records, noise);
    }

    @Override
    public void put(ObjectNode node, double[] sums, int records, double noise) {
      explained(sums, records, noise).ifPresent(share -> node.put("r_squared", share));
      new Misses(target).put(node, sums, records, noise);
    }
  }
}
