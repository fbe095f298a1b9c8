package org.assay.accountant.internal.composition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.divergence.DiscreteLaplace;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Exact privacy of the product of unlike dominating pairs ([@ZhuDongWang2022], Theorem 10). The
 * steps are those of a {@link GaussianComposition} together with Laplace and discrete noise,
 * randomized response, bounded ranges, pure and (epsilon, delta) mechanisms.
 *
 * <p>Steps with finitely many losses and at most 2,048 outcomes together are summed to about twelve
 * digits ({@code contour/doc-files/few-outcomes.md}). If the transform {@link #decays}, contour
 * inversion gives about ten digits ({@code contour/doc-files/contour-inversion.md}). Otherwise
 * losses are smoothed, which mostly gives at least five digits within the limit of work ({@code
 * contour/doc-files/smoothed-losses.md}).
 */
public final class MixedComposition {
  /** Smallest loss of a step; masses and moments of smaller losses have no digits. Not tuned. */
  private static final double SMALLEST_LOSS = 1e-90;

  /** Largest loss of a step; its exponential is still a double. */
  private static final double LARGEST_LOSS = 600;

  /** Smallest sampling probability of a single sampled step. Not tuned. */
  private static final double LEAST_SHARE = 1e-60;

  /** Largest parameter of discrete Gaussian noise. Not tuned: bounds the time. */
  private static final double LARGEST_SIGMA = 1e4;

  /** Largest shift of discrete Gaussian noise over its parameter. Not tuned. */
  private static final double MOST_DEVIATIONS = 18;

  /** Largest relative width of an interval of deltas for one contour: rounding errors. */
  private static final double ONE_DELTA = 1e-12;

  /** Least m at which atoms of total mass e^-m need no smoothing. Not tuned. */
  private static final double ENOUGH_SPREAD = 30;

  final GaussianComposition gaussian;

  /** The other steps and their numbers. */
  final Map<StepLoss, Long> others;

  /**
   * Logarithm of the probability that no step reveals everything. The enclosure reaches above 0 if
   * a bracketed step may lose a little less than its model.
   */
  private final Enclosure logIntact;

  private MixedComposition(
      GaussianComposition gaussian, Map<StepLoss, Long> others, Enclosure logIntact) {
    this.gaussian = gaussian;
    this.others = others;
    this.logIntact = logIntact;
  }

  /**
   * The empty composition.
   *
   * @param adjacency the relation of the result
   * @return the composition, whose privacy loss is 0
   */
  public static MixedComposition under(AdjacencyRelation adjacency) {
    return of(GaussianComposition.under(adjacency));
  }

  /**
   * A composition of Gaussian steps alone.
   *
   * @param gaussian the steps
   * @return the same composition
   */
  public static MixedComposition of(GaussianComposition gaussian) {
    return new MixedComposition(gaussian, Map.of(), Enclosure.ZERO);
  }

  /** One more step. */
  MixedComposition with(StepLoss step) {
    Map<StepLoss, Long> more = new LinkedHashMap<>(others);
    more.merge(step, 1L, Long::sum);
    return new MixedComposition(gaussian, more, logIntact);
  }

  /**
   * Adds a step that is a Poisson sample of Gaussian noise except with a small probability.
   *
   * @param multiplier an enclosure of the standard deviation over the sensitivity
   * @param logAlike an enclosure of the logarithm of one minus that probability
   */
  MixedComposition withBracketedPoissonSample(
      double samplingProbability, Enclosure multiplier, Enclosure logAlike) {
    GaussianComposition more = gaussian.withPoissonSampled(samplingProbability, multiplier, 1);
    return new MixedComposition(more, others, logIntact.plus(logAlike));
  }

  /**
   * Adds a step of Laplace noise.
   *
   * @param ratio an enclosure of sensitivity over scale
   * @return the longer composition; empty if the ratio is not from 1e-90 to 600
   */
  public Optional<MixedComposition> withLaplace(Enclosure ratio) {
    return isModerate(ratio)
        ? Optional.of(with(new SymmetricLoss.Laplace(ratio)))
        : Optional.empty();
  }

  /**
   * Adds a step of any mechanism whose log ratios lie in an interval of a given length for each
   * pair of neighbours ({@code loss/pair/doc-files/bounded-range-pair.md}).
   *
   * @param range the length
   * @return the longer composition; empty if the range is not from 1e-90 to 600
   */
  public Optional<MixedComposition> withBoundedRange(double range) {
    return isModerate(Enclosure.exact(range))
        ? Optional.of(with(new SymmetricLoss.Range(range)))
        : Optional.empty();
  }

  /**
   * Adds a step of discrete Laplace noise, or of any mechanism of one epsilon between neighbours
   * that are several steps apart ({@code loss/pair/doc-files/pure-steps.md}): the pairs are equal.
   *
   * @param rate an enclosure of one over the scale, or of epsilon
   * @param shift distance by which the true value moves, or number of steps, at least 1
   * @return the longer composition; a shift above 10,000 counts as a pure step of the largest loss.
   *     The result is empty if the rate or the largest loss is not from 1e-90 to 600
   * @throws IllegalArgumentException if the shift is out of range
   */
  public Optional<MixedComposition> withDiscreteLaplace(Enclosure rate, long shift) {
    Parameters.requireAtLeastOne("shift", shift);
    Enclosure largest = rate.times(Enclosure.ofCount(shift));
    if (!(isModerate(rate) && isModerate(largest))) {
      return Optional.empty();
    }
    return Optional.of(
        shift > DiscreteLaplace.LARGEST_SHIFT
            ? with(new SymmetricLoss.Geometric(Enclosure.exact(largest.upper()), 1))
            : with(new SymmetricLoss.Geometric(rate, shift)));
  }

  /**
   * Adds a step of discrete Gaussian noise on a shifted integer.
   *
   * @param sigma the noise's parameter, finite and above 0
   * @param shift the sensitivity in the 1-norm, at least 1
   * @return the longer composition; empty if the noise is beyond what is computed here, sigma above
   *     10,000 or below an 18th of the shift
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Optional<MixedComposition> withDiscreteGaussian(double sigma, long shift) {
    Parameters.requirePositive("sigma", sigma);
    Parameters.requireAtLeastOne("shift", shift);
    return sigma <= LARGEST_SIGMA && shift <= MOST_DEVIATIONS * sigma
        ? Optional.of(with(new SymmetricLoss.DiscreteNormal(sigma, shift)))
        : Optional.empty();
  }

  /**
   * Adds a step of randomized response ([@KairouzOhViswanath2016], Section 4.1).
   *
   * @param answers number of answers, from 2 to 2^53
   * @param truth probability of the true answer, strictly between 0 and 1
   * @return the longer composition; empty if its loss is above 600 or, unless it is 0, below 1e-90
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Optional<MixedComposition> withRandomizedResponse(long answers, double truth) {
    Enclosure ratio = RandomizedResponse.logRatio(answers, truth);
    if (ratio.equals(Enclosure.ZERO)) {
      return Optional.of(this);
    }
    return isModerate(ratio.max(ratio.negate()))
        ? Optional.of(with(new SymmetricLoss.Response(answers, truth)))
        : Optional.empty();
  }

  /**
   * Adds randomized response whose answer is erased with some probability, such as staircase noise
   * ({@code analysis/doc-files/piecewise-noise.md}).
   *
   * @param epsilon the loss of an answer, above 0
   * @param erasure an enclosure of the probability of no answer, exactly 0 or above and below 1
   * @return the longer composition; empty if the loss is not from 1e-90 to 600
   */
  public Optional<MixedComposition> withErasedResponse(double epsilon, Enclosure erasure) {
    Enclosure loss = Enclosure.exact(epsilon);
    boolean known = erasure.upper() < 1 && (erasure.lower() > 0 || erasure.upper() == 0);
    return known && isModerate(loss)
        ? Optional.of(with(new SymmetricLoss.ErasedResponse(loss, erasure)))
        : Optional.empty();
  }

  /**
   * Adds a step of any mechanism of one epsilon and delta ([@KairouzOhViswanath2015]): randomized
   * response, and with probability delta an outcome that reveals everything.
   *
   * @param epsilon finite and at least 0
   * @param delta in [0, 1]
   * @return the longer composition; empty if its loss is above 600 or, unless it is 0, below 1e-90
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Optional<MixedComposition> withApproximate(double epsilon, double delta) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireProbability("delta", delta);
    if (delta == 1) {
      return Optional.empty();
    }
    Enclosure intact = logIntact.plus(Enclosure.exact(-delta).log1p());
    MixedComposition rest = new MixedComposition(gaussian, others, intact);
    return epsilon == 0 ? Optional.of(rest) : rest.withDiscreteLaplace(Enclosure.exact(epsilon), 1);
  }

  private static boolean isModerate(Enclosure loss) {
    return loss.lower() >= SMALLEST_LOSS && loss.upper() <= LARGEST_LOSS;
  }

  /**
   * This composition and another one after it.
   *
   * @param other the other composition, under the same relation
   * @return the longer composition; empty if its numbers are out of range
   * @throws IllegalArgumentException if the relations differ
   */
  public Optional<MixedComposition> plus(MixedComposition other) {
    return sum(gaussian.adjacency(), List.of(this, other));
  }

  /**
   * Any number of compositions, one after the other.
   *
   * @param adjacency the relation of the result
   * @param parts the compositions, under the same relation
   * @return the composition of all of them; empty if its numbers are out of range
   * @throws IllegalArgumentException if a relation differs
   */
  public static Optional<MixedComposition> sum(
      AdjacencyRelation adjacency, List<MixedComposition> parts) {
    Map<StepLoss, Long> all = new LinkedHashMap<>();
    Enclosure intact = Enclosure.ZERO;
    for (MixedComposition part : parts) {
      part.others.forEach((step, count) -> all.merge(step, count, MixedComposition::added));
      intact = intact.plus(part.logIntact);
    }
    Enclosure logIntact = intact;
    return GaussianComposition.sum(adjacency, parts.stream().map(part -> part.gaussian).toList())
        .flatMap(gaussian -> inRange(gaussian, all, logIntact));
  }

  /** The sum, or a number above the largest count. */
  private static long added(long count, long more) {
    return Math.min(GaussianComposition.LARGEST_COUNT + 1, count + more);
  }

  /**
   * This composition repeated.
   *
   * @param times number of repetitions, at least 1
   * @return the longer composition; empty if its numbers are out of range
   * @throws IllegalArgumentException if the number of times is out of range
   */
  public Optional<MixedComposition> times(long times) {
    Parameters.requireAtLeastOne("times", times);
    if (others.values().stream()
        .anyMatch(count -> count > GaussianComposition.LARGEST_COUNT / times)) {
      return Optional.empty();
    }
    Map<StepLoss, Long> all = new LinkedHashMap<>();
    others.forEach((step, count) -> all.put(step, count * times));
    Enclosure intact = logIntact.times(Enclosure.ofCount(times));
    return gaussian.times(times).flatMap(sum -> inRange(sum, all, intact));
  }

  private static Optional<MixedComposition> inRange(
      GaussianComposition gaussian, Map<StepLoss, Long> others, Enclosure logIntact) {
    boolean counted =
        others.values().stream().allMatch(count -> count <= GaussianComposition.LARGEST_COUNT);
    return counted
        ? Optional.of(new MixedComposition(gaussian, others, logIntact))
        : Optional.empty();
  }

  /** Number of different kinds of steps; unsampled Gaussians do not count. */
  public int kinds() {
    return gaussian.kinds() + others.size();
  }

  /**
   * Number of kinds of sampled steps that cost as much as hundreds of other steps. Many Poisson
   * samples are held in one factor and are not counted.
   */
  public int sampledKinds() {
    return gaussian.costlyKinds();
  }

  /**
   * A Poisson sample of this single step, for one record present or absent ([@ZhuDongWang2022],
   * Theorem 11).
   *
   * @param samplingProbability strictly between 0 and 1
   * @return the sample, which is this composition if nothing is revealed. The result is empty under
   *     replace-one and for compositions. It is also empty if samples of this kind of step are
   *     unknown or the probability is below 1e-60
   * @throws IllegalArgumentException if the probability is out of range
   */
  public Optional<MixedComposition> poissonSampled(double samplingProbability) {
    Parameters.requireOpenProbability("samplingProbability", samplingProbability);
    if (isGaussian() && gaussian.isZero()) {
      return Optional.of(this);
    }
    if (gaussian.adjacency() == AdjacencyRelation.REPLACE_ONE) {
      return Optional.empty();
    }
    if (!(isSingle() && logIntact.equals(Enclosure.ZERO) && samplingProbability >= LEAST_SHARE)) {
      return Optional.empty();
    }
    return others
        .keySet()
        .iterator()
        .next()
        .poissonSampled(samplingProbability, under(gaussian.adjacency()));
  }

  private boolean othersAreSymmetric() {
    return others.keySet().stream().allMatch(StepLoss::isSymmetric);
  }

  /**
   * Whether removing a record costs as much as adding one.
   *
   * @return true if the profile is the same in both orders
   */
  public boolean isSymmetric() {
    return gaussian.isSymmetric() && othersAreSymmetric();
  }

  /**
   * Whether this is a single step with a profile that needs no inversion.
   *
   * @return true for one step that is no Gaussian
   */
  public boolean isSingle() {
    return gaussian.isZero() && others.size() == 1 && others.containsValue(1L);
  }

  /**
   * Whether some steps are known only by two compositions, one below and one above. A single such
   * step has narrower bounds of its own.
   */
  public boolean isBracketed() {
    return logIntact.upper() > 0;
  }

  /**
   * Whether the moment generating function falls along vertical contours. True if all steps are
   * Gaussian, if some step is, or if the atoms of all steps together hardly matter.
   *
   * @return whether {@link #delta} and {@link #epsilon} are quick even if outcomes are not few
   */
  public boolean decays() {
    return others.isEmpty() || !gaussian.isZero() || spread() >= ENOUGH_SPREAD;
  }

  /**
   * Whether contours are long and have few digits: records are allocated to very many steps, and
   * all Gaussians have small losses. An allocation by itself needs no contour.
   *
   * @return true if loss distributions give narrower answers
   */
  public boolean allocatesWithSmallLoss() {
    return gaussian.allocatesWithSmallLoss() && !(isGaussian() && gaussian.isLoneAllocation());
  }

  private double spread() {
    double sum = 0;
    for (Map.Entry<StepLoss, Long> step : others.entrySet()) {
      sum += step.getValue() * step.getKey().spread();
    }
    return sum;
  }

  /**
   * Whether the steps' known Rényi divergences are at least those of their dominating pairs, so
   * that no Rényi bound is smaller. Bounded ranges have smaller Rényi divergences.
   *
   * @return true if they are
   */
  public boolean decidesOrders() {
    return others.keySet().stream().allMatch(StepLoss::decidesOrders);
  }

  /**
   * Whether all steps are Gaussian, with or without samples and allocations.
   *
   * @return true if it is
   */
  public boolean isGaussian() {
    return others.isEmpty() && logIntact.equals(Enclosure.ZERO);
  }

  /** The probability that some step reveals everything. */
  Enclosure revealed() {
    return logIntact.expm1().negate();
  }

  /** The delta of the whole composition, from the delta of the steps if none reveals everything. */
  UnaryOperator<Enclosure> whole() {
    Enclosure revealed = revealed();
    Enclosure kept = Enclosure.ONE.minus(revealed);
    return intact -> revealed.plus(kept.times(intact)).max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /**
   * Smallest delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure, possibly as wide as {@code [0, 1]} where the contour would cost too much
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    return delta(epsilon, never -> false);
  }

  /** An enclosure, perhaps only as narrow as a question needs: {@code decided} tells when. */
  public Enclosure delta(double epsilon, Predicate<Enclosure> decided) {
    Parameters.requireNonNegative("epsilon", epsilon);
    UnaryOperator<Enclosure> whole = whole();
    if (others.isEmpty()) {
      return whole.apply(gaussian.delta(epsilon));
    }
    Enclosure delta = directions().delta(epsilon, intact -> decided.test(whole.apply(intact)));
    return whole.apply(gaussian.inNormalRange() ? delta : Enclosure.of(0, delta.upper()));
  }

  /**
   * Smallest epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure; 0 if (0, delta) already holds, wide if the contour would cost too much,
   *     infinite if the steps' own deltas may add up to delta
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta) {
    return epsilon(delta, never -> false);
  }

  /** An enclosure, perhaps only as narrow as a question needs: {@code decided} tells when. */
  public Enclosure epsilon(double delta, Predicate<Enclosure> decided) {
    Parameters.requireOpenProbability("delta", delta);
    if (isGaussian()) {
      return gaussian.epsilon(delta);
    }
    Enclosure revealed = revealed();
    Enclosure left = Enclosure.exact(delta).minus(revealed);
    if (!(left.lower() > 0)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure share = left.dividedBy(Enclosure.ONE.minus(revealed));
    share = revealed.lower() >= 0 ? share.min(Enclosure.exact(delta)) : share;
    if (share.upper() < 1 && share.relativeWidth() <= ONE_DELTA) {
      return intactEpsilon(share, decided);
    }
    Enclosure least = Enclosure.exact(share.upper());
    double lower = share.upper() < 1 ? intactEpsilon(least, decided).lower() : 0;
    return Enclosure.of(lower, intactEpsilon(Enclosure.exact(share.lower()), decided).upper());
  }

  private Enclosure intactEpsilon(Enclosure delta, Predicate<Enclosure> decided) {
    if (others.isEmpty()) {
      double lower = gaussian.epsilon(delta.upper()).lower();
      return Enclosure.of(lower, gaussian.epsilon(delta.lower()).upper());
    }
    Enclosure epsilon = directions().epsilon(delta, decided);
    return gaussian.inNormalRange() ? epsilon : Enclosure.of(0, epsilon.upper());
  }

  BothDirections directions() {
    List<LossFactor> removing = new ArrayList<>();
    List<LossFactor> adding = new ArrayList<>();
    others.forEach(
        (step, count) -> {
          removing.add(step.factor(count, true));
          adding.add(step.factor(count, false));
        });
    GaussianComposition steps = gaussian.inNormalRange() ? gaussian : gaussian.withinNormalRange();
    return othersAreSymmetric() ? steps.directions(removing) : steps.directions(removing, adding);
  }
}
