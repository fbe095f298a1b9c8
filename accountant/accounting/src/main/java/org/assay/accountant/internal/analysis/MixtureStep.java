package org.assay.accountant.internal.analysis;

import java.util.Collections;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.internal.divergence.GaussianMixture;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Gaussian noise around a random centre: {@code loss/pair/doc-files/mixture-of-gaussians.md}. */
final class MixtureStep extends Step {
  private final MixtureOfGaussiansEvent mixture;

  MixtureStep(MixtureOfGaussiansEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mixture = event;
  }

  /** No finite epsilon holds unless no record moves the centre. */
  @Override
  public Enclosure epsilon() {
    boolean moves = false;
    for (int i = 0; i < mixture.sensitivities().size(); i++) {
      moves |= mixture.sensitivities().get(i) > 0 && mixture.probabilities().get(i) > 0;
    }
    return moves ? super.epsilon() : Enclosure.ZERO;
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requireOwnRelation(mixture);
    // Divergences are jointly quasi-convex, so the largest shift alone gives no smaller bound.
    Enclosure largest =
        mixture.shifts().stream().reduce(Enclosure.ZERO, (first, second) -> first.max(second));
    return curve(
            order -> GaussianMixture.renyi(mixture.weights(), mixture.shifts(), order),
            largest.square().times(0.5).upper())
        .forGroupsOf(neighbours().size());
  }

  /**
   * Losses are known for one record only, since several records of a unit may draw their
   * sensitivities jointly.
   */
  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(mixture);
    if (!neighbours().areSingle()) {
      throw new UnsupportedEventException(
          mixture.describe(),
          "the sensitivities of a group depend on how its records' draws are related; state the"
              + " group's own mixture");
    }
    return DominatingPairs.gaussianMixture(
        mixture.weights(), mixture.shifts(), neighbours().adjacency());
  }

  @Override
  public RunShape shape() {
    return neighbours().areSingle() ? RunShape.ATTAINED : RunShape.MIXTURE;
  }

  /** One record of a unit attains the curve. */
  @Override
  RdpCurve attained() {
    neighbours().requireOwnRelation(mixture);
    return atLeast(
        order -> GaussianMixture.renyiForward(mixture.weights(), mixture.shifts(), order));
  }

  /** Replacing every shift by the largest one gives a bound. */
  @Override
  public Enclosure squaredMu() {
    neighbours().requireOwnRelation(mixture);
    double largest = Collections.max(mixture.sensitivities());
    Enclosure mu = Enclosure.exact(largest).dividedBy(mixture.standardDeviation());
    return mu.square().times(Enclosure.ofCount(neighbours().size()).square());
  }
}
