package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.Outcome;

/**
 * Looks for coordinates that vary and yet always differ by the same amount, up to rounding.
 * Derivation: <code>doc-files/degenerate-randomness.md</code>.
 */
final class TiedNoise {
  /**
   * Rounding error of a comparison, in units in the last place: three half units in each of two
   * runs, and one unit to spare.
   */
  private static final double ROUNDINGS = 4;

  /** Unit in the last place of a double near 1. */
  private static final double UNIT = 0x1p-52;

  /** Unit in the last place of a float near 1, for numbers that are all floats. */
  private static final double SINGLE_UNIT = 0x1p-23;

  private TiedNoise() {}

  static List<RandomnessFinding> of(
      String dataset, List<Outcome> outcomes, double errorProbability) {
    List<RandomnessFinding> findings = new ArrayList<>();
    int pairs = OutcomeViews.COORDINATES * (OutcomeViews.COORDINATES - 1) / 2;
    double falseAlarm = Math.scalb(1.0, 1 - outcomes.size());
    if (!(falseAlarm <= errorProbability / pairs)) {
      return findings;
    }
    List<Outcome.Vector> vectors =
        outcomes.stream().flatMap(outcome -> outcome.vector().stream()).toList();
    if (vectors.isEmpty() || vectors.size() < outcomes.size()) {
      return findings;
    }
    int shortest = vectors.stream().mapToInt(Outcome.Vector::length).min().orElseThrow();
    for (int second = 1; second < Math.min(shortest, OutcomeViews.COORDINATES); second++) {
      for (int first = 0; first < second; first++) {
        OptionalDouble difference =
            constantDifference(column(vectors, first), column(vectors, second));
        if (difference.isPresent()) {
          findings.add(
              new RandomnessFinding.TiedCoordinates(
                  dataset,
                  OutcomeViews.place(first, outcomes),
                  OutcomeViews.place(second, outcomes),
                  difference.getAsDouble(),
                  outcomes.size(),
                  falseAlarm));
        }
      }
    }
    return findings;
  }

  private static double[] column(List<Outcome.Vector> vectors, int coordinate) {
    return vectors.stream().mapToDouble(vector -> vector.at(coordinate)).toArray();
  }

  private static OptionalDouble constantDifference(double[] first, double[] second) {
    double unit = isSingle(first) && isSingle(second) ? SINGLE_UNIT : UNIT;
    double start = Math.abs(first[0]) + Math.abs(second[0]);
    double constant = first[0] - second[0];
    double largest = 0;
    for (int i = 0; i < first.length; i++) {
      double tolerance = ROUNDINGS * unit * (Math.abs(first[i]) + start);
      if (!(Math.abs(first[i] - second[i] - constant) <= tolerance)) {
        return OptionalDouble.empty();
      }
      largest = Math.max(largest, tolerance);
    }
    return spreads(first, largest) && spreads(second, largest)
        ? OptionalDouble.of(constant)
        : OptionalDouble.empty();
  }

  private static boolean isSingle(double[] values) {
    return Arrays.stream(values).allMatch(value -> (double) (float) value == value);
  }

  /**
   * Whether no interval of twice the tolerance holds more than half of the values. Otherwise the
   * tolerance, not the noise, would make differences equal.
   */
  private static boolean spreads(double[] values, double tolerance) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    for (int i = 0; i + half < sorted.length; i++) {
      if (!(sorted[i + half] - sorted[i] > 2 * tolerance)) {
        return false;
      }
    }
    return true;
  }
}
