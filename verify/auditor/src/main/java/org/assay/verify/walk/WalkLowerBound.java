package org.assay.verify.walk;

import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.Brief;
import org.assay.accountant.privacy.Parameters;

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
  private final WalkDistribution left;
  private final WalkDistribution right;

  private WalkLowerBound(RandomWalk witness, WalkDistribution left, WalkDistribution right) {
    this.witness = witness;
    this.left = left;
    this.right = right;
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
    long steps = walk.settings().steps();
    WalkModel one = walk.leftModel();
    WalkModel other = walk.rightModel();
    // The laws are compared bin by bin, so that both take as many as the costlier one can afford.
    boolean costly = Math.max(one.active().size(), other.active().size()) > MANY_SHIFTS;
    WalkDistribution left =
        law(one, costly, done -> listener.accept(new WalkProgress(done, 2 * steps)));
    WalkDistribution right =
        law(other, costly, done -> listener.accept(new WalkProgress(steps + done, 2 * steps)));
    listener.accept(new WalkProgress(2 * steps, 2 * steps));
    requireSameBins(left, right);
    return new WalkLowerBound(walk, left, right);
  }

  static void requireSameBins(WalkDistribution left, WalkDistribution right) {
    if (!(left.bins() == right.bins() && left.width() == right.width())) {
      throw new IllegalStateException(
          "bins were "
              + left.bins()
              + " and "
              + right.bins()
              + " on widths "
              + left.width()
              + " and "
              + right.width()
              + ": laws can be compared only on the same bins of the same domain");
    }
  }

  /** What the rescaled walks show, coarsely: a guide to strong walks, and no bound. */
  static WalkLowerBound estimate(RandomWalk walk) {
    WalkModel one = walk.leftModel();
    WalkModel other = walk.rightModel();
    return new WalkLowerBound(walk, estimate(one, other), estimate(other, one));
  }

  private static WalkDistribution estimate(WalkModel model, WalkModel other) {
    WalkModel rescaled = DiffusiveRescaling.of(model, other);
    return WalkEvolution.run(
        rescaled, QuadraturePlan.of(rescaled, ESTIMATE_GOAL, ESTIMATE_BINS), done -> {});
  }

  static WalkDistribution law(
      WalkModel model, boolean costly, java.util.function.LongConsumer listener) {
    double goal = model.steps() > LONG_WALK || costly ? GOAL_OF_LONG_WALKS : GOAL;
    int bins = costly ? BINS_OF_MANY_SHIFTS : BINS;
    return WalkEvolution.run(model, QuadraturePlan.of(model, goal, bins), listener);
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
    return left;
  }

  /**
   * The law of the last iterate on the right dataset.
   *
   * @return enclosures of the probabilities of its bins
   */
  public WalkDistribution right() {
    return right;
  }

  /**
   * Rényi divergence.
   *
   * @param order the order, finite and above 1
   * @return a lower bound of the epsilon of any Rényi guarantee of that order
   * @throws IllegalArgumentException if the order is out of range
   */
  public CertifiedLoss renyi(double order) {
    Parameters.requireOrder(order);
    return larger(pair -> pair.renyi(order));
  }

  /**
   * Hockey-stick divergence.
   *
   * @param epsilon finite and at least 0
   * @return a lower bound of the delta of any approximate guarantee with that epsilon
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public CertifiedLoss delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return larger(pair -> pair.delta(epsilon));
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta from 0 to 1
   * @return a lower bound of the epsilon of any approximate guarantee with that delta
   * @throws IllegalArgumentException if delta is out of range
   */
  public CertifiedLoss epsilon(double delta) {
    Parameters.requireProbability("delta", delta);
    return larger(pair -> pair.epsilon(delta));
  }

  private CertifiedLoss larger(ToDoubleFunction<DirectedPair> bound) {
    double forward = bound.applyAsDouble(DirectedPair.of(left, right));
    double backward = bound.applyAsDouble(DirectedPair.of(right, left));
    return new CertifiedLoss(Math.max(forward, backward), forward >= backward, witness);
  }

  /** The walk. */
  @Override
  public String toString() {
    return "lower bound by the walk: " + Brief.of(witness.toString());
  }
}
