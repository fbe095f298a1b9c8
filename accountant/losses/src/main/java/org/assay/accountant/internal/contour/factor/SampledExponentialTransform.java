package org.assay.accountant.internal.contour.factor;

import java.util.Optional;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of sampled {@link ExponentialLosses} along a vertical contour. {@link
 * SampledExponentialNodes} are made once the contour's length is known. The modulus falls with t to
 * the moment of the atoms. Proofs: {@code doc-files/sampled-exponential-losses.md}.
 */
final class SampledExponentialTransform implements LossTransform {
  /** Largest phase at the contour's end; larger ones would need too many nodes. */
  private static final double LARGEST_PHASE = 2e4;

  /** Largest loss of an unsampled step. */
  private static final double LARGEST_RATIO = 100;

  /** Nodes of a panel, and about the phase up to which one panel suffices. */
  private static final double PANEL = 20;

  private final SampledExponentialFactor factor;
  private final SampledExponentialTerms terms;
  private final double reach;
  private final Enclosure logMoment;

  /** The atoms' moment at c, and a bound of t times the density's moment at c + it. */
  private final Enclosure atoms;

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
