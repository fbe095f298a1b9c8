package org.assay.accountant.internal.composition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.internal.contour.GaussianFactor;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.allocation.AllocatedProfile;
import org.assay.accountant.internal.contour.allocation.AllocatedRenyi;
import org.assay.accountant.internal.contour.rare.RareSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Exact privacy of any sequence of Gaussian steps, on Poisson samples, samples of fixed size or all
 * records. Contour inversion ({@code contour/doc-files/contour-inversion.md}) encloses the profile
 * of the product of dominating pairs ([@ZhuDongWang2022], Theorem 10) to about ten digits at any
 * delta.
 *
 * <p>Under add-or-remove and zero-out the pairs are the mixture against the base and the reverse
 * ([@MironovTalwarZhang2019], Theorem 4); the larger result counts. Under replace-one the pairs are
 * the antipodal mixtures ({@code divergence/doc-files/replaced-record.md}). For samples of fixed
 * size the pair is that of the trade-off {@code C_q} ([@DongRothSu2022], Theorem 4.2). A run of
 * Gaussian steps where a record takes part in one step counts as a single step.
 *
 * <p>Values are immutable; {@code with} methods return longer compositions.
 */
public final class GaussianComposition {
  /** Largest number of steps of one kind, 2^53: up to here counts are exact doubles. */
  public static final long LARGEST_COUNT = 1L << 53;

  /** Largest work for a contour with other mechanisms, in integrand evaluations. Not tuned. */
  private static final double MIXED_WORK = 5e7;

  /** Least number of kinds of Poisson samples that one factor holds together. Not tuned. */
  private static final int MANY_KINDS = 24;

  /** Largest sampling probability for which rare large losses are treated separately. Not tuned. */
  private static final double RARE = 1e-4;

  /** Largest relative width at which the separate result is accepted. Not tuned. */
  private static final double RARE_WIDTH = 1e-8;

  private final AdjacencyRelation adjacency;
  private final Enclosure muSquared;
  final List<SampledSteps> sampled;

  private GaussianComposition(
      AdjacencyRelation adjacency, Enclosure muSquared, List<SampledSteps> sampled) {
    this.adjacency = adjacency;
    this.muSquared = muSquared;
    this.sampled = List.copyOf(sampled);
  }

  /**
   * The empty composition.
   *
   * @param adjacency the relation of the result
   * @return the composition, whose privacy loss is 0
   */
  public static GaussianComposition under(AdjacencyRelation adjacency) {
    return new GaussianComposition(adjacency, Enclosure.ZERO, List.of());
  }

  /**
   * Adds Gaussian steps, which compose to a single Gaussian step.
   *
   * @param squares an enclosure of the sum over the steps of mu², mu the sensitivity under the
   *     composition's relation over the standard deviation
   * @return the longer composition
   * @throws IllegalArgumentException if the enclosure reaches below 0 or to infinity
   */
  public GaussianComposition withGaussian(Enclosure squares) {
    if (!(squares.lower() >= 0 && squares.upper() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "mu squared was " + squares + ": it must be finite and at least 0");
    }
    return new GaussianComposition(adjacency, muSquared.plus(squares), sampled);
  }

  /**
   * Adds Poisson-sampled Gaussian steps.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma standard deviation over the largest effect of one record's presence, finite and
   *     above 0
   * @param count number of steps, from 1 to 2^53
   * @return the longer composition
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public GaussianComposition withPoissonSampled(double q, double sigma, long count) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requirePositive("noiseMultiplier", sigma);
    return withPoissonSampled(q, Enclosure.exact(sigma), count);
  }

  /**
   * Adds Poisson-sampled Gaussian steps whose noise is not a double, for example several Gaussians
   * on one sample.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma an enclosure of the standard deviation over the largest effect of one record's
   *     presence, finite and above 0
   * @param count number of steps, from 1 to 2^53
   * @return the longer composition
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public GaussianComposition withPoissonSampled(double q, Enclosure sigma, long count) {
    Enclosure share = Enclosure.exact(Parameters.requireProbability("samplingProbability", q));
    boolean replacing = adjacency == AdjacencyRelation.REPLACE_ONE;
    Sampling sampling = replacing ? Sampling.POISSON_REPLACED : Sampling.POISSON;
    return with(new SampledSteps(sampling, share, sigma, count));
  }

  /**
   * Adds Gaussian steps on samples of fixed size, drawn without replacement.
   *
   * @param share an enclosure of sample size over population size, in [0, 1]
   * @param sigma standard deviation over the sensitivity under replace-one, finite and above 0
   * @param count number of steps, from 1 to 2^53
   * @return the longer composition
   * @throws IllegalArgumentException if a parameter is out of range or the relation is not
   *     replace-one
   */
  public GaussianComposition withFixedSizeSampled(Enclosure share, double sigma, long count) {
    Parameters.requirePositive("noiseMultiplier", sigma);
    return withFixedSizeSampled(share, Enclosure.exact(sigma), count);
  }

  /**
   * Adds Gaussian steps on samples of fixed size whose noise is not a double.
   *
   * @param share an enclosure of sample size over population size, in [0, 1]
   * @param sigma an enclosure of the standard deviation over the sensitivity under replace-one,
   *     finite and above 0
   * @param count number of steps, from 1 to 2^53
   * @return the longer composition
   * @throws IllegalArgumentException if a parameter is out of range or the relation is not
   *     replace-one
   */
  public GaussianComposition withFixedSizeSampled(Enclosure share, Enclosure sigma, long count) {
    AdjacencyRelation.REPLACE_ONE.requireSame(adjacency);
    if (!(share.lower() >= 0 && share.lower() <= 1)) {
      throw new IllegalArgumentException("share was " + share + ": it must be in [0, 1]");
    }
    return with(new SampledSteps(Sampling.FIXED_SIZE, share, sigma, count));
  }

  /**
   * Adds a run of Gaussian steps where a record takes part in one step, drawn uniformly and
   * independently of everything else ({@code contour/allocation/doc-files/random-allocation.md}).
   *
   * @param steps number of steps, from 1 to 2^40
   * @param sigma an enclosure of the standard deviation over the largest effect of one record's
   *     presence
   * @return the longer composition; empty if sigma is not from 0.05 to 1000
   * @throws IllegalArgumentException if a parameter is out of range or the relation is replace-one
   */
  public Optional<GaussianComposition> withAllocated(long steps, Enclosure sigma) {
    if (adjacency == AdjacencyRelation.REPLACE_ONE || !(steps >= 1 && steps <= 1L << 40)) {
      throw new IllegalArgumentException(
          "steps was "
              + steps
              + " under "
              + adjacency
              + ": it must be from 1 to 2^40, under add-remove or zero-out");
    }
    if (!AllocatedRenyi.covers(sigma)) {
      return Optional.empty();
    }
    return Optional.of(
        steps == 1
            ? withGaussian(Enclosure.ONE.dividedBy(sigma).square())
            : with(SampledSteps.allocated(steps, sigma)));
  }

  /**
   * This composition and another one after it.
   *
   * @param other the other composition, under the same relation
   * @return the longer composition; empty if its numbers are out of range
   * @throws IllegalArgumentException if the relations differ
   */
  public Optional<GaussianComposition> plus(GaussianComposition other) {
    return sum(adjacency, List.of(this, other));
  }

  /** The sum of compositions under one relation; empty if its numbers are out of range. */
  static Optional<GaussianComposition> sum(
      AdjacencyRelation adjacency, List<GaussianComposition> parts) {
    Enclosure squares = Enclosure.ZERO;
    Map<SampledSteps, Long> counts = new LinkedHashMap<>();
    for (GaussianComposition part : parts) {
      adjacency.requireSame(part.adjacency);
      squares = squares.plus(part.muSquared);
      for (SampledSteps steps : part.sampled) {
        // The merged kind moves to the end. The sum of two counts of at most 2^53 fits a long.
        long count = steps.count() + Optional.ofNullable(counts.remove(steps.once())).orElse(0L);
        if (!(count <= LARGEST_COUNT)) {
          return Optional.empty();
        }
        counts.put(steps.once(), count);
      }
    }
    List<SampledSteps> sampled = new ArrayList<>();
    counts.forEach((kind, count) -> sampled.add(kind.times(count)));
    return squares.upper() < Double.POSITIVE_INFINITY
        ? Optional.of(new GaussianComposition(adjacency, squares, sampled))
        : Optional.empty();
  }

  /**
   * This composition repeated.
   *
   * @param times number of repetitions, at least 1
   * @return the longer composition; empty if its numbers are out of range
   * @throws IllegalArgumentException if the number of times is out of range
   */
  public Optional<GaussianComposition> times(long times) {
    Parameters.requireAtLeastOne("times", times);
    Enclosure squares = muSquared.times(Enclosure.ofCount(times));
    boolean finite = squares.upper() < Double.POSITIVE_INFINITY;
    if (!finite || sampled.stream().anyMatch(steps -> steps.count() > LARGEST_COUNT / times)) {
      return Optional.empty();
    }
    List<SampledSteps> repeated = sampled.stream().map(steps -> steps.times(times)).toList();
    return Optional.of(new GaussianComposition(adjacency, squares, repeated));
  }

  /**
   * Number of different kinds of sampled steps; the cost grows with this number.
   *
   * @return the number of kinds
   */
  public int kinds() {
    return sampled.size();
  }

  /** Number of costly kinds: those outside a list of many Poisson samples. */
  int costlyKinds() {
    int alike =
        (int) sampled.stream().filter(steps -> SampledList.admits(steps.atEnd(true))).count();
    return alike >= MANY_KINDS ? kinds() - alike : kinds();
  }

  boolean allocatesWithSmallLoss() {
    return SampledSteps.allocateWithSmallLoss(sampled, muSquared.upper());
  }

  /** The relation of the composition. */
  AdjacencyRelation adjacency() {
    return adjacency;
  }

  /** Whether the privacy loss is certainly 0. */
  boolean isZero() {
    return sampled.isEmpty() && muSquared.upper() == 0;
  }

  /**
   * Adds steps and merges equal ones; a sampled share of 1 gives plain Gaussians, a share of 0
   * nothing.
   */
  private GaussianComposition with(SampledSteps steps) {
    if (steps.share().upper() == 0) {
      return this;
    }
    if (steps.share().lower() >= 1) {
      return withGaussian(steps.unsampledMuSquared());
    }
    List<SampledSteps> all = new ArrayList<>();
    SampledSteps merged = steps;
    for (SampledSteps other : sampled) {
      if (other.sameKind(merged)) {
        merged = merged.plus(other.count());
      } else {
        all.add(other);
      }
    }
    all.add(merged);
    return new GaussianComposition(adjacency, muSquared, all);
  }

  /**
   * Smallest delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure, possibly as wide as {@code [0, 1]} where the contour would cost too much
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    if (!inNormalRange()) {
      return Enclosure.of(0, withinNormalRange().delta(epsilon).upper());
    }
    if (sampled.isEmpty()) {
      return gaussianDelta(epsilon);
    }
    if (isSingleStep()) {
      return sampled.get(0).deltaOfOneStep(epsilon);
    }
    if (isLoneAllocation()) {
      return ofAllocation(profile -> profile.delta(epsilon), contour -> contour.delta(epsilon));
    }
    if (isRare()) {
      Enclosure removing = rare().delta(epsilon);
      // Adding a record mostly loses less. If this is not proved, both directions are inverted.
      if (removing.relativeWidth() <= RARE_WIDTH
          && direction(false, List.of()).isBelow(epsilon, removing.lower())) {
        return removing;
      }
    }
    return directions().delta(epsilon);
  }

  /** Whether all steps sample at most one record in thousands, so that transforms decay late. */
  boolean isRare() {
    return muSquared.upper() == 0
        && sampled.size() == 1
        && sampled.get(0).isExact()
        && sampled.get(0).sampling() == Sampling.POISSON
        && sampled.get(0).share().upper() <= RARE;
  }

  RareSampling rare() {
    SampledSteps steps = sampled.get(0);
    return new RareSampling(steps.share().lower(), steps.sigma().lower(), steps.count());
  }

  /**
   * Upper bounds of delta at many epsilons, each in a fraction of the time of {@link #delta}.
   *
   * @param epsilons finite, at least 0 and rising
   * @param negligible in each direction the first bound below this is used for all later epsilons
   * @return the bounds, within a relative 1e-6 of the smallest delta, or about 1e-2 if the loss has
   *     atoms; wider if this would cost too much
   * @throws IllegalArgumentException if an epsilon is out of range
   */
  public double[] deltaBounds(double[] epsilons, double negligible) {
    Parameters.requireRising("epsilon", epsilons);
    if (!inNormalRange()) {
      return withinNormalRange().deltaBounds(epsilons, negligible);
    }
    if (sampled.isEmpty() || isSingleStep()) {
      return oneByOne(epsilons, negligible);
    }
    return directions().deltaBounds(epsilons, negligible);
  }

  private double[] oneByOne(double[] epsilons, double negligible) {
    double[] bounds = new double[epsilons.length];
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      last = last < negligible ? last : delta(epsilons[i]).upper();
      bounds[i] = last;
    }
    return bounds;
  }

  /**
   * Smallest epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure; 0 where (0, delta) already holds, and a wider one, from the Rényi bound,
   *     where the contour would cost too much
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    if (!inNormalRange()) {
      return Enclosure.of(0, withinNormalRange().epsilon(delta).upper());
    }
    if (sampled.isEmpty()) {
      return gaussianEpsilon(delta);
    }
    if (isSingleStep()) {
      return sampled.get(0).epsilonOfOneStep(delta);
    }
    if (isLoneAllocation()) {
      return ofAllocation(profile -> profile.epsilon(delta), contour -> contour.epsilon(delta));
    }
    if (isRare()) {
      Enclosure removing = rare().epsilon(delta);
      if (removing.relativeWidth() <= RARE_WIDTH
          && direction(false, List.of()).isBelow(removing.upper(), delta)) {
        return removing;
      }
    }
    return directions().epsilon(delta);
  }

  boolean isSingleStep() {
    return sampled.size() == 1 && sampled.get(0).hasClosedForm() && muSquared.upper() == 0;
  }

  /** Whether this is a single random allocation that {@link AllocatedProfile} computes. */
  boolean isLoneAllocation() {
    return sampled.size() == 1
        && sampled.get(0).count() == 1
        && sampled.get(0).hasProfileOfMany()
        && muSquared.upper() == 0;
  }

  private Enclosure ofAllocation(
      Function<AllocatedProfile, Enclosure> question, Function<BothDirections, Enclosure> contour) {
    SampledSteps steps = sampled.get(0);
    return steps.ofAllocation(
        question, fewer -> contour.apply(under(adjacency).with(fewer).directions()));
  }

  private BothDirections directions() {
    return directions(List.of());
  }

  /** The steps together with others that have the same profile in both directions. */
  BothDirections directions(List<LossFactor> others) {
    return isSymmetric()
        ? ofDirections(most -> BothDirections.equal(most.direction(true, others)))
        : directions(others, others);
  }

  /** The steps together with others that differ between the two directions. */
  BothDirections directions(List<LossFactor> removing, List<LossFactor> adding) {
    return ofDirections(
        most -> BothDirections.of(most.direction(true, removing), most.direction(false, adding)));
  }

  private BothDirections ofDirections(Function<GaussianComposition, BothDirections> directions) {
    return sampled.stream().allMatch(SampledSteps::isExact)
        ? directions.apply(this)
        : BothDirections.between(directions.apply(atEnd(false)), directions.apply(atEnd(true)));
  }

  /** The composition with the end of every enclosed noise that loses most, or loses least. */
  private GaussianComposition atEnd(boolean most) {
    List<SampledSteps> ends = sampled.stream().map(steps -> steps.atEnd(most)).toList();
    return new GaussianComposition(adjacency, muSquared, ends);
  }

  /** Whether the profiles of both directions are equal. */
  boolean isSymmetric() {
    return adjacency == AdjacencyRelation.REPLACE_ONE || sampled.isEmpty();
  }

  private LossComposition direction(boolean removing, List<LossFactor> others) {
    List<LossFactor> factors = new ArrayList<>();
    if (muSquared.upper() > 0) {
      factors.add(new GaussianFactor(muSquared));
    }
    List<SampledSteps> alike = sampled.stream().filter(SampledList::admits).toList();
    boolean many = alike.size() >= MANY_KINDS;
    sampled.stream()
        .filter(steps -> !(many && SampledList.admits(steps)))
        .forEach(steps -> factors.add(steps.factor(removing)));
    if (many) {
      factors.add(SampledList.of(alike, removing));
    }
    factors.addAll(others);
    return others.isEmpty()
        ? new LossComposition(factors)
        : new LossComposition(factors, MIXED_WORK);
  }

  /** Whether integrands stay clear of underflow. */
  boolean inNormalRange() {
    return sampled.stream().allMatch(SampledSteps::inNormalRange);
  }

  /** A composition that loses at least as much, with integrands in the normal range. */
  GaussianComposition withinNormalRange() {
    GaussianComposition worse = new GaussianComposition(adjacency, muSquared, List.of());
    for (SampledSteps steps : sampled) {
      worse = worse.with(steps.withinNormalRange());
    }
    return worse;
  }

  private Enclosure gaussianDelta(double epsilon) {
    Enclosure mu = muSquared.sqrt();
    double low = GaussianMechanism.delta(mu.lower(), epsilon).lower();
    return Enclosure.of(low, GaussianMechanism.delta(mu.upper(), epsilon).upper());
  }

  private Enclosure gaussianEpsilon(double delta) {
    Enclosure mu = muSquared.sqrt();
    double low = mu.lower() > 0 ? GaussianMechanism.epsilon(mu.lower(), delta).lower() : 0;
    double high = mu.upper() > 0 ? GaussianMechanism.epsilon(mu.upper(), delta).upper() : 0;
    return Enclosure.of(low, high);
  }
}
