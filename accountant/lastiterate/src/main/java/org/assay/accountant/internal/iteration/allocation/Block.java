package org.assay.accountant.internal.iteration.allocation;

/**
 * Consecutive steps that absorb at one rate, in plain floating point: the optimizer's candidate,
 * whose cost is certified afterwards. Fields as in {@link StepSums}.
 */
final class Block {
  /**
   * Largest growth of joined blocks: larger growth would overflow the certificate's sums. Not
   * tuned.
   */
  private static final double LARGEST_GROWTH = 1e60;

  final long length;
  final double factor;
  final double shift;
  final double variance;

  private Block(long length, double factor, double shift, double variance) {
    this.length = length;
    this.factor = factor;
    this.shift = shift;
    this.variance = variance;
  }

  /** One step of a pattern. */
  static Block of(Stretch stretch, int phase) {
    double noise = stretch.noise(phase);
    return new Block(1, stretch.contraction(phase), stretch.shift(phase), noise * noise);
  }

  /** A block of no steps for a distance at the start. */
  static Block distance(double distance) {
    return new Block(0, 1, distance, 0);
  }

  /** This block and the next one as one block. */
  Block then(Block next) {
    double kept = next.factor;
    return new Block(
        length + next.length,
        factor * kept,
        shift == 0 ? next.shift : kept * shift + next.shift,
        variance == 0 ? next.variance : kept * kept * variance + next.variance);
  }

  /** This block repeated a number of times. */
  Block repeated(long count) {
    double logFactor = Math.log(factor);
    return new Block(
        length * count,
        Math.exp(count * logFactor),
        shift == 0 ? 0 : shift * geometricSum(logFactor, count),
        variance == 0 ? 0 : variance * geometricSum(2 * logFactor, count));
  }

  private static double geometricSum(double logRatio, long terms) {
    return logRatio == 0 ? terms : Math.expm1(terms * logRatio) / Math.expm1(logRatio);
  }

  /** Absorption rate per factor at the block's end: the slope of its hull segment. */
  double slope() {
    return shift == 0 ? 0 : shift / variance;
  }

  double cost() {
    return shift == 0 ? 0 : shift * shift / variance;
  }

  /**
   * Whether the hull has no vertex between this block and the next one, as the slope would not
   * grow.
   */
  boolean joins(Block next) {
    if (variance == 0) {
      return true;
    }
    if (next.variance == 0) {
      return next.shift == 0;
    }
    return next.factor * factor <= LARGEST_GROWTH
        && shift * next.variance >= next.shift * next.factor * variance;
  }
}
