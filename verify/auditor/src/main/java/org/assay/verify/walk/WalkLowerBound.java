package org.assay.verify.walk;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.assay.accountant.privacy.Brief;

/**
 * What one pair of clamped walks proves about the privacy of noisy gradient descent: no true
 * guarantee for these settings can be below the values given here. All of them are rounded down and
 * cover the errors of quadrature, truncation and floating-point arithmetic; binning only lowers
 * them, because divergences do not grow under processing ([@VanErvenHarremoes2014], Theorem 9).
 * Each is the larger one over both orders of the datasets.
 *
 * <p>Proof: {@code doc-files/walk-quadrature.md} and {@code doc-files/walk-instances.md}.
 */
public final class WalkLowerBound {
  /** Absolute error of each probability that plans aim at, for walks that are quick to follow. */
  private static final double GOAL = 1e-90;

  private static final double GOAL_OF_LONG_WALKS = 1e-28;
  private static final long LONG_WALK = 1000;

  private static final int BINS = 2000;

  /** Every probability of a bin is a sum over the shifts, of which Poisson batches have many. */
  private static final int MANY_SHIFTS = 64;

  private static final int BINS_OF_MANY_SHIFTS = 250;
  private static final double ESTIMATE_GOAL = 1e-18;
  private static final int ESTIMATE_BINS = 120;

  private final RandomWalk witness;
  private final LawPair laws;

  private WalkLowerBound(RandomWalk witness, LawPair laws) {
    this.witness = witness;
    this.laws = laws;
  }

  /**
   * Computes the laws of a pair of walks.
   *
   * @param walk the pair
   * @return the bounds they prove
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static WalkLowerBound of(RandomWalk walk) {
    return of(walk, progress -> {});
  }

  /**
   * Computes the laws of a pair of walks and reports on the way.
   *
   * @param walk the pair
   * @param listener hears about progress, on the calling thread
   * @return the bounds they prove
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static WalkLowerBound of(RandomWalk walk, Consumer<WalkProgress> listener) {
    return new WalkLowerBound(walk, laws(walk.leftModel(), walk.rightModel(), 1, listener));
  }

  /**
   * The laws of two walks of as many steps.
   *
   * @param order of the divergence that they are for; 1 for other parameters
   */
  static LawPair laws(
      WalkModel one, WalkModel other, double order, Consumer<WalkProgress> listener) {
    long steps = one.steps();
    // The laws are compared bin by bin, so that both take as many as the costlier one can afford.
    boolean costly = Math.max(largestLaw(one), largestLaw(other)) > MANY_SHIFTS;
    double goal =
        steps > LONG_WALK || costly
            ? SmallestProbability.of(one, other, GOAL_OF_LONG_WALKS, order)
            : GOAL;
    WalkDistribution left =
        law(one, goal, costly, done -> listener.accept(new WalkProgress(done, 2 * steps)));
    WalkDistribution right =
        law(
            other,
            goal,
            costly,
            done -> listener.accept(new WalkProgress(steps + done, 2 * steps)));
    listener.accept(new WalkProgress(2 * steps, 2 * steps));
    return new LawPair(left, right);
  }

  private static int largestLaw(WalkModel model) {
    return model.laws().stream().mapToInt(StepLaw::size).max().orElseThrow();
  }

  /** What the rescaled walks show, coarsely: a guide to strong walks, and no bound. */
  static WalkLowerBound estimate(RandomWalk walk) {
    WalkModel one = walk.leftModel();
    WalkModel other = walk.rightModel();
    return new WalkLowerBound(
        walk, coarse(DiffusiveRescaling.of(one, other), DiffusiveRescaling.of(other, one), 1));
  }

  /**
   * The laws of two walks, coarsely.
   *
   * @param order of the divergence that they are for; 1 for other parameters
   */
  static LawPair coarse(WalkModel one, WalkModel other, double order) {
    double goal = SmallestProbability.of(one, other, ESTIMATE_GOAL, order);
    return new LawPair(coarse(one, goal), coarse(other, goal));
  }

  private static WalkDistribution coarse(WalkModel model, double goal) {
    return WalkEvolution.run(model, QuadraturePlan.of(model, goal, ESTIMATE_BINS), done -> {});
  }

  private static WalkDistribution law(
      WalkModel model, double goal, boolean costly, LongConsumer listener) {
    int bins = costly ? BINS_OF_MANY_SHIFTS : BINS;
    return WalkEvolution.run(model, QuadraturePlan.of(model, goal, bins), listener);
  }

  LawPair laws() {
    return laws;
  }

  /**
   * The pair of walks.
   *
   * @return what the bounds rest on
   */
  public RandomWalk witness() {
    return witness;
  }

  /**
   * The law of the last iterate on the left dataset.
   *
   * @return enclosures of the probabilities of its bins
   */
  public WalkDistribution left() {
    return laws.left();
  }

  /**
   * The law of the last iterate on the right dataset.
   *
   * @return enclosures of the probabilities of its bins
   */
  public WalkDistribution right() {
    return laws.right();
  }

  /**
   * Rényi divergence.
   *
   * @param order the order, finite and above 1
   * @return a lower bound of the epsilon of any Rényi guarantee of that order
   * @throws IllegalArgumentException if the order is out of range
   */
  public CertifiedLoss renyi(double order) {
    return loss(laws.renyi(order));
  }

  /**
   * Hockey-stick divergence.
   *
   * @param epsilon finite and at least 0
   * @return a lower bound of the delta of any approximate guarantee with that epsilon
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public CertifiedLoss delta(double epsilon) {
    return loss(laws.delta(epsilon));
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta from 0 to 1
   * @return a lower bound of the epsilon of any approximate guarantee with that delta
   * @throws IllegalArgumentException if delta is out of range
   */
  public CertifiedLoss epsilon(double delta) {
    return loss(laws.epsilon(delta));
  }

  private CertifiedLoss loss(LawPair.Directed directed) {
    return new CertifiedLoss(directed.value(), directed.leftAgainstRight(), witness);
  }

  /** The walk. */
  @Override
  public String toString() {
    return "lower bound by the walk: " + Brief.of(witness.toString());
  }
}
