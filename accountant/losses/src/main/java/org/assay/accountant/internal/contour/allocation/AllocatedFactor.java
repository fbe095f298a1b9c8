package org.assay.accountant.internal.contour.allocation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;

/**
 * Gaussian steps where a record takes part in one random step of each run of t steps. {@code M(s) =
 * E W^(1+s)} for removing the record and {@code E W^-s} for adding it, with W the mean of t
 * likelihood ratios. Proofs: {@code doc-files/random-allocation.md}.
 */
public final class AllocatedFactor implements LossFactor {
  /**
   * Limit of the moment's order when the record is removed; c is integrated up to 6 less. Higher
   * orders take too long, and depend on single large ratios, which leaves no digits. Not tuned.
   */
  private static final int LARGEST_ORDER = 28;

  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /**
   * Largest exponent {@code p²/(2σ²)} of one ratio's moment of order p; it keeps values within the
   * doubles.
   */
  private static final double LARGEST_EXPONENT = 600;

  /** Largest c that is integrated when the record is added. Not tuned. */
  private static final double LARGEST_ADDED = 1e4;

  /**
   * Share of the integrated range of c in which the saddle point has no penalty. Aliasing is
   * bounded by moments at orders larger than the contour's, so the contour needs distance from the
   * range's end. Not tuned.
   */
  private static final double STEERED = 0.7;

  /**
   * Penalty for each run and unit of c above that share, in nats. It exceeds the epsilons for which
   * a saddle point near the end of the range would be chosen. Not tuned.
   */
  private static final double SLOPE = 3;

  /** Penalty for each run and unit of c outside the integrated range, in nats. Not tuned. */
  private static final double STEEP = 1000;

  private final AllocatedLaw law;
  private final boolean removing;
  private final double count;
  private final double largest;
  private final Map<Double, Enclosure> known = new ConcurrentHashMap<>();

  /**
   * A factor.
   *
   * @param count number of runs
   */
  public AllocatedFactor(AllocatedLaw law, boolean removing, double count) {
    this.law = law;
    this.removing = removing;
    this.count = count;
    double byExponent = Math.sqrt(2 * LARGEST_EXPONENT) * law.sigma();
    this.largest = removing ? Math.min(LARGEST_ORDER, byExponent) - 6 : LARGEST_ADDED;
  }

  /** The real part of the power of W whose mean is M. */
  private double power(double c) {
    return removing ? 1 + c : -c;
  }

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  /** {@code log M(c)} of one run, at least 0 by Jensen's inequality. */
  private Enclosure logMomentOfOne(double c) {
    return c <= largest
        ? known.computeIfAbsent(c, this::computed)
        : Enclosure.of(0, law.logMomentBound(power(c)));
  }

  private Enclosure computed(double c) {
    return new AllocatedRay(law, power(c), 0).logMoment();
  }

  /**
   * The logarithm with the penalties that keep the saddle point in the integrated range. A moment
   * without known digits counts as its upper end, away from the saddle point.
   */
  @Override
  public double roughLogMoment(double c) {
    double known = Math.max(0, largest);
    double within = Math.min(c, known);
    double steered = Math.max(0, c - STEERED * known);
    double beyond = c - within;
    return count * logMomentOfOne(within).upper() + SLOPE * steered + STEEP * beyond;
  }

  /** Infinite in both directions: W is not bounded away from 0 when the record is added. */
  @Override
  public double largestLoss() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new Line(c, reach);
  }

  private final class Line implements LossTransform {
    private final double c;
    private final double reach;
    private final Enclosure logMoment;

    Line(double c, double reach) {
      this.c = c;
      this.reach = reach;
      this.logMoment = logMomentOfOne(c);
    }

    /** Approximate number of nodes of a ray. */
    @Override
    public double cost() {
      boolean known = logMoment.upper() < Double.POSITIVE_INFINITY;
      double spread = Math.sqrt(law.sharedVariance());
      return known
          ? 100 + 5 * (Math.min(reach, 12 / spread) + 6 / spread)
          : Double.POSITIVE_INFINITY;
    }

    /** All terms of W share a normal part, whose transform decays like a Gaussian's. */
    @Override
    public double logDecayBound(double t) {
      Enclosure square = Enclosure.exact(t).square().times(0.5 * (1 - 0x1p-50));
      Enclosure variance = Enclosure.exact(law.sharedVariance() * (1 - 0x1p-50));
      return logMoment.minus(square.times(variance)).times(count).upper();
    }

    @Override
    public void addTo(ContourNodes nodes) {
      int next = nodes.wanted() - 1;
      while (next >= 0) {
        next = addFrom(nodes, next);
      }
    }

    /**
     * Adds to all nodes for which one ray is accurate, from {@code last} downward, and returns the
     * next node.
     */
    private int addFrom(ContourNodes nodes, int last) {
      AllocatedRay ray = new AllocatedRay(law, power(c), last * nodes.step);
      double scale = logMoment.midpoint();
      double most = logMoment.minus(scale).exp().upper();
      int k = last;
      for (; k == last || (k >= 0 && ray.serves(k * nodes.step)); k--) {
        ray.evaluate(k * nodes.step, scale, most);
        addPower(nodes, k, ray);
        nodes.add(k, count * scale, 0, 0);
      }
      return k;
    }

    /**
     * Adds the power of the moment of order {@code p - iτ}. When the record is removed the wanted
     * moment is its conjugate.
     */
    private void addPower(ContourNodes nodes, int k, AllocatedRay ray) {
      double modulus = Math.hypot(ray.real, ray.imaginary);
      if (!(ray.uncertainty < 0.5 * modulus)) {
        // The exact value has at most this modulus, and twice the modulus bounds the difference.
        double log = Math.log((modulus + ray.uncertainty) * (1 + 0x1p-40));
        nodes.add(k, count * log, 0, Math.log(3) + 4 * U * count);
        return;
      }
      double angle = Math.atan2(removing ? -ray.imaginary : ray.imaginary, ray.real);
      double relative = 1.01 * ray.uncertainty / modulus;
      double rounding = 4 * U * (2 + Math.abs(Math.log(modulus)) + Math.abs(angle));
      double bound = count * (rounding - Math.log1p(-relative));
      nodes.add(k, count * Math.log(modulus), count * angle, bound);
    }
  }
}
