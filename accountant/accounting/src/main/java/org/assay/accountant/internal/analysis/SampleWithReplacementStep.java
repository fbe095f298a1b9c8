package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.internal.divergence.SampledWithReplacement;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** A computation on a list of records drawn with replacement. */
final class SampleWithReplacementStep extends SampledStep {
  private final SampledWithReplacementEvent draws;

  SampleWithReplacementStep(SampledWithReplacementEvent event, Neighbours neighbours) {
    super(event, neighbours, event.event());
    this.draws = event;
  }

  /**
   * One replaced record, drawn any number of times: {@code
   * analysis/doc-files/draws-with-replacement.md}.
   */
  @Override
  public RdpCurve renyi() {
    neighbours().requireReplaceOne(draws);
    return forms()
        .renyiOfDraws(draws.sampleSize(), this::counts)
        .orElseGet(this::renyiThroughEpsilon)
        .forGroupsOf(neighbours().size());
  }

  private SampledWithReplacement counts() {
    if (!(draws.sampleSize() <= SampledWithReplacement.LARGEST_SAMPLE)) {
      throw new UnsupportedEventException(
          draws.describe(),
          "more than "
              + SampledWithReplacement.LARGEST_SAMPLE
              + " draws are not summed here; sample without replacement or independently");
    }
    return SampledWithReplacement.of(draws.sampleSize(), draws.populationSize());
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireReplaceOne(draws);
    Enclosure owned = Enclosure.ofCount(Math.min(neighbours().size(), draws.populationSize()));
    Enclosure share = owned.dividedBy(Enclosure.ofCount(draws.populationSize()));
    if (share.upper() >= 1) {
      return lossesOfChild(draws.sampleSize());
    }
    return orThroughEpsilon(() -> exchanged(HitCounts.binomial(draws.sampleSize(), share)));
  }

  /**
   * {@code m log(1 + (e^ε - 1)/n)} for m draws from n records, one draw after the other: {@code
   * doc-files/draws-with-replacement.md}; {@code m ε} if the child reads records by their places.
   */
  @Override
  Enclosure epsilonOfOne() {
    neighbours().requireReplaceOne(draws);
    Enclosure epsilon = Steps.of(child(), neighbours().single()).epsilon();
    if (EventMeaning.readsPlaces(child())) {
      return epsilon.times(sampleSize());
    }
    Enclosure share = Enclosure.ONE.dividedBy(Enclosure.ofCount(draws.populationSize()));
    return logMixture(share, epsilon).times(sampleSize());
  }

  private Enclosure sampleSize() {
    return Enclosure.ofCount(draws.sampleSize());
  }

  /**
   * Given the positions of the list that hold the replaced record, neighbours differ in at most all
   * positions. A public mixture of trade-offs is at least the worst of them. All draws may be the
   * replaced record, and this case decides the far tails, so no smaller mu holds.
   */
  @Override
  long copies() {
    neighbours().requireReplaceOne(draws);
    return draws.sampleSize();
  }

  @Override
  public RunShape shape() {
    return RunShape.RARE_CASES;
  }
}
