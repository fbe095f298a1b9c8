package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Exact divergences of N(0, 1) and N(mu, 1), the dominating pair of the Gaussian mechanism with
 * {@code mu = sensitivity / standard deviation}.
 */
public final class GaussianMechanism {
  private GaussianMechanism() {}

  /**
   * Rényi divergence {@code order · mu² / 2} ([@Mironov2017], Proposition 7).
   *
   * @param mu an enclosure of sensitivity over standard deviation
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @return an enclosure, in nats
   */
  public static Enclosure renyi(Enclosure mu, double order) {
    if (!(order >= 1 && order < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "order was " + order + ": it must be finite and at least 1");
    }
    return mu.square().times(0.5).times(order);
  }

  /**
   * Smallest delta at an epsilon, {@code Φ(mu/2 - ε/mu) - e^ε Φ(-mu/2 - ε/mu)} ([@BalleWang2018],
   * Theorem 8).
   *
   * @param mu sensitivity over standard deviation, finite and at least 0
   * @param epsilon finite and at least 0
   * @return an enclosure of delta, of relative width below 1e-9 where delta is a normal double
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure delta(double mu, double epsilon) {
    Parameters.requireNonNegative("mu", mu);
    Parameters.requireNonNegative("epsilon", epsilon);
    if (mu == 0) {
      return Enclosure.ZERO;
    }
    Enclosure low = threshold(mu, epsilon, -1);
    if (mu < SHORT || low.lower() > 0) {
      return difference(mu, epsilon).times(halfDensity(low)).min(Enclosure.ONE);
    }
    Enclosure ratio = NormalTail.erfcx(threshold(mu, epsilon, 1).times(SQRT_HALF));
    Enclosure delta = NormalTail.upperTail(low).minus(halfDensity(low).times(ratio));
    return delta.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /**
   * Upper bound of {@link #delta}, within the width of the enclosure: the same formula with every
   * operation rounded to one side only.
   *
   * @param mu sensitivity over standard deviation, finite and at least 0
   * @param epsilon finite and at least 0
   * @return at most 1
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static double deltaUp(double mu, double epsilon) {
    if (!(mu >= SHORT && mu < Double.POSITIVE_INFINITY)) {
      return delta(mu, epsilon).upper();
    }
    Parameters.requireNonNegative("epsilon", epsilon);
    double low = Rounding.subtractDown(Rounding.divideDown(epsilon, mu), 0.5 * mu);
    double high = Rounding.addUp(Rounding.divideUp(epsilon, mu), 0.5 * mu);
    double far = erfcx(Rounding.multiplyUp(high, SQRT_HALF.upper())).lower();
    if (low > 0) {
      double near = erfcx(Rounding.multiplyDown(low, SQRT_HALF.lower())).upper();
      double density = 0.5 * Rounding.expUp(-Rounding.multiplyDown(0.5 * low, low));
      return Math.min(1, Rounding.multiplyUp(density, Math.max(0, Rounding.subtractUp(near, far))));
    }
    // low is rounded down and below 0, so its square is rounded up.
    double density = 0.5 * Rounding.expDown(-Rounding.multiplyUp(0.5 * low, low));
    double tail = NormalTail.upperTail(Enclosure.exact(low)).upper();
    return Rounding.subtractUp(tail, Rounding.multiplyDown(density, far));
  }

  private static Enclosure erfcx(double x) {
    return NormalTail.erfcx(Enclosure.exact(x));
  }

  /**
   * Logarithm of {@link #delta}, which may lie far below the smallest double.
   *
   * @param mu sensitivity over standard deviation, finite and above 0
   * @param epsilon finite and at least 0
   * @return an enclosure of log delta
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure logDelta(double mu, double epsilon) {
    Parameters.requirePositive("mu", mu);
    Parameters.requireNonNegative("epsilon", epsilon);
    Enclosure low = threshold(mu, epsilon, -1);
    if (mu < SHORT || low.lower() > 0) {
      return difference(mu, epsilon).times(0.5).log().minus(low.square().times(0.5));
    }
    return delta(mu, epsilon).log();
  }

  /**
   * Smallest epsilon at a delta: the inverse of {@link #delta} in epsilon, 0 where (0, delta)
   * already holds.
   *
   * @param mu sensitivity over standard deviation, finite and above 0
   * @param delta strictly between 0 and 1
   * @return an enclosure of epsilon
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure epsilon(double mu, double delta) {
    Parameters.requirePositive("mu", mu);
    Parameters.requireOpenProbability("delta", delta);
    Enclosure target = Enclosure.exact(delta).log();
    if (logDelta(mu, 0).upper() <= target.lower()) {
      return Enclosure.ZERO;
    }
    return MonotoneInverse.ofFalling(epsilon -> logDelta(mu, epsilon), target, 0, mu * mu + mu);
  }

  /**
   * Largest mu that is (epsilon, delta)-differentially private: the inverse of {@link #delta} in
   * mu.
   *
   * @param epsilon finite and at least 0
   * @param delta strictly between 0 and 1
   * @return an enclosure of mu; the safe side for calibrating noise is the lower end
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure mu(double epsilon, double delta) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireOpenProbability("delta", delta);
    Enclosure target = Enclosure.exact(delta).log();
    return MonotoneInverse.ofRising(
        mu -> mu == 0 ? LOG_ZERO : logDelta(mu, epsilon), target, 0, Math.sqrt(epsilon) + 1);
  }

  /** Smallest mu for which the two tails of the formula can be subtracted. */
  private static final double SHORT = 0.01;

  private static final Enclosure SQRT_HALF = Enclosure.exact(0.5).sqrt();

  private static final Enclosure LOG_ZERO =
      Enclosure.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);

  /** {@code ε/mu ± mu/2}. */
  private static Enclosure threshold(double mu, double epsilon, int sign) {
    return Enclosure.exact(epsilon).dividedBy(mu).plus(Enclosure.exact(mu).times(0.5 * sign));
  }

  /** {@code e^(-t²/2)/2}. */
  private static Enclosure halfDensity(Enclosure t) {
    return t.square().times(-0.5).exp().times(0.5);
  }

  /** {@code erfcx(t₁/√2) - erfcx(t₂/√2)}, with {@code t₂² - t₁² = 2ε} taken out of both terms. */
  private static Enclosure difference(double mu, double epsilon) {
    if (mu < SHORT) {
      Enclosure middle = Enclosure.exact(epsilon).dividedBy(mu).times(SQRT_HALF);
      Enclosure half = Enclosure.exact(mu).times(0.5).times(SQRT_HALF);
      return NormalTail.erfcxDecrease(middle, half);
    }
    Enclosure near = NormalTail.erfcx(threshold(mu, epsilon, -1).times(SQRT_HALF));
    Enclosure far = NormalTail.erfcx(threshold(mu, epsilon, 1).times(SQRT_HALF));
    return near.minus(far).max(Enclosure.ZERO);
  }
}
