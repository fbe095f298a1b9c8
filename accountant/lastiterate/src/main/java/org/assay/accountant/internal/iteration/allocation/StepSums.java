package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;

/**
 * Effect of consecutive steps on a distance and on the noise, in units at the end of the last step.
 * If nothing is absorbed, a distance z before the steps becomes {@code factor · z + shift}. The
 * steps add noise of variance {@code variance}.
 */
record StepSums(Enclosure factor, Enclosure shift, Enclosure variance) {
  static final StepSums NONE = new StepSums(Enclosure.ONE, Enclosure.ZERO, Enclosure.ZERO);

  /** One step of a pattern. */
  static StepSums of(Stretch stretch, int phase) {
    return new StepSums(
        Enclosure.exact(stretch.contraction(phase)),
        Enclosure.exact(stretch.shift(phase)),
        Enclosure.exact(stretch.noise(phase)).square());
  }

  /** The sums of some earlier steps followed by these. */
  StepSums after(StepSums earlier) {
    return new StepSums(
        factor.times(earlier.factor),
        shift.plus(product(factor, earlier.shift)),
        variance.plus(product(factor.square(), earlier.variance)));
  }

  /** The sums of these steps repeated; the caller knows the logarithm of the factor. */
  StepSums repeated(Enclosure logFactor, long count) {
    return new StepSums(
        logFactor.times(Enclosure.ofCount(count)).exp(),
        product(GeometricSum.of(logFactor, count), shift),
        product(GeometricSum.of(logFactor.times(2), count), variance));
  }

  /** A product in which 0 times an infinite bound of a finite number is 0. */
  private static Enclosure product(Enclosure left, Enclosure right) {
    return right.equals(Enclosure.ZERO) ? Enclosure.ZERO : left.times(right);
  }
}
