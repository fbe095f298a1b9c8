package org.assay.accountant.analysis.pld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.HitCounts;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.FixedSizeSampledEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.WithReplacementSampledEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy losses of sampled mechanisms. Where a mechanism has a dominating pair for neighbours any
 * number of steps apart, sampling mixes those pairs by how many of the unit's records are in the
 * sample; where it has not, it is bounded through its amplified epsilon, if it has one: {@code
 * analysis/doc-files/counted-samples.md}.
 */
final class SampledLosses {
  /** A Gaussian mixture has one component for each number of sampled records. */
  private static final long LARGEST_GROUP = 999;

  private final PldAnalysis analysis;
  private final AdjacencyRelation adjacency;
  private final long size;

  SampledLosses(PldAnalysis analysis, long size) {
    this.analysis = analysis;
    this.adjacency = analysis.adjacency();
    this.size = size;
  }

  /** The unit's records are present or absent together, and each is sampled on its own. */
  PrivacyLossDistribution poisson(PoissonSampledEvent event) {
    boolean replaced = adjacency == AdjacencyRelation.REPLACE_ONE;
    if (replaced) {
      LeafSensitivity.requireSampledAbsence(event, adjacency);
    } else {
      LeafSensitivity.requireOwnRelation(event, adjacency);
    }
    double q = event.samplingProbability();
    if (q == 0) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    if (event.event() instanceof GaussianEvent gaussian && size <= LARGEST_GROUP) {
      return replaced ? replacedGaussian(q, gaussian) : presentGaussian(q, gaussian);
    }
    if (replaced && size == 1) {
      return replacedRecord(event);
    }
    return orThroughEpsilon(event, () -> independent(event));
  }

  private PrivacyLossDistribution independent(PoissonSampledEvent event) {
    Enclosure q = Enclosure.exact(event.samplingProbability());
    return amplified(HitCounts.binomial(size, q), event.event());
  }

  /**
   * Two samples with the record, old or new, are both near the one without it, which epsilons say
   * better than the distance of the two.
   */
  private PrivacyLossDistribution replacedRecord(PoissonSampledEvent event) {
    try {
      Enclosure epsilon = new PureAnalysis(adjacency).analyze(event);
      return DominatingPairs.approximate(epsilon.upper(), 0, adjacency);
    } catch (UnsupportedEventException notPure) {
      return independent(event);
    }
  }

  private PrivacyLossDistribution presentGaussian(double q, GaussianEvent gaussian) {
    return size == 1
        ? analysis.analyze(gaussian).poissonSampled(q)
        : DominatingPairs.gaussianMixture(weights(q), shifts(gaussian), adjacency);
  }

  /** {@code divergence/doc-files/replaced-record.md}. */
  private PrivacyLossDistribution replacedGaussian(double q, GaussianEvent gaussian) {
    return size == 1
        ? DominatingPairs.replacedPoissonSampledGaussian(q, shifts(gaussian).get(1))
        : DominatingPairs.replacedGaussianMixture(weights(q), shifts(gaussian));
  }

  /** The centre moves by at most as many sensitivities as records were sampled. */
  private List<Enclosure> shifts(GaussianEvent gaussian) {
    List<Enclosure> shifts = new ArrayList<>();
    for (long k = 0; k <= size; k++) {
      shifts.add(Enclosure.ofCount(k).dividedBy(gaussian.noiseMultiplier()));
    }
    return shifts;
  }

  /** The binomial probabilities of all numbers of sampled records, none included. */
  private List<Enclosure> weights(double q) {
    Enclosure logRest = Enclosure.exact(-q).log1p();
    Enclosure logChosen = Enclosure.exact(q).log();
    Enclosure logChoices = Enclosure.ZERO;
    List<Enclosure> weights = new ArrayList<>();
    for (long k = 0; k <= size; k++) {
      Enclosure log = logChoices.plus(logChosen.times((double) k));
      weights.add(log.plus(logRest.times((double) (size - k))).exp().min(Enclosure.ONE));
      Enclosure odds = Enclosure.ofCount(size - k).dividedBy(Enclosure.ofCount(k + 1));
      logChoices = k < size ? logChoices.plus(odds.log()) : logChoices;
    }
    return weights;
  }

  PrivacyLossDistribution fixedSize(FixedSizeSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    return orThroughEpsilon(event, () -> hit(event));
  }

  private PrivacyLossDistribution hit(FixedSizeSampledEvent event) {
    HitCounts hits = HitCounts.hypergeometric(event.sampleSize(), event.populationSize(), size);
    if (size > 1 && event.event() instanceof GaussianEvent gaussian) {
      Enclosure growth = Enclosure.exact(LeafSensitivity.growth(gaussian, adjacency));
      return DominatingPairs.fixedSizeSampledGaussian(
          hits, growth.dividedBy(gaussian.noiseMultiplier()));
    }
    return exchanged(hits, event.event());
  }

  PrivacyLossDistribution withReplacement(WithReplacementSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    Enclosure owned = Enclosure.ofCount(Math.min(size, event.populationSize()));
    Enclosure share = owned.dividedBy(Enclosure.ofCount(event.populationSize()));
    if (share.upper() >= 1) {
      return new PldAnalysis(adjacency).forSteps(event.sampleSize()).analyze(event.event());
    }
    return orThroughEpsilon(
        event, () -> exchanged(HitCounts.binomial(event.sampleSize(), share), event.event()));
  }

  /**
   * A sample of a size that is known: what it has less of the unit's records it has more of the
   * others'. Where records have places, that is no exchange of a record in its place, and the
   * sample might as well be known.
   */
  private PrivacyLossDistribution exchanged(HitCounts hits, DpEvent child) {
    if (!EventMeaning.readsPlaces(child)) {
      return amplified(hits, child);
    }
    Enclosure share = hits.share().min(Enclosure.ONE);
    List<Enclosure> weights = hits.weights().stream().map(share::times).toList();
    return PrivacyLossDistribution.published(
        weights, byCount(hits, child), Enclosure.ONE.minus(share), hits.rest());
  }

  /** The sample with some of the unit's records against that with none of them. */
  private PrivacyLossDistribution amplified(HitCounts hits, DpEvent child) {
    PrivacyLossDistribution hit =
        PrivacyLossDistribution.published(
            hits.weights(), byCount(hits, child), Enclosure.ZERO, hits.rest());
    return adjacency == AdjacencyRelation.REPLACE_ONE
        ? hit.fixedSizeSampled(hits.share().min(Enclosure.ONE))
        : hit.poissonSampled(hits.share().min(Enclosure.ONE));
  }

  /** The child's loss for each number of the unit's records in the sample. */
  private List<PrivacyLossDistribution> byCount(HitCounts hits, DpEvent child) {
    List<PrivacyLossDistribution> losses = new ArrayList<>();
    for (int i = 0; i < hits.weights().size(); i++) {
      losses.add(analysis.forSteps(hits.smallest() + i).analyze(child));
    }
    return losses;
  }

  private PrivacyLossDistribution orThroughEpsilon(
      DpEvent sampled, Supplier<PrivacyLossDistribution> pairs) {
    try {
      return pairs.get();
    } catch (UnsupportedEventException noPair) {
      return throughEpsilon(sampled, noPair);
    }
  }

  private PrivacyLossDistribution throughEpsilon(
      DpEvent sampled, UnsupportedEventException noPair) {
    Enclosure epsilon;
    try {
      epsilon = new PureAnalysis(adjacency).analyze(sampled).times(Enclosure.ofCount(size));
    } catch (UnsupportedEventException notPure) {
      throw new UnsupportedEventException(
          sampled.describe(),
          "no pair that dominates its privacy loss is known here for "
              + (size > 1 ? "groups under " : "")
              + adjacency
              + " ("
              + noPair.getMessage()
              + "), and "
              + notPure.getMessage());
    }
    return DominatingPairs.approximate(epsilon.upper(), 0, adjacency);
  }
}
