package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The conversions of [@CanonneKamathSteinke2020], Proposition 12, in terms of {@code b = order - 1}
 * and the log moment {@code K(b) = b · D_order}:
 *
 * <pre>
 *   ε(b) = (K - log δ - log(1+b))/b + log(b/(1+b))
 *   λ(b) = K - b ε + b log(b/(1+b)) - log(1+b)
 * </pre>
 *
 * <p>and their minima over b, which lie at the only zeros of two rising functions (the sketch
 * {@code order-minimum} of package {@code curve} proves it):
 *
 * <pre>
 *   b² ε'(b) = b K' - K + log δ + log(1+b)       with derivative  b K'' + 1/(1+b)
 *   λ'(b) = K' - ε + log(b/(1+b))                with derivative  K'' + 1/(b(1+b))
 * </pre>
 *
 * <p>At a minimum, an error of b enters the value by its square only.
 */
final class Conversion {
  private Conversion() {}

  static BigDecimal epsilon(BigDecimal b, BigDecimal logMoment, BigDecimal delta, int digits) {
    MathContext context = at(b, digits);
    BigDecimal numerator =
        logMoment.subtract(Elementary.log(delta, context)).subtract(logOnePlus(b, context));
    return numerator.divide(b, context).add(logShare(b, context), context);
  }

  static BigDecimal logDelta(BigDecimal b, BigDecimal logMoment, BigDecimal epsilon, int digits) {
    MathContext context = at(b, digits);
    return logMoment
        .subtract(b.multiply(epsilon))
        .add(b.multiply(logShare(b, context)))
        .subtract(logOnePlus(b, context), context);
  }

  /** The minimum of ε(b) over b > 0. */
  static BigDecimal leastEpsilon(LogMoment moment, BigDecimal delta, int digits) {
    BigDecimal best =
        RisingRoot.near(
            (b, working) -> slopeOfEpsilon(b, moment.at(b, working), delta, working),
            BigDecimal.ONE,
            digits / 2 + 8);
    return epsilon(best, moment.at(best, digits + 5).value(), delta, digits);
  }

  /** The minimum of λ(b) over b > 0. */
  static BigDecimal leastLogDelta(LogMoment moment, BigDecimal epsilon, int digits) {
    BigDecimal best =
        RisingRoot.near(
            (b, working) -> slopeOfLogDelta(b, moment.at(b, working), epsilon, working),
            BigDecimal.ONE,
            digits / 2 + 8);
    return logDelta(best, moment.at(best, digits + 5).value(), epsilon, digits);
  }

  private static RisingRoot.Point slopeOfEpsilon(
      BigDecimal b, LogMoment.Derivatives k, BigDecimal delta, int digits) {
    MathContext context = at(b, digits);
    BigDecimal value =
        b.multiply(k.first())
            .subtract(k.value())
            .add(Elementary.log(delta, context))
            .add(logOnePlus(b, context), context);
    BigDecimal inverse = BigDecimal.ONE.divide(b.add(BigDecimal.ONE), context);
    return new RisingRoot.Point(value, b.multiply(k.second()).add(inverse, context));
  }

  private static RisingRoot.Point slopeOfLogDelta(
      BigDecimal b, LogMoment.Derivatives k, BigDecimal epsilon, int digits) {
    MathContext context = at(b, digits);
    BigDecimal value = k.first().subtract(epsilon).add(logShare(b, context), context);
    BigDecimal inverse = BigDecimal.ONE.divide(b.multiply(b.add(BigDecimal.ONE)), context);
    return new RisingRoot.Point(value, k.second().add(inverse, context));
  }

  private static BigDecimal logOnePlus(BigDecimal b, MathContext context) {
    return Elementary.log(b.add(BigDecimal.ONE), context);
  }

  /** {@code log(b/(1+b))}. */
  private static BigDecimal logShare(BigDecimal b, MathContext context) {
    return Elementary.log(b.divide(b.add(BigDecimal.ONE), context), context);
  }

  /**
   * A precision at which sums with b, and quotients by b, keep the wanted digits after the point.
   */
  private static MathContext at(BigDecimal b, int digits) {
    return Elementary.context(digits + 10 + Math.abs(Elementary.magnitude(b)));
  }
}
