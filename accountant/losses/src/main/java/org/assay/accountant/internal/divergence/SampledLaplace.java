package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences between a Laplace distribution of scale 1 and its mixture with one whose centre
 * is t away, {@code (1-q) Lap(0) + q Lap(t)}: the dominating pair of Poisson-sampled Laplace noise
 * for one record present or absent ([@ZhuDongWang2022], Theorem 11, applied to {@code
 * doc-files/log-concave-noise.md}).
 *
 * <p>Both atoms of the log ratio are exact; the interval between the centres is integrated by
 * Gauss-Legendre panels. Relative width at most 1e-10 for t from 1e-6 to 100, q from 1e-9 and
 * orders up to 1e4; elsewhere possibly wider.
 */
public final class SampledLaplace {
  /** Largest t that is integrated; above it the result is [0, unsampled divergence]. Not tuned. */
  private static final double LARGEST_T = 1e4;

  /** Smallest t and q that are integrated; below them the result is [0, unsampled divergence]. */
  private static final double SMALLEST = 1e-60;

  /** Product of order and t above which the limit of large orders is used. Not tuned. */
  static final double LARGEST_EXPONENT = 1e8;

  private static final Enclosure LOG_HALF = Enclosure.exact(0.5).log();

  private SampledLaplace() {}

  /**
   * Divergence of the mixture from the base.
   *
   * @param q sampling probability, in [0, 1]
   * @param t an enclosure of sensitivity over scale, at least 0
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiForward(double q, Enclosure t, double order) {
    return renyi(q, t, order, true);
  }

  /**
   * Divergence of the base from the mixture.
   *
   * @param q sampling probability, in [0, 1]
   * @param t an enclosure of sensitivity over scale, at least 0
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiReverse(double q, Enclosure t, double order) {
    return renyi(q, t, order, false);
  }

  private static Enclosure renyi(double q, Enclosure t, double order, boolean forward) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requireOrder(order);
    Orders.require(t, order);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    Enclosure unsampled = LaplaceMechanism.renyi(t, order);
    if (q == 1) {
      return unsampled;
    }
    if (!(t.upper() <= LARGEST_T && t.lower() >= SMALLEST && q >= SMALLEST)) {
      return Enclosure.of(0, unsampled.upper());
    }
    if (order * t.upper() > LARGEST_EXPONENT) {
      Enclosure largest =
          forward
              ? PairIntegrand.logMixture(q, t)
              : PairIntegrand.logMixture(q, t.negate()).negate();
      Enclosure logMass = forward ? LOG_HALF.minus(t).plus(largest) : LOG_HALF;
      return nearLimit(largest, logMass, order);
    }
    double b = order - 1;
    double rise =
        b * PairIntegrand.logMixture(q, (forward ? 1 : -1) * t.upper()) * (forward ? 1 : -1);
    MomentSum sum = new MomentSum(order, rise);
    ExponentialLosses.laplace(t).addMoment(sum, q, order, forward);
    Enclosure value = sum.renyi();
    double upper = Math.min(value.upper(), unsampled.upper());
    return Enclosure.of(Math.min(value.lower(), upper), upper);
  }

  /**
   * Encloses a divergence between the largest log ratio L and {@code L + log(m)/(order - 1)}, m the
   * mass of L under the first distribution.
   */
  static Enclosure nearLimit(Enclosure largest, Enclosure logMass, double order) {
    double lower = largest.plus(logMass.dividedBy(order - 1)).lower();
    return Enclosure.of(Math.max(0, lower), largest.upper());
  }
}
