package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Truncated Laplace noise on one number: {@code doc-files/piecewise-noise.md}. */
final class TruncatedLaplaceStep extends Step {
  private final TruncatedLaplaceEvent noise;

  TruncatedLaplaceStep(TruncatedLaplaceEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  @Override
  public Enclosure epsilon() {
    throw revealing("epsilon");
  }

  @Override
  public RdpCurve renyi() {
    throw revealing("Rényi divergence");
  }

  @Override
  public Enclosure squaredMu() {
    throw revealing("mu");
  }

  private Enclosure moved() {
    return neighbours().steps(noise).times(noise.sensitivity().value());
  }

  private UnsupportedEventException revealing(String currency) {
    return new UnsupportedEventException(
        noise.describe(),
        "noise that is cut off gives a record away with some probability, so no "
            + currency
            + " is finite; ask for its privacy loss distribution");
  }

  /**
   * Attained if the sensitivity is below the noise's bound; otherwise the mechanism counts as
   * revealing everything.
   */
  @Override
  public RunShape shape() {
    return moved().upper() < noise.bound() ? RunShape.ATTAINED : RunShape.STEP;
  }

  /** Some outputs of one neighbour are impossible for the other, so divergences are infinite. */
  @Override
  RdpCurve attained() {
    Enclosure all = Enclosure.exact(moved().lower() > 0 ? Double.POSITIVE_INFINITY : 0);
    return atLeast(order -> all);
  }

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.truncatedLaplace(
        moved().dividedBy(noise.scale()),
        Enclosure.exact(noise.bound()).dividedBy(noise.scale()),
        neighbours().adjacency());
  }
}
