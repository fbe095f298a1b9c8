package org.assay.accountant.divergence;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of the sampled Laplace pair along a line: {@link SampledLaplaceNodes} as soon as it
 * is known how far they have to reach. The modulus falls with t to the share of the atoms. Proofs:
 * {@code doc-files/sampled-laplace.md}.
 */
final class SampledLaplaceTransform implements LossTransform {
  /** Larger phases are not worth the nodes that they need. */
  private static final double LARGEST_PHASE = 2e4;

  private static final double LARGEST_RATIO = 100;

  /** The nodes of a panel, and about the phase up to which one is enough. */
  private static final double PANEL = 20;

  private final SampledLaplaceFactor factor;
  private final SampledLaplaceTerms terms;
  private final double reach;
  private final Enclosure logMoment;

  /** What the atoms hold at c, and a bound of what the stretch holds at c + it, times t. */
  private final Enclosure atoms;

  private final Enclosure stretch;

  SampledLaplaceTransform(SampledLaplaceFactor factor, double c, double reach) {
    this.factor = factor;
    this.terms = new SampledLaplaceTerms(factor, c);
    this.reach = reach;
    this.logMoment = factor.logMomentOfOne(c);
    this.atoms = terms.upperAtom().exp().plus(terms.lowerAtom().exp());
    Enclosure e = factor.ratio();
    this.stretch = terms.swing(e).plus(terms.swing(e.negate())).times(2);
  }

  private SampledLaplaceTransform(SampledLaplaceTransform shorter, double reach) {
    this.factor = shorter.factor;
    this.terms = shorter.terms;
    this.reach = reach;
    this.logMoment = shorter.logMoment;
    this.atoms = shorter.atoms;
    this.stretch = shorter.stretch;
  }

  @Override
  public Optional<LossTransform> reaching(double longer) {
    return Optional.of(new SampledLaplaceTransform(this, longer));
  }

  private boolean isInReach() {
    return logMoment.upper() < SampledLaplaceTerms.LARGEST_EXPONENT
        && terms.largestExponent() < SampledLaplaceTerms.LARGEST_EXPONENT
        && factor.ratio().upper() <= LARGEST_RATIO
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
    SampledLaplaceNodes line = new SampledLaplaceNodes(terms, Math.max(last, nodes.step));
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
