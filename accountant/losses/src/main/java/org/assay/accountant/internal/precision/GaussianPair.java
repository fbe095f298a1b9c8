package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The hockey-stick divergence of N(0, 1) and N(mu, 1), {@code δ(ε) = Φ(mu/2 - ε/mu) - e^ε Φ(-mu/2 -
 * ε/mu)} ([@BalleWang2018], Theorem 8), and its inverses by Newton's method with
 *
 * <pre>
 *   dδ/dε = -e^ε Φ(-mu/2 - ε/mu)        dδ/dmu = φ(mu/2 - ε/mu)
 * </pre>
 *
 * <p>The brackets come from {@code δ(ε) ≤ Pr[loss > ε] = Φ(mu/2 - ε/mu) ≤ e^(-(ε/mu - mu/2)²/2)}
 * for {@code ε ≥ mu²/2}: with {@code s = √(2 log(1/δ))} the epsilon at delta is at most {@code
 * mu²/2 + s mu}, and the mu at least {@code √(s² + 2ε) - s}.
 */
final class GaussianPair {
  /** Working precision at which the difference of both terms is given up. */
  private static final int MAXIMUM_DIGITS = 20_000;

  private GaussianPair() {}

  /** Delta, with a relative error of about {@code 10^-digits}. */
  static BigDecimal delta(BigDecimal mu, BigDecimal epsilon, int digits) {
    return terms(mu, epsilon, digits).delta();
  }

  /** Smallest epsilon at delta; exactly 0 if and only if (0, delta) already holds. */
  static BigDecimal epsilon(BigDecimal mu, BigDecimal delta, int digits) {
    if (!spendsMoreThan(mu, delta, digits)) {
      return BigDecimal.ZERO;
    }
    MathContext context = Elementary.context(digits);
    BigDecimal bound =
        Elementary.half(mu.multiply(mu)).add(mu.multiply(deviations(delta, context)));
    BigDecimal high = bound.multiply(BigDecimal.valueOf(1.01), context);
    return RisingRoot.between(
        (epsilon, working) -> fallOfDelta(mu, epsilon, delta, working),
        BigDecimal.ZERO,
        high,
        digits);
  }

  /** Largest mu at epsilon and delta. */
  static BigDecimal mu(BigDecimal epsilon, BigDecimal delta, int digits) {
    MathContext context = Elementary.context(digits);
    BigDecimal s = deviations(delta, context);
    BigDecimal sum = s.multiply(s).add(epsilon.multiply(Elementary.TWO));
    BigDecimal low = Elementary.sqrt(sum, context).subtract(s);
    BigDecimal guess = epsilon.signum() > 0 ? low : delta;
    return RisingRoot.near(
        (mu, working) -> riseOfDelta(mu, epsilon, delta, working), guess.round(context), digits);
  }

  /** Whether delta at epsilon 0 exceeds a given number. */
  static boolean spendsMoreThan(BigDecimal mu, BigDecimal delta, int digits) {
    return delta(mu, BigDecimal.ZERO, digits + 20).compareTo(delta) > 0;
  }

  /** {@code log δ - log δ(ε)} and its derivative in epsilon. */
  private static RisingRoot.Point fallOfDelta(
      BigDecimal mu, BigDecimal epsilon, BigDecimal wanted, int digits) {
    MathContext context = Elementary.context(digits + 10);
    Terms terms = terms(mu, epsilon, digits);
    BigDecimal quotient = wanted.divide(terms.delta(), context);
    return new RisingRoot.Point(
        Elementary.log(quotient, context), terms.second().divide(terms.delta(), context));
  }

  /** {@code log δ(mu) - log δ} and its derivative in mu. */
  private static RisingRoot.Point riseOfDelta(
      BigDecimal mu, BigDecimal epsilon, BigDecimal wanted, int digits) {
    MathContext context = Elementary.context(digits + 10);
    BigDecimal delta = delta(mu, epsilon, digits);
    BigDecimal threshold = epsilon.divide(mu, context).subtract(Elementary.half(mu), context);
    BigDecimal density = NormalDistribution.density(threshold, digits);
    return new RisingRoot.Point(
        Elementary.log(delta.divide(wanted, context), context), density.divide(delta, context));
  }

  /** {@code √(2 log(1/δ))}. */
  private static BigDecimal deviations(BigDecimal delta, MathContext context) {
    BigDecimal log = Elementary.log(delta, context).negate();
    return Elementary.sqrt(log.multiply(Elementary.TWO), context);
  }

  /** Both terms, with additional digits for those that their difference cancels. */
  private static Terms terms(BigDecimal mu, BigDecimal epsilon, int digits) {
    for (int working = digits + 5; working < MAXIMUM_DIGITS; ) {
      Terms terms = termsOnce(mu, epsilon, working);
      BigDecimal delta = terms.delta();
      int lost =
          delta.signum() > 0
              ? Elementary.magnitude(terms.first()) - Elementary.magnitude(delta)
              : working;
      if (working - lost >= digits + 2) {
        return terms;
      }
      working += lost + 3;
    }
    throw new ArithmeticException(
        "delta of mu " + mu.doubleValue() + " at epsilon " + epsilon.doubleValue() + " cancels");
  }

  private static Terms termsOnce(BigDecimal mu, BigDecimal epsilon, int digits) {
    MathContext context =
        Elementary.context(digits + 5 + Elementary.digitsOf(epsilon.doubleValue()));
    BigDecimal ratio = epsilon.divide(mu, exactEnough(mu, epsilon, context));
    BigDecimal half = Elementary.half(mu);
    BigDecimal first = NormalDistribution.upperTail(ratio.subtract(half), digits);
    BigDecimal growth = Elementary.exp(epsilon, context);
    BigDecimal second =
        growth.multiply(NormalDistribution.upperTail(ratio.add(half), digits), context);
    return new Terms(first, second);
  }

  /**
   * A precision for the threshold t: its absolute error enters the tails with weight {@code 1 + t}.
   */
  private static MathContext exactEnough(BigDecimal mu, BigDecimal epsilon, MathContext context) {
    double threshold = epsilon.doubleValue() / mu.doubleValue();
    return Elementary.context(context.getPrecision() + 2 * Elementary.digitsOf(threshold));
  }

  /** {@code Φ(mu/2 - ε/mu)} and {@code e^ε Φ(-mu/2 - ε/mu)}. */
  private record Terms(BigDecimal first, BigDecimal second) {
    BigDecimal delta() {
      return first.subtract(second);
    }
  }
}
