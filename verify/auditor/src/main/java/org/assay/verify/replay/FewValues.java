package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.Outcome;

/**
 * The birthday test. The first quarter of the runs is a pilot. The pilot shows whether values are
 * continuous, the number of bits of an ideal generator at their resolution, and the atoms.
 * Coincidences are counted in the other runs. Derivation: <code>doc-files/degenerate-randomness.md
 * </code>.
 */
final class FewValues {
  /** The pilot is one of this many equal parts of the runs. Not tuned. */
  private static final int PILOT_SHARE = 4;

  /** Smallest number of values in the pilot. Not tuned. */
  private static final int FEWEST_PILOTS = 100;

  /**
   * Largest number of bits in the hypothesis: more bits could not be tested with the runs of a
   * check.
   */
  private static final int MOST_BITS = 32;

  /** Smallest number of bits at which repetitions are tested. Not tuned. */
  private static final int FEWEST_BITS = 8;

  /**
   * Smallest number of repeated values that counts, because a clamp makes two atoms. The bets may
   * still find fewer.
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
   * An upper bound of the probability of k repetitions in n runs with b bits: {@code (n² 2^-b /
   * 2)^k / k!} with a margin for rounding, at most 1.
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

  /** The resolution of the values of pilot runs. */
  static final class Resolution {
    /**
     * Multiples of one over this number are taken for decimals that the mechanism rounded to, not
     * for noise. Not tuned.
     */
    private static final double DECIMALS = 1e6;

    /**
     * Values do not look continuous if more than this part of them are such decimals. Not tuned.
     */
    private static final double LARGEST_SHARE_ON_DECIMALS = 0.1;

    /**
     * Rounding error of a gap between two values, in half units of the largest value: scaling,
     * shift and difference.
     */
    private static final double ROUNDINGS = 16;

    /**
     * Rounding error of a gap, as a part of a step, above which the number of steps is unknown. Not
     * tuned.
     */
    private static final double LARGEST_OFF = 0.125;

    private Resolution() {}

    /**
     * Whether values look like continuous noise: few are decimals, and they are not the steps of a
     * grid.
     */
    static boolean looksContinuous(double[] values) {
      int decimals = 0;
      for (double value : values) {
        double scaled = value * DECIMALS;
        decimals += Math.abs(scaled - Math.rint(scaled)) <= 8 * Math.ulp(scaled) ? 1 : 0;
      }
      return decimals <= LARGEST_SHARE_ON_DECIMALS * values.length && !isStepped(values);
    }

    /**
     * Whether all gaps between values are multiples of the smallest gap, up to rounding. Integer
     * noise that was scaled or shifted has such gaps, and repeats without any fault of its
     * generator. The smallest and the largest value are left out: a clamp may have set them.
     */
    private static boolean isStepped(double[] values) {
      double[] sorted = Arrays.stream(values).sorted().distinct().toArray();
      double largest = Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
      boolean single = Arrays.stream(values).allMatch(value -> (double) (float) value == value);
      double off = ROUNDINGS * largest * (single ? 0x1p-24 : 0x1p-53);
      double[] gaps =
          IntStream.range(2, sorted.length - 1)
              .mapToDouble(i -> sorted[i] - sorted[i - 1])
              .filter(gap -> gap > off)
              .toArray();
      double step = Arrays.stream(gaps).min().orElse(Double.POSITIVE_INFINITY);
      double[] told =
          Arrays.stream(gaps)
              .map(gap -> gap / step)
              .filter(steps -> off * (1 + steps) <= LARGEST_OFF * step)
              .toArray();
      return 2 * told.length >= Math.max(1, gaps.length)
          && Arrays.stream(told)
              .allMatch(steps -> Math.abs(steps - Math.rint(steps)) * step <= off * (1 + steps));
    }

    /**
     * Number of bits that an ideal generator would show, at least 0. The number is log2 of the
     * interquartile range over a power of two, rounded down. All but one in 20 values are multiples
     * of that power.
     */
    static int bits(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      double range = sorted[3 * sorted.length / 4] - sorted[sorted.length / 4];
      int[] exponents = new int[values.length];
      for (int i = 0; i < values.length; i++) {
        exponents[i] = lowestBit(values[i]);
      }
      Arrays.sort(exponents);
      int grid = exponents[exponents.length / 20];
      return range > 0 ? Math.max(0, Math.getExponent(range) - grid) : 0;
    }

    /** The exponent of the largest power of two that divides a number. */
    private static int lowestBit(double value) {
      if (value == 0) {
        return Double.MAX_EXPONENT;
      }
      long fraction = Double.doubleToLongBits(value) & ((1L << 52) - 1);
      long mantissa = fraction | (1L << 52);
      return Math.getExponent(value) - 52 + Long.numberOfTrailingZeros(mantissa);
    }
  }
}
