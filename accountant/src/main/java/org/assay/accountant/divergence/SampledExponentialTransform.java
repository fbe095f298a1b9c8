package org.assay.accountant.divergence;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of sampled {@link ExponentialLosses} along a line: {@link SampledExponentialNodes} as
 * soon as it is known how far they have to reach. The modulus falls with t to the share of the
 * atoms. Proofs: {@code doc-files/sampled-exponential-losses.md}.
 */
final class SampledExponentialTransform implements LossTransform {
  /** Larger phases are not worth the nodes that they need. */
  private static final double LARGEST_PHASE = 2e4;

  private static final double LARGEST_RATIO = 100;

  /** The nodes of a panel, and about the phase up to which one is enough. */
  private static final double PANEL = 20;

  private final SampledExponentialFactor factor;
  private final SampledExponentialTerms terms;
  private final double reach;
  private final Enclosure logMoment;

  /** What the atoms hold at c, and a bound of what the stretch holds at c + it, times t. */
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

  /** How far the values turn at the end of the line. */
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
