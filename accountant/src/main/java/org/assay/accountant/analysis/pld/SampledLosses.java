package org.assay.accountant.analysis.pld;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.FixedSizeSampledEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.WithReplacementSampledEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy losses of sampled mechanisms. Where a mechanism has a dominating pair for one record,
 * sampling mixes that pair; where it has not, or for groups, it is bounded through its amplified
 * epsilon, if it has one.
 */
final class SampledLosses {
  /** A group's records are in the sample in so many numbers at most. */
  private static final long LARGEST_GROUP = 999;

  private final PldAnalysis analysis;
  private final AdjacencyRelation adjacency;
  private final long size;

  SampledLosses(PldAnalysis analysis, long size) {
    this.analysis = analysis;
    this.adjacency = analysis.adjacency();
    this.size = size;
  }

  PrivacyLossDistribution poisson(PoissonSampledEvent event) {
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      LeafSensitivity.requireSampledAbsence(event, adjacency);
      return replaced(event);
    }
    LeafSensitivity.requireOwnRelation(event, adjacency);
    boolean gaussian = event.event() instanceof GaussianEvent;
    if (size > 1) {
      return gaussian && size <= LARGEST_GROUP ? group(event) : throughEpsilon(event);
    }
    requireMechanism(event, event.event());
    return analysis.analyze(event.event()).poissonSampled(event.samplingProbability());
  }

  /** The antipodal pair of one replaced record. */
  private PrivacyLossDistribution replaced(PoissonSampledEvent event) {
    if (size == 1 && event.event() instanceof GaussianEvent gaussian) {
      Enclosure mu = Enclosure.ONE.dividedBy(gaussian.noiseMultiplier());
      return DominatingPairs.replacedPoissonSampledGaussian(event.samplingProbability(), mu);
    }
    return throughEpsilon(event);
  }

  /**
   * A unit's k records are present or absent together, and each is sampled on its own: the centre
   * moves by at most as many sensitivities as records were sampled, a binomial number ({@code
   * curve/doc-files/mixture-of-gaussians.md}).
   */
  private PrivacyLossDistribution group(PoissonSampledEvent event) {
    double q = event.samplingProbability();
    if (q == 0) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    double sigma = ((GaussianEvent) event.event()).noiseMultiplier();
    Enclosure logRest = Enclosure.exact(-q).log1p();
    Enclosure logChosen = Enclosure.exact(q).log();
    Enclosure logChoices = Enclosure.ZERO;
    List<Enclosure> weights = new ArrayList<>();
    List<Enclosure> shifts = new ArrayList<>();
    for (long k = 0; k <= size; k++) {
      Enclosure log = logChoices.plus(logChosen.times((double) k));
      Enclosure weight = q == 1 ? log : log.plus(logRest.times((double) (size - k)));
      weights.add(q == 1 && k < size ? Enclosure.ZERO : weight.exp().min(Enclosure.ONE));
      shifts.add(Enclosure.ofCount(k).dividedBy(sigma));
      Enclosure odds = Enclosure.ofCount(size - k).dividedBy(Enclosure.ofCount(k + 1));
      logChoices = k < size ? logChoices.plus(odds.log()) : logChoices;
    }
    return DominatingPairs.gaussianMixture(weights, shifts, adjacency);
  }

  PrivacyLossDistribution fixedSize(FixedSizeSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    if (size > 1) {
      return throughEpsilon(event);
    }
    requireMechanism(event, event.event());
    Enclosure share =
        Enclosure.ofCount(event.sampleSize()).dividedBy(Enclosure.ofCount(event.populationSize()));
    return analysis.analyze(event.event()).fixedSizeSampled(share.min(Enclosure.ONE));
  }

  /** One pair for each number of times that the differing record is drawn. */
  PrivacyLossDistribution withReplacement(WithReplacementSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    if (size > 1 || !(event.event() instanceof GaussianEvent gaussian)) {
      return throughEpsilon(event);
    }
    Enclosure growth = Enclosure.exact(LeafSensitivity.growth(gaussian, adjacency));
    return DominatingPairs.gaussianDrawnWithReplacement(
        event.sampleSize(), event.populationSize(), growth.dividedBy(gaussian.noiseMultiplier()));
  }

  /** The parameters of a last iterate describe the whole dataset, not a sample of unknown size. */
  private static void requireMechanism(DpEvent sampled, DpEvent child) {
    if (child instanceof LastIterateEvent) {
      throw new UnsupportedEventException(
          sampled.describe(), "a schedule of iterations is stated for the whole data");
    }
  }

  private PrivacyLossDistribution throughEpsilon(DpEvent sampled) {
    Enclosure epsilon;
    try {
      epsilon = new PureAnalysis(adjacency).analyze(sampled).times(Enclosure.ofCount(size));
    } catch (UnsupportedEventException notPure) {
      throw new UnsupportedEventException(
          sampled.describe(),
          "no pair that dominates its privacy loss is known here for "
              + (size > 1 ? "groups under " : "")
              + adjacency
              + ", and "
              + notPure.getMessage());
    }
    return DominatingPairs.approximate(epsilon.upper(), 0, adjacency);
  }
}
