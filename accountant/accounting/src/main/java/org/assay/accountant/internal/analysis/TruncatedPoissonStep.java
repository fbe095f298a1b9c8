package org.assay.accountant.internal.analysis;

import java.util.List;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.internal.loss.FullBatches;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A computation on an independent sample of limited size. If the other records leave room, a given
 * record is sampled as without a limit. If they fill the batch, the record replaces one of them:
 * {@code doc-files/one-sample.md}.
 */
final class TruncatedPoissonStep extends SampledStep {
  private final TruncatedPoissonSampledEvent sample;
  private final PoissonSampleStep roomy;

  TruncatedPoissonStep(TruncatedPoissonSampledEvent event, Neighbours neighbours) {
    super(event, neighbours, event.event());
    this.sample = event;
    this.roomy =
        new PoissonSampleStep(
            new PoissonSampledEvent(event.samplingProbability(), event.event()), neighbours);
  }

  private FullBatches batches() {
    if (!neighbours().areSingle()) {
      throw new UnsupportedEventException(
          sample.describe(),
          "a batch of limited size is known here for one record of a stated number, not for units"
              + " of "
              + neighbours().size()
              + "; sample without a limit");
    }
    neighbours().requirePresence(sample);
    if (neighbours().replace() && EventMeaning.readsPlaces(child())) {
      throw new UnsupportedEventException(
          sample.describe(),
          "a record that takes the place of another in a full batch is no exchange in one place;"
              + " sample without a limit");
    }
    return FullBatches.of(sample.records(), sample.samplingProbability(), sample.largestBatch());
  }

  /** In a full batch one record is exchanged for another, which takes two steps of presence. */
  private long stepsOfExchange() {
    return neighbours().replace() ? 1 : 2;
  }

  @Override
  public PrivacyLossDistribution losses() {
    FullBatches batches = batches();
    return batches.full().upper() == 0 ? roomy.losses() : orThroughEpsilon(() -> mixture(batches));
  }

  private PrivacyLossDistribution mixture(FullBatches batches) {
    PrivacyLossDistribution exchanged = lossesOfChild(stepsOfExchange());
    PrivacyLossDistribution full =
        neighbours().replace()
            ? exchanged.fixedSizeSampled(batches.share())
            : exchanged.poissonSampled(batches.share());
    Enclosure room = Enclosure.ONE.minus(batches.full()).max(Enclosure.ZERO);
    return room.upper() == 0
        ? full
        : PrivacyLossDistribution.published(
            List.of(room, batches.full()), List.of(roomy.losses(), full), Enclosure.ZERO, 0);
  }

  /** {@code log((1 - τ) e^((a-1) D) + τ e^((a-1) D'))/(a - 1)}. */
  @Override
  public RdpCurve renyi() {
    FullBatches batches = batches();
    if (batches.full().upper() == 0) {
      return roomy.renyi();
    }
    return forms()
        .renyiOfExchange(batches.share())
        .map(full -> mixed(batches.full(), roomy.renyi(), full))
        .orElseGet(this::renyiThroughEpsilon);
  }

  private RdpCurve mixed(Enclosure weight, RdpCurve first, RdpCurve second) {
    return curve(
        order -> {
          Enclosure excess = Enclosure.exact(order).minus(1);
          Enclosure room = first.at(order).times(excess);
          Enclosure full = second.at(order).times(excess);
          double scale = Math.max(room.upper(), full.upper());
          if (!(scale > 1)) {
            Enclosure rise = room.expm1().times(Enclosure.ONE.minus(weight));
            return rise.plus(full.expm1().times(weight)).log1p().dividedBy(excess);
          }
          if (!(scale < Double.POSITIVE_INFINITY)) {
            return first.at(order).hull(second.at(order));
          }
          Enclosure low = room.minus(scale).exp().times(Enclosure.ONE.minus(weight));
          Enclosure sum = low.plus(full.minus(scale).exp().times(weight));
          return sum.log().plus(scale).dividedBy(excess).max(Enclosure.ZERO);
        },
        Math.max(first.zeroConcentration(), second.zeroConcentration()));
  }

  /** Attained divergences are known if batches are never full. */
  @Override
  RdpCurve attained() {
    return batches().full().upper() == 0 ? roomy.attained() : super.attained();
  }

  @Override
  Enclosure epsilonOfOne() {
    FullBatches batches = batches();
    Enclosure room = roomy.epsilonOfOne();
    if (batches.full().upper() == 0) {
      return room;
    }
    Neighbours exchanged = new Neighbours(neighbours().adjacency(), stepsOfExchange());
    Enclosure epsilon = Steps.of(child(), exchanged).epsilon();
    return room.max(logMixture(batches.share(), epsilon).min(epsilon));
  }

  @Override
  long copies() {
    boolean neverFull = batches().full().upper() == 0;
    return neverFull ? 1 : stepsOfExchange();
  }
}
