package org.assay.verify.trial;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.internal.writing.WrittenText;

/**
 * The precision of a mechanism's numbers, in significant bits. Rounding to this precision keeps any
 * two numbers apart, and so hides nothing. Single precision has 24 bits. The derivation is in
 * {@code doc-files/output-precision.md}.
 *
 * @param bits the largest number of significant bits of a number, from 1 to 53
 * @param telling the smallest number of bits that leaves at least 64 steps in the middle half of
 *     every number's values; fewer bits hide the noise itself
 * @param runs the number of runs
 */
public record OutputPrecision(int bits, int telling, int runs) {
  /** Runs on each pair. Not tuned. */
  private static final int RUNS_PER_PAIR = 16;

  /** Largest number of pairs that are run. Not tuned. */
  private static final int MOST_PAIRS = 4;

  /**
   * Number of the first trial. No audit reaches such numbers, so a choice by these trials is
   * independent of the audit.
   */
  private static final long FIRST = 1L << 62;

  /** Roundings that are offered for doubles, in significant bits. Not tuned. */
  private static final int[] OF_DOUBLES = {24, 40, 48};

  /** Roundings that are offered for single precision, in significant bits. Not tuned. */
  private static final int[] OF_SINGLES = {10, 14, 18};

  /** Significant bits of single precision. */
  private static final int FLOAT_BITS = 24;

  /** Number of decimal digits that suffice to write every number of single precision. */
  private static final int FLOAT_DIGITS = 9;

  /**
   * Exponent of the smallest number of steps that noise must span after rounding: 2 to this power.
   * Not tuned.
   */
  private static final int STEPS_EXPONENT = 6;

  /**
   * Runs the mechanism a few times on each of the first pairs.
   *
   * @param runner runs the mechanism, without rounding
   * @param pairs at least one pair
   * @param <D> the type of datasets
   * @return the precision; empty if no number but 0 was seen, or time ran out
   * @throws InterruptedException if a run was interrupted
   */
  public static <D> Optional<OutputPrecision> look(
      TrialRunner<D> runner, List<AdjacentPair<D>> pairs) throws InterruptedException {
    int bits = 0;
    int telling = 0;
    long first = FIRST;
    for (AdjacentPair<D> pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
      Optional<TrialBatch> batch = runner.run(pair, first, RUNS_PER_PAIR);
      if (batch.isEmpty()) {
        return Optional.empty();
      }
      first += RUNS_PER_PAIR;
      for (boolean left : new boolean[] {true, false}) {
        List<double[]> rows = numbers(batch.get(), left);
        bits = Math.max(bits, rows.stream().mapToInt(OutputPrecision::bits).max().orElse(0));
        telling = Math.max(telling, telling(rows));
      }
      telling = hasRests(batch.get()) ? RoundedOutputs.SIGNIFICAND : telling;
    }
    int runs = (int) (first - FIRST);
    return bits == 0 ? Optional.empty() : Optional.of(new OutputPrecision(bits, telling, runs));
  }

  /**
   * Whether the precision is that of a program that computes in single precision.
   *
   * @return true for 22 to 24 bits; a grid or whole numbers have fewer
   */
  public boolean isSingle() {
    return bits > FLOAT_BITS - 3 && bits <= FLOAT_BITS;
  }

  /**
   * Numbers of bits to which outputs may be rounded: these roundings hide low-order bits, but not
   * the noise.
   *
   * @return the smallest first; empty for whole numbers, coarse grids, and noise that is tiny
   *     beside its numbers
   */
  public List<Integer> roundings() {
    return IntStream.of(isSingle() ? OF_SINGLES : OF_DOUBLES)
        .filter(rounded -> rounded >= telling && rounded < bits)
        .boxed()
        .toList();
  }

  /** Whether some number has more digits than a double can hold. */
  private static boolean hasRests(TrialBatch batch) {
    return batch.outcomes().stream()
        .flatMap(outcome -> outcome.vector().stream())
        .flatMap(vector -> vector.structure().stream())
        .anyMatch(structure -> structure.parts().length < structure.places().size());
  }

  private static List<double[]> numbers(TrialBatch batch, boolean left) {
    return IntStream.range(0, batch.size())
        .filter(i -> batch.ranOnLeft(i) == left)
        .mapToObj(i -> batch.outcome(i).accept(new Numbers()))
        .toList();
  }

  private static int bits(double[] numbers) {
    return Arrays.stream(numbers)
        .filter(x -> Double.isFinite(x) && x != 0)
        .mapToInt(OutputPrecision::bits)
        .max()
        .orElse(0);
  }

  /**
   * The significant bits of a number: those of its binary digits or of its decimal digits,
   * whichever are fewer.
   */
  static int bits(double number) {
    int significand = RoundedOutputs.SIGNIFICAND;
    long fraction = Double.doubleToRawLongBits(number) & ((1L << (significand - 1)) - 1);
    long whole = fraction | (1L << (significand - 1));
    int binary = significand - Long.numberOfTrailingZeros(whole);
    int digits = new BigDecimal(Double.toString(Math.abs(number))).stripTrailingZeros().precision();
    int decimal = 1 + (int) Math.ceil(digits * Math.log(10) / Math.log(2));
    boolean isFloat =
        digits <= FLOAT_DIGITS && Double.parseDouble(Float.toString((float) number)) == number;
    return Math.min(isFloat ? Math.min(decimal, FLOAT_BITS) : decimal, binary);
  }

  /**
   * The largest value of {@link #telling} over the numbers of an outcome. Numbers that never change
   * have no noise to hide.
   */
  private static int telling(List<double[]> rows) {
    int longest = rows.stream().mapToInt(row -> row.length).max().orElse(0);
    int most = 0;
    for (int i = 0; i < longest; i++) {
      int index = i;
      double[] values =
          rows.stream()
              .filter(row -> row.length > index && Double.isFinite(row[index]))
              .mapToDouble(row -> row[index])
              .sorted()
              .toArray();
      most = Math.max(most, tellingOf(values));
    }
    return most;
  }

  private static int tellingOf(double[] sorted) {
    if (sorted.length == 0) {
      return 0;
    }
    double spread = quartile(sorted, 3) - quartile(sorted, 1);
    double size = quartile(Arrays.stream(sorted).map(Math::abs).sorted().toArray(), 3);
    // A number of exponent e, rounded to b bits, is a multiple of 2^(e + 1 - b).
    return spread > 0
        ? 1 + STEPS_EXPONENT + Math.max(0, Math.getExponent(size) - Math.getExponent(spread))
        : 0;
  }

  private static double quartile(double[] sorted, int which) {
    return sorted[which * (sorted.length - 1) / 4];
  }

  /** All numbers of an outcome, including those in texts. */
  private record Numbers() implements Outcome.Visitor<double[]> {
    @Override
    public double[] visitVector(Outcome.Vector vector) {
      return IntStream.range(0, vector.length()).mapToDouble(vector::at).toArray();
    }

    @Override
    public double[] visitCategory(Outcome.Category category) {
      return WrittenText.of(category.name()).values();
    }

    @Override
    public double[] visitFailure(Outcome.Failure failure) {
      return new double[0];
    }
  }
}
