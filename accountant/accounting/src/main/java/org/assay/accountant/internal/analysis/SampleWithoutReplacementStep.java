package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;

/** A computation on a sample of fixed size, drawn without replacement. */
final class SampleWithoutReplacementStep extends SampledStep {
  private final SampledWithoutReplacementEvent sample;

  SampleWithoutReplacementStep(SampledWithoutReplacementEvent event, Neighbours neighbours) {
    super(event, neighbours, event.event());
    this.sample = event;
  }

  private Enclosure share() {
    return Enclosure.ofCount(sample.sampleSize())
        .dividedBy(Enclosure.ofCount(sample.populationSize()));
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requireReplaceOne(sample);
    return forms()
        .renyiOfFixedSizeSample(this, share())
        .orElseGet(this::renyiOfOther)
        .forGroupsOf(neighbours().size());
  }

  private RdpCurve renyiOfOther() {
    return EventMeaning.readsPlaces(child()) ? renyiOfKnownSample() : renyiThroughEpsilon();
  }

  /**
   * The curve for a child that reads records by their places: the sample then counts as known. The
   * record is in the sample with probability q, and otherwise the loss is 0: {@code log(1 + q
   * (e^((a-1) D) - 1))/(a - 1)}.
   */
  private RdpCurve renyiOfKnownSample() {
    Enclosure share = share();
    RdpCurve unsampled = Steps.of(child(), neighbours().single()).renyi();
    return curve(
        order -> mixedWithNothing(share, unsampled.at(order), order),
        unsampled.zeroConcentration());
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireReplaceOne(sample);
    return orThroughEpsilon(this::hit);
  }

  private PrivacyLossDistribution hit() {
    HitCounts hits =
        HitCounts.hypergeometric(sample.sampleSize(), sample.populationSize(), neighbours().size());
    return forms().lossesOfFixedSizeSample(neighbours(), hits).orElseGet(() -> exchanged(hits));
  }

  /**
   * {@code log(1 + (m/n)(e^ε - 1))} ([@BalleBartheGaboardi2018], Theorem 9). If the child reads
   * records by their places, the sampled record cannot be exchanged for another one, and sampling
   * gains nothing: {@code doc-files/counted-samples.md}.
   */
  @Override
  Enclosure epsilonOfOne() {
    neighbours().requireReplaceOne(sample);
    Enclosure epsilon = Steps.of(child(), neighbours().single()).epsilon();
    return EventMeaning.readsPlaces(child()) ? epsilon : logMixture(share(), epsilon);
  }

  @Override
  long copies() {
    neighbours().requireReplaceOne(sample);
    return 1;
  }

  /** Attained if all other records equal the replacing record. */
  @Override
  RdpCurve attained() {
    neighbours().requireReplaceOne(sample);
    return forms().renyiOfMixture(share()).orElseGet(super::attained);
  }

  /**
   * Nothing is attained for a sample of a sample: the other records cannot all equal the replacing
   * record.
   */
  @Override
  public RunShape shape() {
    return forms()
        .shapeOfFixedSizeSample(neighbours())
        .orElseGet(
            () ->
                shapeOfMixture().attainsProfile() && !isOfSample()
                    ? RunShape.ATTAINED_POINTS
                    : RunShape.STEP);
  }

  @Override
  Optional<MixedComposition> composition() {
    neighbours().requireReplaceOne(sample);
    return neighbours().areSingle()
        ? forms().compositionOfFixedSizeSample(share()).map(MixedComposition::of)
        : Optional.empty();
  }
}
