package org.assay.accountant.internal.iteration.allocation;

import org.assay.accountant.numeric.Enclosure;

/**
 * What consecutive steps do to a distance and to the noise, seen from the end of the last one: a
 * distance z before them becomes {@code factor · z + shift} if nothing is absorbed, and noise of
 * variance {@code variance} has been added by then.
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

  /** These steps, after some earlier ones. */
  StepSums after(StepSums earlier) {
    return new StepSums(
        factor.times(earlier.factor),
        shift.plus(product(factor, earlier.shift)),
        variance.plus(product(factor.square(), earlier.variance)));
  }

  /** These steps, again and again; the logarithm of the factor comes from the caller. */
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
