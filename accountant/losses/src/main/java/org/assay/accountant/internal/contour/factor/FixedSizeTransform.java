package org.assay.accountant.internal.contour.factor;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.FixedSizeGaussianIntegrand;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.internal.divergence.SymmetricIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of the fixed-size pair along a vertical contour: {@code M(c + it) - 1 = ∫ φ (r^(1+s)
 * - 1)(1 - r^(-s))} over {@code x > mu/2}. Gauss-Legendre panels are short enough for every t up to
 * the reach. Names and proofs are those of {@code contour/doc-files/contour-inversion.md}.
 */
final class FixedSizeTransform implements LossTransform, AnalyticIntegral.NodeListener {
  /**
   * Largest phase at the contour's end, in radians: larger ones would need too many nodes. Not
   * tuned.
   */
  private static final double LARGEST_PHASE = 1e5;

  /** Largest logarithm of a moment that is computed: larger ones could overflow. */
  private static final double LARGEST_EXPONENT = 600;

  /**
   * Largest distance, in standard deviations above the peak, in which the density's tail must
   * become negligible. Not tuned: ends the search.
   */
  private static final int LONGEST_TAIL = 1000;

  private final FixedSizeFactor factor;
  private final double c;
  private final LineNodes line = new LineNodes();
  private final List<double[]> points = new ArrayList<>();
  private final List<double[]> panels = new ArrayList<>();
  private final LineMoment moment;
  private final HalfLineDecay decay;
  private final boolean known;

  FixedSizeTransform(FixedSizeFactor factor, double c, double reach) {
    this.factor = factor;
    this.c = c;
    Enclosure logMoment = factor.logMomentOfOne(c);
    FixedSizeGaussianIntegrand base =
        new FixedSizeGaussianIntegrand(factor.share(), factor.mu(), 1 + c);
    FixedSizeLineIntegrand integrand = new FixedSizeLineIntegrand(base, factor, c, reach);
    double cut = cut(base);
    this.known = logMoment.upper() < LARGEST_EXPONENT && inReach(base, cut, reach);
    Enclosure integral = known ? AnalyticIntegral.of(integrand, 0, cut, this) : Enclosure.ZERO;
    // Both M(c + it) and M(c) err by at most half the width and four tails.
    double tail = 4 * Math.exp(base.logTail(cut) + base.slack);
    double error = known ? 2 * (integral.width() + tail) : Double.POSITIVE_INFINITY;
    this.moment = new LineMoment(line, factor.count(), logMoment.expm1(), error);
    double logUpper = known ? logMoment.upper() : Double.POSITIVE_INFINITY;
    this.decay = new HalfLineDecay(factor, c, logUpper, points, panels, cut, tail, reach);
  }

  private boolean inReach(FixedSizeGaussianIntegrand base, double cut, double reach) {
    double exponent = factor.mu().upper() * cut;
    double largestLoss = PairIntegrand.logMixture(factor.share().upper(), exponent);
    return exponent < LARGEST_EXPONENT
        && reach * largestLoss < LARGEST_PHASE
        && base.logTail(cut) < -46;
  }

  private double cut(FixedSizeGaussianIntegrand base) {
    double start = (1 + c) / factor.sigma() + 4;
    double negligible = -75 - Math.log(factor.count());
    // The integer is counted because adding 1 to a start above 2^53 (tiny noise) does not change
    // the start.
    int beyond = 0;
    while (!(base.logTail(start + beyond) < negligible) && beyond < LONGEST_TAIL) {
      beyond++;
    }
    return start + beyond;
  }

  @Override
  public void panel(double from, double to) {
    panels.add(new double[] {from, to});
  }

  @Override
  public void node(Enclosure x, Enclosure weight) {
    Enclosure half = factor.mu().times(0.5);
    Enclosure ratio = PairIntegrand.logMixture(factor.share(), x.times(factor.mu()));
    Enclosure base = SymmetricIntegrand.logNormal(x.plus(half)).plus(weight.log());
    Enclosure rising = base.plus(ratio.times(Enclosure.exact(c).plus(1)));
    Enclosure falling = base.minus(ratio.times(c));
    line.addReal(rising, ratio);
    line.addReal(falling, ratio.negate());
    points.add(new double[] {x.midpoint(), base.midpoint()});
  }

  @Override
  public double cost() {
    return known ? line.size : Double.POSITIVE_INFINITY;
  }

  @Override
  public void addTo(ContourNodes nodes) {
    moment.addTo(nodes);
  }

  @Override
  public double logDecayBound(double t) {
    return factor.count() * decay.logBound(t);
  }

  /**
   * The fixed-size integrand at {@code s = c}, with suprema that hold at {@code s = c + it} for
   * every t up to the reach: {@code |s(1+s)|/(c(1+c))} and {@code e^(t|arg r|)} times those at c.
   */
  static final class FixedSizeLineIntegrand implements AnalyticIntegral.Integrand {
    private final FixedSizeGaussianIntegrand base;
    private final double q;
    private final double mu;
    private final double reach;
    private final double factor;

    FixedSizeLineIntegrand(
        FixedSizeGaussianIntegrand base, FixedSizeFactor steps, double c, double reach) {
      this.base = base;
      this.q = steps.share().upper();
      this.mu = steps.mu().upper();
      this.reach = reach;
      double modulus = Math.hypot(c, reach) * Math.hypot(1 + c, reach);
      this.factor = modulus / (c * (1 + c)) * (1 + 0x1p-40);
    }

    @Override
    public Enclosure at(Enclosure x) {
      return base.at(x);
    }

    @Override
    public double supremum(double from, double to, double height) {
      double tau = mu * height;
      double argument = tau;
      if (tau <= 1.5) {
        // The shifted component's share, and with it the argument, is largest at the right end.
        double weight = q * Math.exp(Math.min(700, mu * to));
        argument = Math.atan2(weight * Math.sin(tau), (1 - q) + weight * Math.cos(tau));
      }
      double growth = Math.exp(reach * argument * (1 + 0x1p-40));
      double bound = base.supremum(from, to, height) * factor * growth;
      return Double.isNaN(bound) ? Double.POSITIVE_INFINITY : bound;
    }
  }
}
