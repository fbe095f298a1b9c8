package org.assay.accountant.internal.contour.factor;

import java.util.Optional;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.numeric.Enclosure;

/**
 * The moment generating function M(c + it) of equal steps of sampled {@link ExponentialLosses}. The
 * quadrature nodes depend on the largest t, so {@link SampledExponentialNodes} are made when the
 * contour asks for values. The decay bound: as t grows, the density's part of |M| falls like 1/t,
 * and the part of the atoms stays. Proofs: {@code doc-files/sampled-exponential-losses.md}.
 */
final class SampledExponentialTransform implements LossTransform {
  /**
   * Largest phase at the contour's end, in radians. Nodes are needed in proportion to the phase;
   * longer contours are left to other methods. Not tuned.
   */
  private static final double LARGEST_PHASE = 2e4;

  /** Largest loss of an unsampled step, in nats, for which values are computed. Not tuned. */
  private static final double LARGEST_RATIO = 100;

  /**
   * Nodes of a quadrature panel, for the estimate of the cost only. One panel serves about as many
   * radians of phase.
   */
  private static final double PANEL = 20;

  private final SampledExponentialFactor factor;
  private final SampledExponentialTerms terms;
  private final double reach;
  private final Enclosure logMoment;

  /** The part of M(c) that comes from the two atoms. */
  private final Enclosure atoms;

  /** Bound of t times the part of |M(c + it)| that comes from the density. */
  private final Enclosure stretch;

  SampledExponentialTransform(SampledExponentialFactor factor, double c, double reach) {
    this.factor = factor;
    this.terms = new SampledExponentialTerms(factor, c);
    this.reach = reach;
    this.logMoment = factor.logMomentOfOne(c);
    Enclosure e = factor.losses().range();
    this.atoms =
        factor.losses().hasMasses()
            ? terms.upperAtom().exp().plus(terms.lowerAtom().exp())
            : Enclosure.ZERO;
    this.stretch = terms.swing(e).plus(terms.swing(e.negate())).times(2);
  }

  private SampledExponentialTransform(SampledExponentialTransform shorter, double reach) {
    this.factor = shorter.factor;
    this.terms = shorter.terms;
    this.reach = reach;
    this.logMoment = shorter.logMoment;
    this.atoms = shorter.atoms;
    this.stretch = shorter.stretch;
  }

  @Override
  public Optional<LossTransform> reaching(double longer) {
    return Optional.of(new SampledExponentialTransform(this, longer));
  }

  private boolean isInReach() {
    return logMoment.upper() < SampledExponentialTerms.LARGEST_EXPONENT
        && terms.largestExponent() < SampledExponentialTerms.LARGEST_EXPONENT
        && factor.losses().range().upper() <= LARGEST_RATIO
        && phase() < LARGEST_PHASE;
  }

  /** Phase of the values at the contour's end, in radians. */
  private double phase() {
    return reach * terms.lossRange();
  }

  @Override
  public double cost() {
    return isInReach() ? PANEL * (1 + phase() / PANEL) : Double.POSITIVE_INFINITY;
  }

  @Override
  public void addTo(ContourNodes nodes) {
    double last = (nodes.wanted() - 1) * nodes.step;
    SampledExponentialNodes line = new SampledExponentialNodes(terms, Math.max(last, nodes.step));
    new LineMoment(line.nodes(), factor.count(), logMoment.expm1(), line.error()).addTo(nodes);
  }

  @Override
  public double logDecayBound(double t) {
    Enclosure falling = stretch.dividedBy(t).plus(atoms).log();
    return Enclosure.exact(Math.min(logMoment.upper(), falling.upper()))
        .times(factor.count())
        .upper();
  }
}
