package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.Outcome;

/**
 * The birthday test. The first quarter of the runs is a pilot: are values continuous, how many bits
 * would an ideal generator show at their resolution, which values are atoms? Coincidences are
 * counted in the other runs. Derivation: <code>doc-files/degenerate-randomness.md</code>.
 */
final class FewValues {
  /** The pilot is one of this many equal parts of the runs. Not tuned. */
  private static final int PILOT_SHARE = 4;

  /** Values that the pilot must have. Not tuned. */
  private static final int FEWEST_PILOTS = 100;

  /**
   * Largest number of bits in the hypothesis: more could not be tested with the runs of a check.
   */
  private static final int MOST_BITS = 32;

  /** With fewer bits than this a repetition means nothing. Not tuned. */
  private static final int FEWEST_BITS = 8;

  /**
   * Fewer repeated values than this are ignored here: a clamp makes two atoms. The bets may still
   * find them.
   */
  private static final int FEWEST_REPEATED = 3;

  private FewValues() {}

  static List<RandomnessFinding> of(
      String dataset, List<Outcome> outcomes, double errorProbability) {
    List<RandomnessFinding> findings = new ArrayList<>();
    double share = errorProbability / OutcomeViews.COORDINATES;
    for (int i = 0; i < OutcomeViews.COORDINATES; i++) {
      of(dataset, i, outcomes, share).ifPresent(findings::add);
    }
    return findings;
  }

  private static Optional<RandomnessFinding> of(
      String dataset, int coordinate, List<Outcome> outcomes, double share) {
    int split = outcomes.size() / PILOT_SHARE;
    double[] pilot = values(outcomes.subList(0, split), coordinate);
    if (pilot.length < FEWEST_PILOTS || !Resolution.looksContinuous(pilot)) {
      return Optional.empty();
    }
    int bits = Math.min(MOST_BITS, Resolution.bits(pilot));
    if (bits < FEWEST_BITS) {
      return Optional.empty();
    }
    Map<Double, Integer> atoms = counts(pilot);
    Map<Double, Integer> counts =
        counts(values(outcomes.subList(split, outcomes.size()), coordinate));
    int repeated = 0;
    double coincidences = 0;
    for (Map.Entry<Double, Integer> value : counts.entrySet()) {
      double count = value.getValue();
      if (count > 1 && atoms.getOrDefault(value.getKey(), 0) < 2) {
        repeated++;
        coincidences += count * (count - 1) / 2;
      }
    }
    double runs = outcomes.size() - split;
    double bound = falseAlarm(runs, bits, repeated);
    if (repeated < FEWEST_REPEATED || !(bound <= share)) {
      return Optional.empty();
    }
    double estimate = runs * (runs - 1) / 2 / coincidences;
    return Optional.of(
        new RandomnessFinding.FewDistinctValues(
            dataset,
            OutcomeViews.place(coordinate, outcomes),
            bits,
            (int) runs,
            repeated,
            estimate,
            bound));
  }

  /**
   * An upper bound of the probability of so many repetitions: {@code (n² 2^-b / 2)^k / k!} with a
   * margin for rounding, at most 1.
   */
  static double falseAlarm(double runs, int bits, int repeated) {
    double mean = runs * runs / 2 * Math.scalb(1.0, -bits);
    double logarithm = 0;
    for (int i = 1; i <= repeated; i++) {
      logarithm += Math.log(mean / i);
    }
    return Math.min(1, Math.exp(logarithm) * (1 + 1e-9));
  }

  private static double[] values(List<Outcome> outcomes, int coordinate) {
    return outcomes.stream()
        .flatMap(outcome -> outcome.vector().stream())
        .filter(vector -> vector.length() > coordinate)
        .mapToDouble(vector -> vector.at(coordinate))
        .filter(value -> Math.abs(value) < Double.POSITIVE_INFINITY)
        .toArray();
  }

  private static Map<Double, Integer> counts(double[] values) {
    Map<Double, Integer> counts = new HashMap<>();
    for (double value : values) {
      counts.merge(value, 1, Integer::sum);
    }
    return counts;
  }
}
