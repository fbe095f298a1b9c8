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

  /**
   * Tails of the standard normal distribution to any precision.
   *
   * <p>For x ≥ 0 either a series of positive terms is used or a continued fraction with positive
   * elements. The fraction's convergents lie alternately on either side of the value:
   *
   * <pre>
   *   erf(x) = (2/√π) e^(-x²) Σ_{n≥0} 2^n x^(2n+1) / (1·3·…·(2n+1))
   *   erfc(x) = (e^(-x²)/√π) · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))))
   * </pre>
   *
   * <p>The series is truncated once terms at least halve and the next term is below the working
   * precision. The fraction is truncated once two successive convergents agree to the working
   * precision.
   */
  static final class NormalDistribution {
    private static final double LN_10 = Math.log(10);

    private NormalDistribution() {}

    /** {@code Pr[N(0,1) > t]}, with a relative error of about {@code 10^-digits}. */
    static BigDecimal upperTail(BigDecimal t, int digits) {
      double square = Math.pow(t.doubleValue(), 2);
      MathContext context = Elementary.context(digits + 8 + Elementary.digitsOf(square));
      BigDecimal x = t.abs().divide(Elementary.sqrt(Elementary.TWO, context), context);
      boolean far = square / 2 > digits * LN_10 / 4;
      BigDecimal tail =
          Elementary.half(
              far ? byFraction(x, context) : bySeries(x, digits + 8 + (int) (square / 4)));
      return t.signum() >= 0 ? tail : BigDecimal.ONE.subtract(tail, context);
    }

    /** {@code φ(t) = e^(-t²/2)/√(2π)}, with a relative error of about {@code 10^-digits}. */
    static BigDecimal density(BigDecimal t, int digits) {
      double square = Math.pow(t.doubleValue(), 2);
      MathContext context = Elementary.context(digits + 6 + Elementary.digitsOf(square));
      BigDecimal exponent = Elementary.half(t.multiply(t, context)).negate();
      BigDecimal scale = Elementary.sqrt(Elementary.pi(context).multiply(Elementary.TWO), context);
      return Elementary.exp(exponent, context).divide(scale, context);
    }

    /** The digits must include those lost in subtracting from 1, about {@code x²/log 10}. */
    private static BigDecimal bySeries(BigDecimal x, int digits) {
      MathContext context = Elementary.context(digits);
      BigDecimal twiceSquare = x.multiply(x, context).multiply(Elementary.TWO);
      BigDecimal term = x;
      BigDecimal sum = BigDecimal.ZERO;
      double ratio = Double.POSITIVE_INFINITY;
      for (int n = 0; ratio > 0.5 || isSeen(term, sum, digits); n++) {
        sum = sum.add(term, context);
        ratio = twiceSquare.doubleValue() / (2 * n + 3);
        term = term.multiply(twiceSquare).divide(BigDecimal.valueOf(2L * n + 3), context);
      }
      BigDecimal erf = sum.multiply(gauss(x, context)).multiply(Elementary.TWO, context);
      return BigDecimal.ONE.subtract(erf, context);
    }

    private static BigDecimal byFraction(BigDecimal x, MathContext context) {
      BigDecimal lastTop = BigDecimal.ZERO;
      BigDecimal top = BigDecimal.ONE;
      BigDecimal lastBottom = BigDecimal.ONE;
      BigDecimal bottom = x;
      BigDecimal previous = BigDecimal.ZERO;
      BigDecimal convergent = top.divide(bottom, context);
      for (int k = 1;
          isSeen(convergent.subtract(previous), convergent, context.getPrecision());
          k++) {
        BigDecimal weight = BigDecimal.valueOf(5L * k, 1);
        BigDecimal nextTop = x.multiply(top).add(weight.multiply(lastTop), context);
        BigDecimal nextBottom = x.multiply(bottom).add(weight.multiply(lastBottom), context);
        lastTop = top;
        top = nextTop;
        lastBottom = bottom;
        bottom = nextBottom;
        previous = convergent;
        convergent = top.divide(bottom, context);
      }
      return convergent.multiply(gauss(x, context), context);
    }

    /** {@code e^(-x²)/√π}. */
    private static BigDecimal gauss(BigDecimal x, MathContext context) {
      BigDecimal root = Elementary.sqrt(Elementary.pi(context), context);
      return Elementary.exp(x.multiply(x, context).negate(), context).divide(root, context);
    }

    private static boolean isSeen(BigDecimal change, BigDecimal value, int digits) {
      return change.signum() != 0
          && (value.signum() == 0
              || Elementary.magnitude(change) >= Elementary.magnitude(value) - digits);
    }
  }
}
