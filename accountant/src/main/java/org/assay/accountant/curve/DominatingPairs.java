package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.divergence.DiscreteLaplace;
import org.assay.accountant.divergence.RandomizedResponse;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Privacy losses of named mechanisms, each by the pair of distributions that dominates it. */
public final class DominatingPairs {
  /** Probabilities of {@code e^-600} are still normal numbers. */
  private static final double LARGEST_LOSS = 600;

  private static final int MOST_COMPONENTS = 1000;
  private static final int MOST_REPETITIONS = 200;

  /** Numbers of draws less likely than this count as if they revealed everything. */
  private static final double LOG_NEGLIGIBLE = -80;

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
    requireModerate(name, epsilon);
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
    if (delta < 1) {
      atoms.add(new LossAtom(likely, unlikely));
      atoms.add(new LossAtom(unlikely, likely));
    }
    return PrivacyLossDistribution.ofAtoms(name, atoms, epsilon, adjacency);
  }

  /**
   * The Laplace mechanism, moved by the whole sensitivity on one coordinate ({@code
   * divergence/doc-files/log-concave-noise.md}).
   *
   * @param ratio an enclosure of sensitivity over scale, above 0
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if the ratio is out of range
   * @throws UnsupportedEventException if it exceeds 600
   */
  public static PrivacyLossDistribution laplace(Enclosure ratio, AdjacencyRelation adjacency) {
    requirePositive("ratio", ratio);
    requireModerate("Laplace of sensitivity over scale " + ratio, ratio.upper());
    return PrivacyLossDistribution.of(new LaplacePair(ratio), adjacency);
  }

  /**
   * Every mechanism whose log ratios lie in an interval of a given length for each pair of
   * neighbours, such as the exponential mechanism ([@DongDurfeeRogers2020]); {@code
   * doc-files/bounded-range-pair.md}.
   *
   * @param range an enclosure of the length, above 0
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if the range is out of range
   * @throws UnsupportedEventException if it exceeds 600
   */
  public static PrivacyLossDistribution boundedRange(Enclosure range, AdjacencyRelation adjacency) {
    Parameters.requirePositive("range", range.lower());
    requireModerate("bounded range " + range, range.upper());
    return PrivacyLossDistribution.of(new BoundedRangePair(range), adjacency);
  }

  /**
   * Randomized response over k answers ([@KairouzOhViswanath2016], Section 4.1): two truths swap
   * the probabilities of two answers.
   *
   * @param answers how many answers there are, from 2 to 2^53
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
   * Discrete Laplace noise on a shifted whole number ({@code
   * divergence/doc-files/log-concave-noise.md}).
   *
   * @param scale the noise's scale, finite and above 0
   * @param shift the sensitivity in the 1-norm, at least 1
   * @param adjacency the relation
   * @return the loss; for a shift above 10,000 that of its epsilon only
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if shift over scale exceeds 600
   */
  public static PrivacyLossDistribution discreteLaplace(
      double scale, long shift, AdjacencyRelation adjacency) {
    Parameters.requirePositive("scale", scale);
    Parameters.requireAtLeastOne("shift", shift);
    double largest = Enclosure.ofCount(shift).dividedBy(scale).upper();
    requireModerate("discrete Laplace of scale " + scale + " and shift " + shift, largest);
    return shift > DiscreteLaplace.LARGEST_SHIFT
        ? approximate(largest, 0, adjacency)
        : PrivacyLossDistribution.of(DiscreteNoise.laplace(scale, shift), adjacency);
  }

  /**
   * Discrete Gaussian noise on a shifted whole number ({@code
   * divergence/doc-files/log-concave-noise.md}).
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param shift the sensitivity in the 1-norm, at least 1
   * @param adjacency the relation
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if the noise has too many values to list, sigma above about
   *     2,700, or is narrower than a 18th of the shift
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
   * The Gaussian mechanism on a Poisson sample where one record is replaced ({@code
   * divergence/doc-files/replaced-record.md}).
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
    requirePositive("mu", mu);
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
   * Gaussian noise around a random centre: {@code Σ p_k N(s_k, 1)} against {@code N(0, 1)}, and the
   * exchange ([@ChoquetteChooEtAl2024]; {@code doc-files/mixture-of-gaussians.md}).
   *
   * @param weights enclosures of the p_k, which sum to 1
   * @param shifts enclosures of the s_k over the standard deviation, finite and at least 0
   * @param adjacency the relation, not replace-one
   * @return the loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution gaussianMixture(
      List<Enclosure> weights, List<Enclosure> shifts, AdjacencyRelation adjacency) {
    if (!(weights.size() == shifts.size()
        && weights.size() >= 1
        && weights.size() <= MOST_COMPONENTS)) {
      throw new IllegalArgumentException(
          "there were "
              + weights.size()
              + " weights and "
              + shifts.size()
              + " shifts: both must be equally many, from 1 to "
              + MOST_COMPONENTS);
    }
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was " + adjacency + ": the mixture is about a record present or absent");
    }
    weights.forEach(weight -> Parameters.requireProbability("weight", weight.lower()));
    shifts.forEach(shift -> Parameters.requireNonNegative("shift", shift.lower()));
    shifts.forEach(shift -> Parameters.requireNonNegative("shift", shift.upper()));
    Enclosure total = weights.stream().reduce(Enclosure.ZERO, Enclosure::plus);
    if (!total.contains(1)) {
      throw new IllegalArgumentException("weights summed to " + total + ": they must sum to 1");
    }
    if (shifts.stream().allMatch(shift -> shift.upper() == 0)) {
      return PrivacyLossDistribution.zero(adjacency);
    }
    return PrivacyLossDistribution.of(new GaussianMixturePair(weights, shifts), adjacency);
  }

  /**
   * The Gaussian mechanism on records drawn with replacement where one record is replaced ({@code
   * divergence/doc-files/sampled-with-replacement.md}).
   *
   * @param draws number of draws, at least 1
   * @param population number of records, from 2 to 2^53
   * @param mu an enclosure of the effect of replacing one entry of the list of draws over the
   *     standard deviation, above 0 and finite
   * @return the loss, under replace-one
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if a record is drawn so often that more than 200 numbers of
   *     draws are likely
   */
  public static PrivacyLossDistribution gaussianDrawnWithReplacement(
      long draws, long population, Enclosure mu) {
    Parameters.requireAtLeastOne("draws", draws);
    Parameters.requireAtLeastOne("population - 1", population - 1);
    requirePositive("mu", mu);
    Enclosure others = Enclosure.ofCount(population).minus(1);
    Enclosure logMiss = Enclosure.ONE.dividedBy(Enclosure.ofCount(population)).negate().log1p();
    Enclosure share = logMiss.times((double) draws).expm1().negate();
    Enclosure log = logMiss.times((double) draws).minus(share.log());
    List<Enclosure> weights = new ArrayList<>();
    List<FixedSizePair> parts = new ArrayList<>();
    for (long k = 1; k <= draws; k++) {
      Enclosure odds = Enclosure.ofCount(draws - k + 1).dividedBy(others.times((double) k));
      log = log.plus(odds.log());
      // From here on every weight is at most half the one before.
      if (odds.upper() < 0.5 && log.upper() < LOG_NEGLIGIBLE) {
        break;
      }
      if (k > MOST_REPETITIONS) {
        throw new UnsupportedEventException(
            draws + " draws from " + population + " records",
            "one record is drawn in too many numbers to list; draw fewer");
      }
      weights.add(log.exp().min(Enclosure.ONE));
      Enclosure shift = mu.times((double) k);
      parts.add(new FixedSizePair(new SampledPair(share, new GaussianPair(shift))));
    }
    double rest = parts.size() == draws ? 0 : 2 * log.exp().upper();
    return PrivacyLossDistribution.of(
        new RepeatedDrawsPair(weights, parts, rest), AdjacencyRelation.REPLACE_ONE);
  }

  private static void requirePositive(String name, Enclosure value) {
    Parameters.requirePositive(name, value.lower());
    Parameters.requirePositive(name, value.upper());
  }

  private static void requireModerate(String what, double loss) {
    if (!(loss <= LARGEST_LOSS)) {
      throw new UnsupportedEventException(
          what, "its loss exceeds " + LARGEST_LOSS + ", which has no use as a distribution");
    }
  }
}
