package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Conversions from Rényi to approximate differential privacy. By [@CanonneKamathSteinke2020],
 * Proposition 12, a divergence of order alpha of at most {@code rdp} implies (epsilon,
 * delta)-differential privacy with
 *
 * <pre>
 *   epsilon = rdp + log(1 - 1/alpha) - (log delta + log alpha)/(alpha - 1)
 *   log delta = (alpha - 1)(rdp - epsilon) + alpha log(1 - 1/alpha) - log(alpha - 1)
 * </pre>
 *
 * <p>If the formula for epsilon is negative, (0, delta)-differential privacy holds with room to
 * spare, and the answer is 0. The logarithm of delta is not clipped: a value above 0 means that
 * nothing follows.
 */
public final class RenyiConversion {
  /** Number of steps of the search for the order with the smallest lossless epsilon. Not tuned. */
  private static final int LOSSLESS_SEARCH = 12;

  private RenyiConversion() {}

  /**
   * Epsilon from one order.
   *
   * @param order Rényi order, above 1
   * @param rdp an enclosure of the divergence at that order
   * @param delta strictly between 0 and 1
   * @return an enclosure of the converted epsilon, or of 0 if negative; its upper end is a
   *     guarantee
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure epsilon(double order, Enclosure rdp, double delta) {
    double b = excessOrder(order);
    return new EpsilonObjective(delta).value(b, rdp.times(b)).max(Enclosure.ZERO);
  }

  /**
   * Logarithm of delta from one order.
   *
   * @param order Rényi order, above 1
   * @param rdp an enclosure of the divergence at that order
   * @param epsilon at least 0
   * @return an enclosure of the logarithm of the converted delta; its upper end is a guarantee
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure logDelta(double order, Enclosure rdp, double epsilon) {
    double b = excessOrder(order);
    return new LogDeltaObjective(epsilon).value(b, rdp.times(b));
  }

  /**
   * Smallest epsilon over all real orders above 1.
   *
   * @param curve the Rényi curve
   * @param delta strictly between 0 and 1
   * @return an enclosure of the minimum, or of 0 if the minimum is negative. The upper end is
   *     attained at a computed order, so it is a guarantee for any curve. The lower end assumes
   *     that {@code (order - 1) · divergence} is convex, as for every exact curve and every sum of
   *     exact curves
   * @throws IllegalArgumentException if delta is out of range
   */
  public static Enclosure bestEpsilon(RdpCurve curve, double delta) {
    return new OrderMinimizer(curve, new EpsilonObjective(delta)).minimum().max(Enclosure.ZERO);
  }

  /**
   * Smallest log delta over all real orders above 1.
   *
   * @param curve the Rényi curve
   * @param epsilon at least 0
   * @return an enclosure of the minimum, with ends as in {@link #bestEpsilon}
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public static Enclosure bestLogDelta(RdpCurve curve, double epsilon) {
    return new OrderMinimizer(curve, new LogDeltaObjective(epsilon)).minimum();
  }

  /**
   * Epsilon from one order by the lossless conversion of [@AsoodehEtAl2021]: no smaller epsilon
   * follows from this divergence alone. The result is never above {@link #epsilon}.
   *
   * @param order Rényi order, above 1
   * @param rdp an enclosure of the divergence at that order
   * @param delta strictly between 0 and 1
   * @return an enclosure of the smallest epsilon, at least 0, that one direction of the divergence
   *     implies. The upper end is a guarantee; two coins within the divergence reach the lower end
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure losslessEpsilon(double order, Enclosure rdp, double delta) {
    Enclosure closed = epsilon(order, rdp, delta);
    // If the best coin's heads would exceed 1, the coin with heads 1 is the best.
    Enclosure certain = rdp.plus(Enclosure.exact(-delta).log1p());
    boolean beyond = Rounding.multiplyDown(order, delta) >= 1;
    double known = beyond ? Math.max(0, closed.min(certain).upper()) : closed.upper();
    return improved(order, rdp, delta, known);
  }

  /**
   * Epsilon from a Kullback-Leibler divergence, the limit of Rényi orders to 1, by the lossless
   * conversion.
   *
   * @param divergence an enclosure of the divergence, at least 0
   * @param delta strictly between 0 and 1
   * @return an enclosure with ends as in {@link #losslessEpsilon}
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure epsilonFromKullbackLeibler(Enclosure divergence, double delta) {
    Parameters.requireNonNegative("divergence", divergence.lower());
    Parameters.requireOpenProbability("delta", delta);
    // Binary divergence is at least p log(p/q) - log 2 ≥ δ ε - log 2, as q ≤ p e^-ε.
    double known = divergence.plus(Enclosure.exact(2).log()).dividedBy(delta).upper();
    return improved(1, divergence, delta, known);
  }

  /**
   * Smallest epsilon over all conversions and orders: the lossless conversion at the best orders
   * found, never above {@link #bestEpsilon}.
   *
   * @param curve the Rényi curve
   * @param delta strictly between 0 and 1
   * @return an enclosure whose upper end is a guarantee; its lower end is 0, as only the upper end
   *     is certified
   * @throws IllegalArgumentException if delta is out of range
   */
  public static Enclosure tightestEpsilon(RdpCurve curve, double delta) {
    OrderMinimizer minimizer = new OrderMinimizer(curve, new EpsilonObjective(delta));
    double best = bestEpsilon(curve, delta).upper();
    if (!(best > 0 && best < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, best);
    }
    double center = Math.log(minimizer.order() - 1);
    double step = 0.4;
    for (int i = 0; i < LOSSLESS_SEARCH; i++, step *= 0.6) {
      double here = best;
      double moved = center;
      for (double candidate : new double[] {center, center - step, center + step}) {
        double order = 1 + Math.exp(candidate);
        if (order > 1 && order <= 0x1p52) {
          double value = improved(order, curve.at(order), delta, best).upper();
          moved = value < here ? candidate : moved;
          here = Math.min(here, value);
        }
      }
      best = here;
      center = moved;
    }
    return Enclosure.of(0, best);
  }

  private static Enclosure improved(double order, Enclosure rdp, double delta, double known) {
    if (!(known > 0
        && known < Double.POSITIVE_INFINITY
        && rdp.upper() < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, known);
    }
    return new LosslessConversion(order, rdp, delta).epsilon(known);
  }

  private static double excessOrder(double order) {
    Parameters.requireOrder(order);
    if (!(order <= 0x1p52)) {
      throw new IllegalArgumentException("order was " + order + ": it must be at most 2^52");
    }
    return order - 1;
  }

  /** {@code log(b/(1+b))}. */
  private static Enclosure logShare(double b) {
    return Enclosure.ONE.dividedBy(b).log1p().negate();
  }

  /** {@code (K - log delta - log(1+b))/b + log(b/(1+b))}. */
  private static final class EpsilonObjective implements OrderObjective {
    private final Enclosure logDelta;

    EpsilonObjective(double delta) {
      this.logDelta = Enclosure.exact(Parameters.requireOpenProbability("delta", delta)).log();
    }

    @Override
    public Enclosure value(double b, Enclosure logMoment) {
      return logMoment
          .minus(logDelta)
          .minus(Enclosure.exact(b).log1p())
          .dividedBy(b)
          .plus(logShare(b));
    }

    /** The derivative is {@code (log delta + log(1+b) - intercept)/b²}. */
    @Override
    public Enclosure derivativeTimesWeight(double b, Enclosure intercept, Enclosure slope) {
      return logDelta.plus(Enclosure.exact(b).log1p()).minus(intercept);
    }

    @Override
    public double largestInverseWeight(double b) {
      return Rounding.divideUp(1, Rounding.multiplyDown(b, b));
    }
  }

  /** {@code K - b epsilon + b log b - (1+b) log(1+b)}. */
  private static final class LogDeltaObjective implements OrderObjective {
    private final double epsilon;

    LogDeltaObjective(double epsilon) {
      this.epsilon = Parameters.requireNonNegative("epsilon", epsilon);
    }

    @Override
    public Enclosure value(double b, Enclosure logMoment) {
      return logMoment
          .minus(Enclosure.exact(b).times(epsilon))
          .plus(logShare(b).times(b))
          .minus(Enclosure.exact(b).log1p());
    }

    /** The derivative is {@code slope - epsilon + log(b/(1+b))}. */
    @Override
    public Enclosure derivativeTimesWeight(double b, Enclosure intercept, Enclosure slope) {
      return slope.minus(epsilon).plus(logShare(b));
    }

    @Override
    public double largestInverseWeight(double b) {
      return 1;
    }
  }
}
