package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.BoundedRange;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * A mechanism whose log ratios lie in an interval of a given length, for example the exponential
 * mechanism ([@McSherryTalwar2007], Theorem 6). Ranges add along a chain of neighbours
 * ([@DongDurfeeRogers2020]).
 */
final class BoundedRangeStep extends Step {
  private final double range;

  BoundedRangeStep(DpEvent event, Neighbours neighbours, double range) {
    super(event, neighbours);
    this.range = range;
  }

  @Override
  public Enclosure epsilon() {
    return neighbours().steps(event()).times(range);
  }

  @Override
  Optional<Rational> exactEpsilon() {
    return Optional.of(neighbours().exactSteps(event()).times(range));
  }

  /** {@code ε²/8}: {@code divergence/doc-files/zero-concentration.md}. */
  @Override
  Optional<Rational> exactRho() {
    return exactEpsilon().map(all -> all.square().times(0.125));
  }

  @Override
  public RdpCurve renyi() {
    Enclosure all = epsilon();
    return curve(
        order -> BoundedRange.renyi(all, order), BoundedRange.zeroConcentration(all).upper());
  }

  /**
   * Each point of the profile is attained by an exponential mechanism with two candidates, whose
   * utilities depend on the point.
   */
  @Override
  public RunShape shape() {
    return RunShape.ATTAINED_POINTS;
  }

  @Override
  RdpCurve attained() {
    return renyi();
  }

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.boundedRange(epsilon(), neighbours().adjacency());
  }

  /** The loss rises with the range. */
  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(() -> noSteps().withBoundedRange(epsilon().upper()));
  }
}
