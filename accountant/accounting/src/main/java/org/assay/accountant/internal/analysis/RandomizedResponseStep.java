package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.internal.divergence.SampledOutcomes;
import org.assay.accountant.numeric.Enclosure;

/**
 * Randomized response: any two data sets, however far apart, have at worst two different true
 * answers.
 */
final class RandomizedResponseStep extends Step {
  private final RandomizedResponseEvent response;

  RandomizedResponseStep(RandomizedResponseEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.response = event;
  }

  /** The largest log ratio, between any two datasets. */
  @Override
  public Enclosure epsilon() {
    neighbours().growth(response);
    Enclosure ratio = RandomizedResponse.logRatio(response.answers(), response.truthProbability());
    return ratio.max(ratio.negate());
  }

  @Override
  public RdpCurve renyi() {
    return curve(
        order -> RandomizedResponse.renyi(response.answers(), response.truthProbability(), order),
        PureMechanism.zeroConcentration(epsilon()).upper());
  }

  @Override
  public RunShape shape() {
    return RunShape.ATTAINED;
  }

  @Override
  RdpCurve attained() {
    return renyi();
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().growth(response);
    return DominatingPairs.randomizedResponse(
        response.answers(), response.truthProbability(), neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(this::knownComposition);
  }

  private Optional<MixedComposition> knownComposition() {
    neighbours().growth(response);
    return noSteps().withRandomizedResponse(response.answers(), response.truthProbability());
  }

  @Override
  SampledForms onSamples() {
    return new OutcomesOnSamples(
        this,
        () ->
            SampledOutcomes.ofRandomizedResponse(response.answers(), response.truthProbability()));
  }
}
