package org.assay.accountant.internal.iteration.step;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.choice.ChosenCompositions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * (epsilon, delta) of a Gaussian mechanism composed with many copies of the one-step pair, without
 * Rényi divergences: formula (3) of {@code doc-files/noisy-sgd-renyi.md}. It is evaluated by
 * contour inversion, and by convolution where few steps make the contour long. Batches of a fixed
 * size also use formula (2) of {@code ../choice/doc-files/chosen-pairs.md}. Only upper ends are
 * used, so sampling probabilities and distances are rounded up, which never lowers a bound.
 */
public final class NoisySgdComposition {
  /** Relative width of a contour result above which a convolution is tried. Not tuned. */
  private static final double WIDE = 1e-3;

  /** Relative accuracy of convolutions. Not tuned. */
  private static final Accuracy ACCURACY = Accuracy.of(1e-4);

  /** Relative accuracy of profiles by convolution. Not tuned. */
  static final double PROFILE_ACCURACY = 1e-3;

  /**
   * Relative accuracy of rough profiles, which select arguments at a fifth of the time. Not tuned.
   */
  static final double ROUGH_PROFILE_ACCURACY = 0.03;

  /** Delta below which bounds are not computed, if each one takes an inversion. Not tuned. */
  private static final double NEGLIGIBLE = 1e-14;

  /** A number above the logarithm of the value that represents all smaller ones. */
  static final double LOG_NEGLIGIBLE = Math.log(NEGLIGIBLE) + 1e-9;

  /** Expected number of samples of the record below which contours are long. Not tuned. */
  private static final double FEW_SAMPLED = 15;

  /**
   * Largest number of random steps for which a convolution is preferred to a contour. Not tuned.
   */
  private static final long FEW_STEPS = 12;

  /** Relative accuracy of the convolution of few steps. Not tuned. */
  private static final Accuracy FINE_ACCURACY = Accuracy.of(1e-6);

  /**
   * Largest number of steps that are convolved: more steps never need a convolution, and would make
   * it slow. Not tuned.
   */
  private static final long MOST_CONVOLVED = 1_000_000;

  private final NoisySgdStep step;
  private final long count;
  private final double split;
  private final double hiddenSquare;

  /**
   * The composition.
   *
   * @param step the step whose pair is composed
   * @param count number of copies, at least 1
   * @param split share of the noise's variance that is not available to the pair, from 0 to below 1
   * @param hiddenSquare squared mu of the Gaussian mechanism, at least 0 and finite
   */
  public NoisySgdComposition(NoisySgdStep step, long count, double split, double hiddenSquare) {
    this.step = step;
    this.count = count;
    this.split = split;
    this.hiddenSquare = hiddenSquare;
  }

  /**
   * Upper bound of epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return the bound, infinite where mu or its reciprocal overflows
   */
  public double epsilon(double delta) {
    if (!noiseIsRepresentable()) {
      return Double.POSITIVE_INFINITY;
    }
    double dominated =
        ofFewSteps(pairs -> pairs.epsilon(delta, FINE_ACCURACY).upper())
            .orElseGet(() -> ofManySteps(delta));
    return Math.min(dominated, chosenEpsilon(delta));
  }

  /**
   * Upper bound of epsilon at a delta by pairs that may differ from step to step, without other
   * methods.
   *
   * @param delta strictly between 0 and 1
   * @return the bound, infinite where these pairs prove none
   */
  public double chosenEpsilon(double delta) {
    return chosen().map(pairs -> pairs.epsilon(count, delta)).orElse(Double.POSITIVE_INFINITY);
  }

  private double ofManySteps(double delta) {
    return narrowed(contour().epsilon(delta), () -> convolution().epsilon(delta, ACCURACY).upper());
  }

  /** Empty if contours are at least as good. */
  private Optional<Double> ofFewSteps(Function<PrivacyLossDistribution, Double> bound) {
    boolean few = count <= FEW_STEPS && hiddenSquare == 0 && !step.isGaussian();
    return few ? ifKnown(() -> bound.apply(convolution())) : Optional.empty();
  }

  /**
   * Upper bound of delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the bound, 1 where mu or its reciprocal overflows
   */
  public double delta(double epsilon) {
    if (!noiseIsRepresentable()) {
      return 1;
    }
    Enclosure inverted = contour().delta(epsilon);
    double dominated = narrowed(inverted, () -> convolution().delta(epsilon, ACCURACY).upper());
    return Math.min(dominated, chosenDelta(epsilon));
  }

  /**
   * Upper bound of delta at an epsilon by pairs that may differ from step to step, without other
   * methods.
   *
   * @param epsilon finite and at least 0
   * @return the bound, 1 where these pairs prove none
   */
  public double chosenDelta(double epsilon) {
    return chosen()
        .flatMap(pairs -> pairs.logDeltas(count, new double[] {epsilon}))
        .map(logs -> Rounding.expUp(logs[0]))
        .orElse(1.0);
  }

  /**
   * Upper bounds of the logarithm of delta at increasing epsilons, faster than one by one and
   * hardly larger. Those of random batches end at a negligible bound, which is used for all later
   * epsilons.
   *
   * @param epsilons at least 0 and rising
   * @return a bound for each
   */
  public double[] logDeltaBounds(double[] epsilons) {
    return logDeltaBounds(epsilons, PROFILE_ACCURACY);
  }

  /** Upper bounds of the logarithm of delta, by convolutions of this relative accuracy. */
  double[] logDeltaBounds(double[] epsilons, double accuracy) {
    if (!noiseIsRepresentable()) {
      return new double[epsilons.length];
    }
    if (step.isGaussian()) {
      double mu =
          Enclosure.exact(hiddenSquare)
              .plus(step.mu(split).square().times((double) count))
              .sqrt()
              .upper();
      return Arrays.stream(epsilons).map(epsilon -> logGaussian(mu, epsilon)).toArray();
    }
    double[] dominated =
        Arrays.stream(deltaBounds(epsilons, accuracy)).map(Rounding::logUp).toArray();
    chosen()
        .flatMap(pairs -> pairs.logDeltas(count, epsilons))
        .ifPresent(logs -> Arrays.setAll(dominated, i -> Math.min(dominated[i], logs[i])));
    return dominated;
  }

  /** Compositions of pairs that may differ from step to step, without a Gaussian mechanism. */
  private Optional<ChosenCompositions> chosen() {
    boolean poisson = step.settings().sampling() == NoisySgdSampling.POISSON;
    return hiddenSquare > 0 || poisson || !noiseIsRepresentable()
        ? Optional.empty()
        : ChosenCompositions.of(step.share().upper(), step.mu(split).upper());
  }

  /**
   * Upper bound of the logarithm of a Gaussian mechanism's delta.
   *
   * @param mu at least 0, infinite where no distance is hidden
   * @param loss the epsilon, at least 0
   * @return at most 0
   */
  public static double logGaussian(double mu, double loss) {
    if (mu == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return mu < Double.POSITIVE_INFINITY ? GaussianMechanism.logDelta(mu, loss).upper() : 0;
  }

  private double[] deltaBounds(double[] epsilons, double accuracy) {
    double sampled = step.share().upper() * (double) count;
    boolean few = sampled <= FEW_SAMPLED && count <= MOST_CONVOLVED;
    Optional<double[]> convolved =
        few
            ? ifKnown(() -> convolution().deltaBounds(epsilons, accuracy, NEGLIGIBLE))
            : Optional.empty();
    return convolved.orElseGet(() -> contour().deltaBounds(epsilons, NEGLIGIBLE));
  }

  private double narrowed(Enclosure inverted, Supplier<Double> convolved) {
    boolean wide = inverted.relativeWidth() > WIDE && count <= MOST_CONVOLVED;
    Optional<Double> narrower = wide ? ifKnown(convolved) : Optional.empty();
    return Math.min(inverted.upper(), narrower.orElse(Double.POSITIVE_INFINITY));
  }

  /**
   * Whether the noise is a normal double: noise that is rounded up would give too small a bound.
   */
  private boolean noiseIsRepresentable() {
    // Full batches are plain Gaussians, whose distances add up, doubled or not.
    Enclosure squares = step.mu(split).times(2).square().times((double) count);
    return multiplier() >= Double.MIN_NORMAL && squares.upper() < Double.POSITIVE_INFINITY;
  }

  /** Lower bound of the one-step pair's noise over its distance. */
  private double multiplier() {
    return Enclosure.ONE.dividedBy(step.mu(split)).lower();
  }

  private GaussianComposition contour() {
    AdjacencyRelation adjacency = step.settings().adjacency();
    GaussianComposition hidden =
        GaussianComposition.under(adjacency).withGaussian(Enclosure.exact(hiddenSquare));
    double sigma = Math.min(multiplier(), Double.MAX_VALUE);
    double share = step.share().upper();
    return step.settings().sampling() == NoisySgdSampling.POISSON
        ? hidden.withPoissonSampled(share, sigma, count)
        : hidden.withFixedSizeSampled(Enclosure.exact(share), sigma, count);
  }

  private PrivacyLossDistribution convolution() {
    AdjacencyRelation adjacency = step.settings().adjacency();
    PrivacyLossDistribution steps = oneStep().times(count);
    return hiddenSquare > 0
        ? steps.plus(
            PrivacyLossDistribution.gaussian(Enclosure.exact(hiddenSquare).sqrt(), adjacency))
        : steps;
  }

  private PrivacyLossDistribution oneStep() {
    AdjacencyRelation adjacency = step.settings().adjacency();
    Enclosure mu = Enclosure.exact(step.mu(split).upper());
    double share = step.share().upper();
    if (step.settings().sampling() != NoisySgdSampling.POISSON) {
      return PrivacyLossDistribution.gaussian(mu, adjacency)
          .fixedSizeSampled(Enclosure.exact(share));
    }
    return adjacency == AdjacencyRelation.REPLACE_ONE
        ? DominatingPairs.replacedPoissonSampledGaussian(share, mu)
        : PrivacyLossDistribution.poissonSampledGaussian(share, mu);
  }
}
