package org.assay.cli.internal.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;

/**
 * The algorithms in the order of what they gained on example data at a comparable budget.
 *
 * @param target the guarantee wanted
 * @param records number of records, at least 2
 * @param features number of features, at least 1
 */
record Ranking(Guarantee target, int records, int features) {
  static final int USUAL_RECORDS = 1000;
  static final int USUAL_FEATURES = 20;

  /** A task of the usual size at an epsilon of 1. */
  static final Ranking USUAL =
      new Ranking(
          new Guarantee.Approximate(1, Spending.USUAL_DELTA, AdjacencyRelation.REPLACE_ONE),
          USUAL_RECORDS,
          USUAL_FEATURES);

  private static final double USEFUL = 0.5;

  private static final List<Labels> KINDS = List.of(Labels.SIGNS, Labels.BOUNDED_NUMBERS);

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  Ranking {
    Parameters.requireAtLeastOne("--rows", records);
    Parameters.requireAtLeastOne("--dimension", features);
  }

  /** An algorithm and its gains for two classes and for numbers. */
  private record Line(AlgorithmEntry entry, List<OptionalDouble> gains) {
    double mean() {
      return gains.stream()
          .filter(OptionalDouble::isPresent)
          .mapToDouble(OptionalDouble::getAsDouble)
          .average()
          .orElse(Double.NEGATIVE_INFINITY);
    }
  }

  /** What an algorithm gained, in a sentence without its end. */
  String measured(AlgorithmEntry entry) {
    List<String> parts = new ArrayList<>();
    boolean useful = false;
    for (Labels kind : KINDS) {
      if (entry.labels().contains(kind)) {
        OptionalDouble gain = gain(entry, kind);
        useful |= gain.orElse(0) >= USEFUL;
        parts.add(
            (gain.isPresent() ? shown(gain) + " of the possible gain" : "it refuses the budget")
                + (kind == Labels.SIGNS ? " with two classes" : " with numbers"));
      }
    }
    return String.join(", ", parts)
        + ", for "
        + records
        + " records of "
        + features
        + " features at epsilon 1"
        + (useful ? "" : "; of theoretical interest");
  }

  /** A table for a person. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "for %s with %d records of %d features; share of the possible gain over a constant"
                + " prediction%nthat was gained on example data at a comparable budget"
                + " (docs/why/utility.md):%n%n",
            target.describe(),
            records,
            features));
    List<AlgorithmEntry> entries = new ArrayList<>(AlgorithmRegistry.all());
    entries.add(0, AutomaticChoice.entry());
    int width = entries.stream().mapToInt(entry -> entry.id().length()).max().orElse(0);
    text.append(String.format("%-" + width + "s  two classes  numbers%n", "algorithm"));
    entries.stream()
        .map(entry -> new Line(entry, KINDS.stream().map(kind -> gain(entry, kind)).toList()))
        .sorted(Comparator.comparingDouble(Line::mean).reversed())
        .forEach(
            line ->
                text.append(
                    String.format(
                        "%-" + width + "s  %11s  %7s%n",
                        line.entry().id(),
                        shown(line.gains().get(0)),
                        shown(line.gains().get(1)))));
    return text.toString();
  }

  private OptionalDouble gain(AlgorithmEntry entry, Labels kind) {
    TrainingTask task = new TrainingTask(records, features, kind, 1);
    return MeasuredUtility.shipped().gain(entry.id(), kind, Experience.budget(task, target));
  }

  private static String shown(OptionalDouble gain) {
    if (gain.isEmpty()) {
      return "-";
    }
    return gain.getAsDouble() <= 0
        ? "none"
        : String.format(Locale.ROOT, "%.0f%%", 100 * gain.getAsDouble());
  }
}
