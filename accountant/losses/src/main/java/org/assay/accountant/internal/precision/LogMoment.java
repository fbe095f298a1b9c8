package org.assay.accountant.internal.precision;

import java.math.BigDecimal;

/** A log moment {@code K(b) = b · D_{1+b}} of a pair of distributions: convex in b, and 0 at 0. */
interface LogMoment {
  /** K and its derivatives at b, all with an absolute error of about {@code 10^-digits}. */
  Derivatives at(BigDecimal b, int digits);

  /** {@code K(b)}, {@code K'(b)} and {@code K''(b)}. */
  record Derivatives(BigDecimal value, BigDecimal first, BigDecimal second) {
    Derivatives times(BigDecimal count) {
      return new Derivatives(value.multiply(count), first.multiply(count), second.multiply(count));
    }
  }
}
