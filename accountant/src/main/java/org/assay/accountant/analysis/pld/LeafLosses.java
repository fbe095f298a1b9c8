package org.assay.accountant.analysis.pld;

import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy losses of single mechanisms for neighbours that are a number of steps apart:
 * sensitivities, epsilons and ranges grow with the number.
 */
final class LeafLosses {
  private static final long MOST_STEPS = 100_000;

  private final AdjacencyRelation adjacency;
  private final long size;

  LeafLosses(AdjacencyRelation adjacency, long size) {
    this.adjacency = adjacency;
    this.size = size;
  }

  /** N(mu, 1) against N(0, 1) with mu one over the noise multiplier ([@DongRothSu2022]). */
  PrivacyLossDistribution gaussian(DpEvent event, double noiseMultiplier) {
    return PrivacyLossDistribution.gaussian(steps(event).dividedBy(noiseMultiplier), adjacency);
  }

  /** Shifted by the whole sensitivity on one coordinate: the worst case of log-concave noise. */
  PrivacyLossDistribution laplace(LaplaceEvent event) {
    return DominatingPairs.laplace(steps(event).dividedBy(event.noiseMultiplier()), adjacency);
  }

  /** For one record; several records of a unit may draw their sensitivities together. */
  PrivacyLossDistribution mixtureOfGaussians(MixtureOfGaussiansEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    if (size > 1) {
      throw new UnsupportedEventException(
          event.describe(),
          "the sensitivities of a group depend on how its records' draws are related; state the"
              + " group's own mixture");
    }
    return DominatingPairs.gaussianMixture(event.weights(), event.shifts(), adjacency);
  }

  PrivacyLossDistribution discreteGaussian(DiscreteGaussianEvent event) {
    long shift = shift(event, event.sensitivity());
    return DominatingPairs.discreteGaussian(event.sigma(), shift, adjacency);
  }

  PrivacyLossDistribution discreteLaplace(DiscreteLaplaceEvent event) {
    long shift = shift(event, event.sensitivity());
    return DominatingPairs.discreteLaplace(event.scale(), shift, adjacency);
  }

  /** Any two datasets have at worst two different true answers. */
  PrivacyLossDistribution randomizedResponse(RandomizedResponseEvent event) {
    LeafSensitivity.growth(event, adjacency);
    return DominatingPairs.randomizedResponse(event.answers(), event.truthProbability(), adjacency);
  }

  /** Ranges of log ratios add along a chain of neighbours ([@DongDurfeeRogers2020]). */
  PrivacyLossDistribution boundedRange(DpEvent event, double range) {
    return DominatingPairs.boundedRange(steps(event).times(range), adjacency);
  }

  /**
   * Randomized response dominates every mechanism of one epsilon ([@KairouzOhViswanath2015]); for
   * several steps of the relation see {@link DominatingPairs#pureSteps}.
   */
  PrivacyLossDistribution pure(DpEvent event) {
    Enclosure epsilon = new PureAnalysis(event.adjacency()).analyze(event);
    return DominatingPairs.pureSteps(epsilon.upper(), stepCount(event), adjacency);
  }

  /**
   * The pair that dominates every mechanism of one (epsilon, delta) ([@KairouzOhViswanath2015]).
   * For k steps of the relation, {@code P_0(A) ≤ e^ε P_1(A) + δ} applied k times gives {@code (kε,
   * δ (1 + e^ε + ... + e^((k-1)ε)))}.
   */
  PrivacyLossDistribution approximate(ApproximateEvent event) {
    if (event.delta() == 0) {
      return pure(event);
    }
    long count = stepCount(event);
    double epsilon = Rounding.multiplyUp(Enclosure.ofCount(count).upper(), event.epsilon());
    double delta = event.delta();
    double factor = Rounding.expUp(event.epsilon());
    for (long i = 1; i < count && delta < 1; i++) {
      if (i == MOST_STEPS) {
        throw new UnsupportedEventException(
            event.describe(), "a group of " + size + " is too large for its delta to be added up");
      }
      delta = Rounding.addUp(Rounding.multiplyUp(delta, factor), event.delta());
    }
    return DominatingPairs.approximate(epsilon, Math.min(1, delta), adjacency);
  }

  /** How many steps of the event's own relation the neighbours are apart. */
  private long stepCount(DpEvent event) {
    long growth = (long) LeafSensitivity.growth(event, adjacency);
    if (!(size <= Long.MAX_VALUE / growth)) {
      throw new UnsupportedEventException(
          event.describe(), "its group size is above 2^62; measure in a coarser unit");
    }
    return size * growth;
  }

  private Enclosure steps(DpEvent event) {
    return Enclosure.ofCount(size).times(LeafSensitivity.growth(event, adjacency));
  }

  private long shift(DpEvent event, Sensitivity sensitivity) {
    double shift = LeafSensitivity.growth(event, adjacency) * sensitivity.value() * size;
    if (!(shift <= 0x1p53)) {
      throw new UnsupportedEventException(
          event.describe(), "its sensitivity for a unit exceeds 2^53; measure in a coarser unit");
    }
    return (long) shift;
  }
}
