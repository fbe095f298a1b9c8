package org.assay.accountant.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A computation on a random sample. A dominating pair may be known for data sets any number of
 * steps apart. Sampling then mixes these pairs over the number of the unit's records in the sample.
 * Otherwise the sample is bounded through its amplified epsilon, if finite: {@code
 * doc-files/counted-samples.md}. Guarantees of the unsampled computation hold for the sample too:
 * {@code doc-files/sampled-pairs.md}.
 */
abstract class SampledStep extends Step {
  /**
   * Largest number of counts for which every composition is joined into its own pair. Not tuned:
   * bounds the time.
   */
  private static final int MOST_JOINT = 8;

  private final DpEvent child;

  SampledStep(DpEvent sampled, Neighbours neighbours, DpEvent child) {
    super(sampled, neighbours);
    this.child = child;
  }

  final DpEvent child() {
    return child;
  }

  /** The known forms of the sampled computation for one record, if it is a single mechanism. */
  final SampledForms forms() {
    return Steps.of(child, neighbours().single())
        .alone()
        .filter(step -> step.neighbours().areSingle())
        .map(Step::onSamples)
        .orElse(SampledForms.NONE);
  }

  /** One record's epsilon, amplified. */
  abstract Enclosure epsilonOfOne();

  @Override
  final boolean isSample() {
    return true;
  }

  /** Whether the computation on the sample is a sample itself. */
  final boolean isOfSample() {
    return Steps.of(child, neighbours()).alone().filter(Step::isSample).isPresent();
  }

  /**
   * The shape of the mixture against the base, for one record: attained if some neighbours attain
   * the pair of a single sampled mechanism.
   */
  final RunShape shapeOfMixture() {
    if (!neighbours().areSingle() || Steps.of(child, neighbours()).alone().isEmpty()) {
      return RunShape.STEP;
    }
    RunShape shape = Steps.of(child, neighbours()).shape();
    return shape.equals(RunShape.ATTAINED) || shape.equals(RunShape.ATTAINED_POINTS)
        ? shape
        : RunShape.STEP;
  }

  /** Data sets k steps of the relation apart cost k epsilons. */
  @Override
  public final Enclosure epsilon() {
    return epsilonOfOne().times(Enclosure.ofCount(neighbours().size()));
  }

  /**
   * The unsampled mu times the number of copies of one record that a sample may hold. If no mu is
   * known, the mu of the amplified epsilon is used. A group of k records has k times mu
   * ([@DongRothSu2022], Theorem 2.14).
   */
  @Override
  public final Enclosure squaredMu() {
    Enclosure copies = Enclosure.ofCount(copies());
    return forms()
        .squaredMu()
        .map(squares -> squares.times(copies.square()))
        .orElseGet(() -> squaredMuOfPure(epsilonOfOne()))
        .times(Enclosure.ofCount(neighbours().size()).square());
  }

  /** Largest number of copies of one record in a sample. */
  abstract long copies();

  @Override
  final Optional<Rational> exactSquaredMu() {
    Rational moved = Rational.ofCount(copies()).times(Rational.ofCount(neighbours().size()));
    return forms().exactSquaredMu().map(moved.square()::times);
  }

  /** The Rényi curve from the amplified epsilon, for neighbours one step of the relation apart. */
  final RdpCurve renyiThroughEpsilon() {
    try {
      return renyiOfPure(epsilonOfOne());
    } catch (UnsupportedEventException notPure) {
      throw new UnsupportedEventException(
          event().describe(),
          "amplification by sampling depends on what is sampled: under "
              + neighbours().adjacency()
              + " no theorem is known here for "
              + child.describe()
              + ", and "
              + notPure.getMessage());
    }
  }

  final PrivacyLossDistribution orThroughEpsilon(Supplier<PrivacyLossDistribution> pairs) {
    try {
      return pairs.get();
    } catch (UnsupportedEventException noPair) {
      return lossesThroughEpsilon(noPair);
    }
  }

  private PrivacyLossDistribution lossesThroughEpsilon(UnsupportedEventException noPair) {
    try {
      return DominatingPairs.approximate(epsilon().upper(), 0, neighbours().adjacency());
    } catch (UnsupportedEventException notPure) {
      throw new UnsupportedEventException(
          event().describe(),
          "no pair that dominates its privacy loss is known here for "
              + (neighbours().areSingle() ? "" : "groups under ")
              + neighbours().adjacency()
              + " ("
              + noPair.getMessage()
              + "), and "
              + notPure.getMessage());
    }
  }

  /**
   * The loss for a sample of known size: fewer of the unit's records mean more of the others. If
   * the child reads records by their places, no record can take another's place, and the sample
   * counts as known.
   */
  final PrivacyLossDistribution exchanged(HitCounts hits) {
    if (!EventMeaning.readsPlaces(child)) {
      return amplified(hits);
    }
    Enclosure share = hits.share().min(Enclosure.ONE);
    List<Enclosure> weights = hits.weights().stream().map(share::times).toList();
    return PrivacyLossDistribution.published(
        weights, byCount(hits), Enclosure.ONE.minus(share), hits.rest());
  }

  /** The sample with some of the unit's records against the sample with none of them. */
  final PrivacyLossDistribution amplified(HitCounts hits) {
    PrivacyLossDistribution hit =
        PrivacyLossDistribution.published(
            hits.weights(), byCount(hits), Enclosure.ZERO, hits.rest());
    Enclosure share = hits.share().min(Enclosure.ONE);
    return neighbours().replace() ? hit.fixedSizeSampled(share) : hit.poissonSampled(share);
  }

  /** The child's loss for each number of the unit's records in the sample. */
  private List<PrivacyLossDistribution> byCount(HitCounts hits) {
    List<PrivacyLossDistribution> losses = new ArrayList<>();
    boolean few = hits.weights().size() <= MOST_JOINT;
    for (int i = 0; i < hits.weights().size(); i++) {
      long records = hits.smallest() + i;
      losses.add(few ? lossesOfChild(records) : separateLosses(records));
    }
    return losses;
  }

  /** The child's loss, as that of one mechanism. */
  final PrivacyLossDistribution lossesOfChild(long records) {
    return separateLosses(records).asOne(exactly(records));
  }

  private PrivacyLossDistribution separateLosses(long records) {
    Neighbours apart = new Neighbours(neighbours().adjacency(), records);
    return Steps.of(child, apart)
        .alone()
        .map(Step::losses)
        .orElseGet(() -> Steps.of(child, apart).losses());
  }

  /** One sample of a single mechanism whose own pair is known, for one record's presence. */
  final Optional<MixedComposition> compositionOfPresence(double samplingProbability) {
    if (samplingProbability == 0 && !neighbours().replace()) {
      return Optional.of(MixedComposition.under(neighbours().adjacency()));
    }
    return neighbours().replace() || !(samplingProbability < 1)
        ? Optional.empty()
        : Steps.of(child, neighbours())
            .alone()
            .flatMap(Step::composition)
            .flatMap(once -> once.poissonSampled(samplingProbability));
  }

  /** The child as a composition with an exact profile that is the same in both directions. */
  private Optional<MixedComposition> exactly(long records) {
    Neighbours apart = new Neighbours(neighbours().adjacency(), records);
    return Steps.of(child, apart)
        .anyComposition()
        .filter(MixedComposition::decays)
        .filter(MixedComposition::isSymmetric);
  }
}
