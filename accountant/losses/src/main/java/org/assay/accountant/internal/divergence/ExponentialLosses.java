package org.assay.accountant.internal.divergence;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;

/**
 * The distribution of an unsampled step's loss u without the record: density {@code K e^(-(u+e)/2)}
 * on [-e, e]. Laplace noise also has the masses {@code e^-e/2} at e and 1/2 at -e. With the record
 * every mass is {@code e^u} times as large.
 *
 * @param range e, above 0
 * @param logScale log K
 * @param hasMasses whether the ends have masses of their own
 */
public record ExponentialLosses(Enclosure range, Enclosure logScale, boolean hasMasses) {
  /**
   * Largest product of order and largest loss that is integrated; above it the enclosure is [0,
   * largest loss]. Not tuned.
   */
  private static final double LARGEST_EXPONENT = 1e8;

  private static final Enclosure LOG_HALF = Enclosure.exact(0.5).log();
  private static final Enclosure LOG_QUARTER = Enclosure.exact(0.25).log();

  /**
   * Laplace noise.
   *
   * @param ratio an enclosure of sensitivity over scale
   */
  public static ExponentialLosses laplace(Enclosure ratio) {
    return new ExponentialLosses(ratio, LOG_QUARTER, true);
  }

  /** The pair that dominates a bounded range, {@code loss/pair/doc-files/bounded-range-pair.md}. */
  public static ExponentialLosses ofRange(double range) {
    Enclosure whole = Enclosure.exact(range).negate().expm1().negate();
    Enclosure logScale = LOG_HALF.minus(whole.log());
    return new ExponentialLosses(Enclosure.exact(range), logScale, false);
  }

  public Enclosure logDensity(Enclosure u) {
    return u.plus(range).times(-0.5).plus(logScale);
  }

  /** Logarithm of the mass at e. */
  public Enclosure logUpperMass() {
    return LOG_HALF.minus(range);
  }

  /** Logarithm of the mass at -e. */
  public Enclosure logLowerMass() {
    return LOG_HALF;
  }

  /**
   * Upper bound of the error of an integral that is caused by the rounding of its ends: the width
   * of the range times the largest value.
   */
  public double edges(AnalyticIntegral.Continuation integrand) {
    if (range.width() == 0) {
      return 0;
    }
    double before = integrand.supremum(-range.upper(), -range.lower(), 0);
    double after = integrand.supremum(range.lower(), range.upper(), 0);
    return Math.max(before, after) * 2.1 * range.width();
  }

  /**
   * The moment minus one of the sampled pair of an order, added to a sum.
   *
   * @param q sampling probability
   * @param forward whether the mixture is diverged from the distribution without the record
   */
  void addMoment(MomentSum sum, double q, double order, boolean forward) {
    SampledExponentialIntegrand integrand =
        new SampledExponentialIntegrand(q, this, order, forward);
    integrand.logScale = sum.logScale();
    if (hasMasses) {
      sum.addScaled(integrand.term(logUpperMass(), range));
      sum.addScaled(integrand.term(logLowerMass(), range.negate()));
    }
    integrand.addStretch(sum);
  }

  /**
   * The Rényi divergence of the sampled pair.
   *
   * @param q sampling probability, from 1e-60 to below 1
   * @param forward whether the mixture is diverged from the distribution without the record
   */
  public Enclosure sampledRenyi(double q, double order, boolean forward) {
    if (hasMasses) {
      return forward
          ? SampledLaplace.renyiForward(q, range, order)
          : SampledLaplace.renyiReverse(q, range, order);
    }
    Enclosure largest =
        forward
            ? PairIntegrand.logMixture(q, range)
            : PairIntegrand.logMixture(q, range.negate()).negate();
    if (order * largest.upper() > LARGEST_EXPONENT) {
      return Enclosure.of(0, largest.upper());
    }
    MomentSum sum = new MomentSum(order, largest.times(order - 1).midpoint());
    addMoment(sum, q, order, forward);
    Enclosure value = sum.renyi();
    double upper = Math.min(value.upper(), largest.upper());
    return Enclosure.of(Math.min(value.lower(), upper), upper);
  }

  /**
   * The density's part of the moment of sampled {@link ExponentialLosses}, in the loss u of the
   * unsampled step: mixture ratio {@code r = 1 - q + q e^u}.
   */
  static final class SampledExponentialIntegrand extends PairIntegrand {
    private final double q;
    private final ExponentialLosses losses;
    private final boolean forward;

    SampledExponentialIntegrand(double q, ExponentialLosses losses, double order, boolean forward) {
      super(order);
      this.q = q;
      this.losses = losses;
      this.forward = forward;
    }

    @Override
    public Enclosure at(Enclosure u) {
      return term(losses.logDensity(u), u);
    }

    /** The moment's term at log ratio u for a mass of the base. */
    Enclosure term(Enclosure logMass, Enclosure u) {
      Enclosure ratio = logMixture(q, u);
      Enclosure scaled = logMass.minus(logScale);
      return forward
          ? MomentSum.term(b, scaled.plus(ratio), ratio)
          : MomentSum.term(b, scaled, ratio.negate());
    }

    @Override
    double logSupremum(double from, double to, double height) {
      if (!(height < 3.1)) {
        return Double.POSITIVE_INFINITY;
      }
      double largest = Math.max(0, logMixture(q, to));
      double smallest = Math.min(0, logMixture(q, from)) + Math.log(Math.cos(height / 2));
      double square = 2 * (Math.log(q) + logExpm1(from, to, height)) + Math.log((1 + b) * b / 2);
      double plain;
      if (forward) {
        square += (b - 1) * (b >= 1 ? largest : smallest);
        plain = Math.log(4 + 2 * b) + (1 + b) * largest;
      } else {
        square -= (2 + b) * smallest;
        plain = Math.log(2 + 2 * b) + largest - b * smallest;
      }
      return Math.min(square, plain)
          - (from + losses.range().lower()) / 2
          + losses.logScale().upper();
    }

    /** Adds the integral between the ends of the range, which are enclosures. */
    void addStretch(MomentSum sum) {
      double end = losses.range().lower();
      sum.addScaled(AnalyticIntegral.of(this, -end, end));
      sum.addScaled(Enclosure.of(0, losses.edges(this)));
    }
  }
}
