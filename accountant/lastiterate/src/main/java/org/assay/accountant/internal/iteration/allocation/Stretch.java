package org.assay.accountant.internal.iteration.allocation;

import java.util.Arrays;
import org.assay.accountant.numeric.Enclosure;

/** A pattern of steps that is repeated; a plain list is a pattern that occurs once. */
final class Stretch {
  private final double[] shifts;
  private final double[] noises;
  private final double[] contractions;
  private final long repetitions;

  Stretch(double[] shifts, double[] noises, double[] contractions, long repetitions) {
    this.shifts = shifts;
    this.noises = noises;
    this.contractions = contractions;
    this.repetitions = repetitions;
  }

  int period() {
    return shifts.length;
  }

  long repetitions() {
    return repetitions;
  }

  long steps() {
    return Math.multiplyExact(shifts.length, repetitions);
  }

  double shift(int phase) {
    return shifts[phase];
  }

  double noise(int phase) {
    return noises[phase];
  }

  double contraction(int phase) {
    return contractions[phase];
  }

  boolean hasShift() {
    return Arrays.stream(shifts).anyMatch(shift -> shift > 0);
  }

  /**
   * Logarithm of the product of the pattern's contractions; exactly 0 where all are 1. Near 1 the
   * difference c − 1 is exact, so the logarithm keeps its relative accuracy.
   */
  Enclosure logContraction() {
    Enclosure sum = Enclosure.ZERO;
    for (double c : contractions) {
      sum =
          sum.plus(c >= 0.5 && c <= 2 ? Enclosure.exact(c - 1).log1p() : Enclosure.exact(c).log());
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Stretch that
        && repetitions == that.repetitions
        && Arrays.equals(shifts, that.shifts)
        && Arrays.equals(noises, that.noises)
        && Arrays.equals(contractions, that.contractions);
  }

  @Override
  public int hashCode() {
    int values = 31 * Arrays.hashCode(shifts) + Arrays.hashCode(noises);
    return 31 * (31 * values + Arrays.hashCode(contractions)) + Long.hashCode(repetitions);
  }
}
