package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.assay.accountant.internal.divergence.DiscreteLaplace;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.internal.loss.AllocatedPair;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.internal.loss.pair.AllocatedResponse;
import org.assay.accountant.internal.loss.pair.AntipodalPair;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.BoundedRangePair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.internal.loss.pair.GaussianMixturePair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.ObjectivePerturbationPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.PairGuards;
import org.assay.accountant.internal.loss.pair.ShuffledClonesPair;
import org.assay.accountant.internal.loss.pair.TruncatedLaplacePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Privacy losses of named mechanisms, each by the pair of distributions that dominates it. */
public final class DominatingPairs {
  /** Largest truncation of Laplace noise, in scales: {@code e^-700} is still a normal number. */
  private static final double LARGEST_CUT = 700;

  /**
   * Largest number of steps between neighbours whose outcomes are listed. Not tuned: bounds the
   * time.
   */
  private static final int MOST_STEPS = 1000;

  /** Largest number of shuffled reports that are counted. Not tuned: bounds the time. */
  private static final long MOST_REPORTS = 100_000_000;

  /** Smallest epsilon whose outcomes are listed; smaller ones have masses without digits. */
  private static final double SMALLEST_EPSILON = 1e-100;

  private DominatingPairs() {}

  /**
   * Every mechanism of one epsilon and delta ([@KairouzOhViswanath2015]): randomized response, and
   * with probability delta an outcome that reveals everything.
   *
   * @param epsilon finite and at least 0
   * @param delta in [0, 1]
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if epsilon exceeds 600
   */
  public static PrivacyLossDistribution approximate(
      double epsilon, double delta, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireProbability("delta", delta);
    String name = delta == 0 ? "pure " + epsilon : "approximate (" + epsilon + ", " + delta + ")";
    PairGuards.requireModerate(name, epsilon);
    if (epsilon == 0 && delta == 0) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    Enclosure decay = Enclosure.exact(-epsilon).exp();
    Enclosure likely = Enclosure.ONE.minus(delta).dividedBy(decay.plus(1));
    Enclosure unlikely = likely.times(decay);
    List<LossAtom> atoms = new ArrayList<>();
    if (delta > 0) {
      atoms.add(LossAtom.exact(delta, 0));
      atoms.add(LossAtom.exact(0, delta));
    }
    Enclosure neutral = Enclosure.ZERO;
    if (epsilon == 0) {
      neutral = Enclosure.ONE.minus(delta);
    } else if (delta < 1) {
      atoms.add(new LossAtom(likely, unlikely));
      atoms.add(new LossAtom(unlikely, likely));
    }
    return PrivacyLossDistribution.of(
        new AtomicPair(name, atoms, neutral, LossTails.NONE, epsilon), adjacency);
  }

  /**
   * One replaced record among reports of local randomizers in random order ({@code
   * internal/loss/pair/doc-files/shuffled-clones.md}).
   *
   * @param reports number of reports, at least 1
   * @param localEpsilon epsilon of each randomizer, finite and at least 0
   * @param answers the number of answers, at least 2, if all are randomized response; empty if only
   *     epsilon is known
   * @param adjacency the relation
   * @return the loss; for more than 100 million reports the larger loss of 100 million
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if epsilon exceeds 600
   */
  public static PrivacyLossDistribution shuffledReports(
      long reports, double localEpsilon, OptionalLong answers, AdjacencyRelation adjacency) {
    Parameters.requireAtLeastOne("reports", reports);
    Parameters.requireNonNegative("localEpsilon", localEpsilon);
    PairGuards.requireModerate("shuffled reports of local epsilon " + localEpsilon, localEpsilon);
    if (reports == 1 || localEpsilon < SMALLEST_EPSILON) {
      return approximate(localEpsilon, 0, adjacency);
    }
    long counted = Math.min(reports, MOST_REPORTS);
    Enclosure epsilon = Enclosure.exact(localEpsilon);
    return PrivacyLossDistribution.of(
        answers.isPresent()
            ? ShuffledClonesPair.ofResponse(counted, epsilon, answers.getAsLong())
            : ShuffledClonesPair.ofAny(counted, epsilon),
        adjacency);
  }

  /**
   * A mechanism on a record that takes part at one of several steps, drawn uniformly ({@code
   * internal/loss/doc-files/random-allocation.md}).
   *
   * @param steps number of steps, at least 2
   * @param step the loss of one step for the record present or absent, of one mechanism
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if the step's loss is that of a composition
   */
  public static PrivacyLossDistribution allocated(long steps, PrivacyLossDistribution step) {
    if (step.adjacency() == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was " + step.adjacency() + ": an allocation hides a record's presence");
    }
    return step.settled()
        .eachSingle(
            pair ->
                AllocatedResponse.pair(steps, pair)
                    .orElseGet(() -> new AllocatedPair(steps, pair)));
  }

  /**
   * Data sets k steps of the relation apart, for a mechanism of one epsilon: k + 1 outcomes of the
   * losses kε, (k-2)ε, ..., -kε ({@code internal/loss/pair/doc-files/pure-steps.md}). The loss is
   * smaller than that of randomized response of kε, which no mechanism of ε attains over k steps.
   *
   * @param epsilon of one step, finite and at least 0
   * @param steps number of steps, at least 1
   * @param adjacency the relation
   * @return the loss; for more than 1000 steps the loss of a pure mechanism of kε
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if the epsilons of all steps exceed 600 together
   */
  public static PrivacyLossDistribution pureSteps(
      double epsilon, long steps, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireAtLeastOne("steps", steps);
    double whole = Rounding.multiplyUp(Enclosure.ofCount(steps).upper(), epsilon);
    if (steps == 1 || steps > MOST_STEPS || !(epsilon > SMALLEST_EPSILON)) {
      return approximate(whole, 0, adjacency);
    }
    PairGuards.requireModerate(steps + " steps of pure " + epsilon, whole);
    Enclosure loss = Enclosure.exact(epsilon);
    Enclosure outer = Enclosure.ONE.dividedBy(loss.negate().exp().plus(1));
    Enclosure inner = outer.times(loss.negate().expm1().negate());
    List<LossAtom> atoms = new ArrayList<>();
    Enclosure neutral = Enclosure.ZERO;
    for (long i = 0; i <= steps; i++) {
      boolean end = i == 0 || i == steps;
      Enclosure p = (end ? outer : inner).times(loss.times((double) -i).exp());
      Enclosure q = (end ? outer : inner).times(loss.times((double) (i - steps)).exp());
      if (2 * i == steps) {
        neutral = p;
      } else {
        atoms.add(new LossAtom(p, q));
      }
    }
    String name = steps + " steps of pure " + epsilon;
    return PrivacyLossDistribution.of(
        new AtomicPair(name, atoms, neutral, LossTails.NONE, epsilon), adjacency);
  }

  /**
   * The Laplace mechanism, moved by the whole sensitivity on one coordinate ({@code
   * internal/divergence/doc-files/log-concave-noise.md}).
   *
   * @param ratio an enclosure of sensitivity over scale, above 0
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if the ratio is out of range
   * @throws UnsupportedEventException if it exceeds 600
   */
  public static PrivacyLossDistribution laplace(Enclosure ratio, AdjacencyRelation adjacency) {
    PairGuards.requirePositive("ratio", ratio);
    PairGuards.requireModerate("Laplace of sensitivity over scale " + ratio, ratio.upper());
    return PrivacyLossDistribution.of(new LaplacePair(ratio), adjacency);
  }

  /**
   * Truncated Laplace noise on one number moved by the whole sensitivity ({@code
   * internal/analysis/doc-files/piecewise-noise.md}).
   *
   * @param ratio an enclosure of sensitivity over scale, above 0
   * @param cut an enclosure of the largest noise over scale, above 0
   * @param adjacency the relation
   * @return the loss; if the noise is truncated within the sensitivity, the loss of a mechanism
   *     that reveals everything
   * @throws IllegalArgumentException if a number is out of range
   * @throws UnsupportedEventException if the ratio exceeds 600 or the cut 700
   */
  public static PrivacyLossDistribution truncatedLaplace(
      Enclosure ratio, Enclosure cut, AdjacencyRelation adjacency) {
    PairGuards.requirePositive("ratio", ratio);
    PairGuards.requirePositive("cut", cut);
    String name = "Laplace of sensitivity over scale " + ratio + ", cut off at " + cut + " scales";
    PairGuards.requireModerate(name, ratio.upper());
    if (!(cut.upper() <= LARGEST_CUT)) {
      throw new UnsupportedEventException(
          name,
          "what is cut off beyond "
              + LARGEST_CUT
              + " scales is too rare for a number; cut it off there");
    }
    TruncatedLaplacePair pair = new TruncatedLaplacePair(new LaplacePair(ratio), cut);
    return pair.overlaps()
        ? PrivacyLossDistribution.of(pair, adjacency)
        : approximate(0, 1, adjacency);
  }

  /**
   * Every mechanism whose log ratios lie in an interval of a given length for every pair of
   * neighbours, such as the exponential mechanism ([@DongDurfeeRogers2020]); {@code
   * internal/loss/pair/doc-files/bounded-range-pair.md}.
   *
   * @param range an enclosure of the length, above 0
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if the range is out of range
   * @throws UnsupportedEventException if it exceeds 600
   */
  public static PrivacyLossDistribution boundedRange(Enclosure range, AdjacencyRelation adjacency) {
    Parameters.requirePositive("range", range.lower());
    PairGuards.requireModerate("bounded range " + range, range.upper());
    return PrivacyLossDistribution.of(new BoundedRangePair(range), adjacency);
  }

  /**
   * Randomized response over k answers ([@KairouzOhViswanath2016], Section 4.1): two truths swap
   * the probabilities of two answers.
   *
   * @param answers number of answers, from 2 to 2^53
   * @param truth probability of the true answer, strictly between 0 and 1
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution randomizedResponse(
      long answers, double truth, AdjacencyRelation adjacency) {
    Enclosure ratio = RandomizedResponse.logRatio(answers, truth);
    if (ratio.equals(Enclosure.ZERO)) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    Enclosure honest = Enclosure.exact(truth);
    Enclosure other = Enclosure.ONE.minus(truth).dividedBy((double) (answers - 1));
    Enclosure rest = other.times((double) (answers - 2));
    List<LossAtom> atoms = List.of(new LossAtom(honest, other), new LossAtom(other, honest));
    String name = "randomized response over " + answers + " answers, truth " + truth;
    double unit = Math.abs(ratio.midpoint());
    return PrivacyLossDistribution.of(
        new AtomicPair(name, atoms, rest, LossTails.NONE, unit), adjacency);
  }

  /**
   * Discrete Laplace noise on a shifted integer ({@code
   * internal/divergence/doc-files/log-concave-noise.md}).
   *
   * @param scale the noise's scale, finite and above 0
   * @param shift the sensitivity in the 1-norm, at least 1
   * @param adjacency the relation
   * @return the loss; for a shift above 10,000 the loss of a pure mechanism with the same epsilon
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if shift over scale exceeds 600
   */
  public static PrivacyLossDistribution discreteLaplace(
      double scale, long shift, AdjacencyRelation adjacency) {
    Parameters.requirePositive("scale", scale);
    Parameters.requireAtLeastOne("shift", shift);
    double largest = Enclosure.ofCount(shift).dividedBy(scale).upper();
    PairGuards.requireModerate(
        "discrete Laplace of scale " + scale + " and shift " + shift, largest);
    return shift > DiscreteLaplace.LARGEST_SHIFT
        ? approximate(largest, 0, adjacency)
        : PrivacyLossDistribution.of(DiscreteNoise.laplace(scale, shift), adjacency);
  }

  /**
   * Discrete Gaussian noise on a shifted integer ({@code
   * internal/divergence/doc-files/log-concave-noise.md}).
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param shift the sensitivity in the 1-norm, at least 1
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if the noise has too many values to list, sigma above about
   *     2,700, or is narrower than an 18th of the shift
   */
  public static PrivacyLossDistribution discreteGaussian(
      double sigma, long shift, AdjacencyRelation adjacency) {
    Parameters.requirePositive("sigma", sigma);
    Parameters.requireAtLeastOne("shift", shift);
    if (!DiscreteNoise.listsGaussian(sigma, shift)) {
      throw new UnsupportedEventException(
          "discrete Gaussian of sigma " + sigma + " and shift " + shift,
          "its losses are listed for sigma from shift/18 to 2,700 only; use the Rényi accountant");
    }
    return PrivacyLossDistribution.of(DiscreteNoise.gaussian(sigma, shift), adjacency);
  }

  /**
   * The Gaussian mechanism on a Poisson sample when one record is replaced ({@code
   * internal/divergence/doc-files/replaced-record.md}).
   *
   * @param samplingProbability in [0, 1]
   * @param mu an enclosure of the effect of one record's presence over the standard deviation,
   *     above 0 and finite
   * @return the loss, under replace-one
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution replacedPoissonSampledGaussian(
      double samplingProbability, Enclosure mu) {
    Parameters.requireProbability("samplingProbability", samplingProbability);
    PairGuards.requirePositive("mu", mu);
    if (samplingProbability == 0) {
      return PrivacyLossDistribution.zero(AdjacencyRelation.REPLACE_ONE);
    }
    OrderedPair pair =
        samplingProbability == 1
            ? new GaussianPair(mu.times(2))
            : new AntipodalPair(Enclosure.exact(samplingProbability), mu);
    return PrivacyLossDistribution.of(pair, AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * A replaced record, from bounds for the presence of a record: one pair whose profile splits the
   * factor between removal and addition ({@code doc-files/replaced-record-pair.md}).
   *
   * @param presence the loss of removing and of adding a record, under add-or-remove
   * @param largest an epsilon that holds for the replaced record, infinite if none is known; the
   *     smaller of both profiles is used at every epsilon
   * @return the loss of a pair that dominates, under replace-one
   * @throws IllegalArgumentException if the relation is not add-or-remove or largest is below 0
   */
  public static PrivacyLossDistribution replacing(
      PrivacyLossDistribution presence, double largest) {
    AdjacencyRelation.ADD_OR_REMOVE.requireSame(presence.adjacency());
    if (!(largest >= 0)) {
      throw new IllegalArgumentException("largest was " + largest + ": it must be at least 0");
    }
    return PrivacyLossDistribution.of(
        ReplacedPair.of(presence.alternatives(), largest), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * Gaussian noise around a random centre: {@code Σ p_k N(s_k, 1)} against {@code N(0, 1)}, and the
   * exchange ([@ChoquetteChooEtAl2024]; {@code
   * internal/loss/pair/doc-files/mixture-of-gaussians.md}).
   *
   * @param weights enclosures of the p_k, which sum to 1
   * @param shifts enclosures of the s_k over the standard deviation, finite and at least 0
   * @param adjacency the relation, not replace-one
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution gaussianMixture(
      List<Enclosure> weights, List<Enclosure> shifts, AdjacencyRelation adjacency) {
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was " + adjacency + ": the mixture is about a record present or absent");
    }
    return mixture(weights, shifts, false, adjacency);
  }

  /**
   * Gaussian noise around a random centre that depends on what replaces a record: {@code Σ p_k
   * N(s_k, 1)} against {@code Σ p_k N(-s_k, 1)} ({@code
   * internal/loss/pair/doc-files/mixture-of-gaussians.md}). For independently sampled records s_k
   * is the effect of k records, present or absent.
   *
   * @param weights enclosures of the p_k, which sum to 1
   * @param shifts enclosures of the s_k over the standard deviation, finite and at least 0
   * @return the loss, under replace-one
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution replacedGaussianMixture(
      List<Enclosure> weights, List<Enclosure> shifts) {
    return mixture(weights, shifts, true, AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * The Gaussian mechanism on a sample of fixed size when a unit of several records is replaced
   * ({@code internal/analysis/doc-files/counted-samples.md}).
   *
   * @param hits distribution of the number of the unit's records in the sample
   * @param mu an enclosure of the effect of replacing one record of the sample over the standard
   *     deviation, above 0 and finite
   * @return the loss, under replace-one
   * @throws IllegalArgumentException if mu is out of range
   */
  public static PrivacyLossDistribution fixedSizeSampledGaussian(HitCounts hits, Enclosure mu) {
    PairGuards.requirePositive("mu", mu);
    PairGuards.requireNear("mu " + mu, mu.upper());
    return PrivacyLossDistribution.of(HitMixture.of(hits, mu), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * The exact minimizer of convex losses with a random linear term and a quadratic one, one record
   * replaced ({@code internal/loss/pair/doc-files/objective-perturbation-pair.md};
   * [@RedbergKoskelaWang2023]). If a record alone fixes the sign of its slope, the profile at an
   * epsilon of at least c is that of a Gaussian of mu at {@code epsilon - c}. Otherwise the profile
   * is at most twice as large.
   *
   * @param mu an enclosure of twice the Lipschitz constant over the standard deviation of the
   *     linear term, above 0 and finite
   * @param curvature an enclosure of {@code c = log(1 + β/Λ)}, at least 0 and finite, β the
   *     smoothness of a loss and Λ the strong convexity of the quadratic term
   * @param fixedSign whether a record alone fixes the sign of its slope
   * @return the loss, under replace-one; if {@code c + mu + mu²/2} exceeds 600, the loss of a
   *     mechanism that reveals everything
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution objectivePerturbation(
      Enclosure mu, Enclosure curvature, boolean fixedSign) {
    PairGuards.requirePositive("mu", mu);
    Parameters.requireNonNegative("curvature", curvature.lower());
    Parameters.requireNonNegative("curvature", curvature.upper());
    if (!(curvature.plus(mu).plus(mu.square().times(0.5)).upper() <= PairGuards.LARGEST_LOSS)) {
      return approximate(0, 1, AdjacencyRelation.REPLACE_ONE);
    }
    if (fixedSign && !(curvature.lower() > 0)) {
      // If the curvature may be 0, a Gaussian pair and a pure step of the curvature's upper end are
      // composed.
      return approximate(curvature.upper(), 0, AdjacencyRelation.REPLACE_ONE)
          .plus(PrivacyLossDistribution.gaussian(mu, AdjacencyRelation.REPLACE_ONE));
    }
    return PrivacyLossDistribution.of(
        ObjectivePerturbationPair.of(mu, curvature, fixedSign), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * Any pair. Under add-or-remove and zero-out, its first distribution is the one with the record.
   *
   * @param pair the pair
   * @param adjacency the relation
   * @return the loss
   */
  public static PrivacyLossDistribution of(OrderedPair pair, AdjacencyRelation adjacency) {
    return PrivacyLossDistribution.of(pair, adjacency);
  }

  private static PrivacyLossDistribution mixture(
      List<Enclosure> weights,
      List<Enclosure> shifts,
      boolean mirrored,
      AdjacencyRelation adjacency) {
    PairGuards.requireMixture(weights, shifts);
    if (shifts.stream().allMatch(shift -> shift.upper() == 0)) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    return PrivacyLossDistribution.of(
        new GaussianMixturePair(weights, shifts, mirrored), adjacency);
  }
}
