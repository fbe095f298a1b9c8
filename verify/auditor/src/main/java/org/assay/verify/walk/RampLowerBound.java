package org.assay.verify.walk;

import java.util.function.Consumer;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.walk.WalkSearch.WalkProgress;

/**
 * Lower bounds on privacy parameters that one pair of clamped walks of changing losses proves. No
 * guarantee for losses that change from step to step can be below these values. Rounding and errors
 * are covered as in {@link WalkLowerBound}. A reset may fail with a small probability, by which the
 * probability of every bin may be off. The values cover this error too.
 *
 * <p>Proof: {@code doc-files/walk-quadrature.md} and {@code doc-files/walk-instances.md}.
 */
public final class RampLowerBound {
  private final RampWalk witness;
  private final LawPair laws;

  private RampLowerBound(RampWalk witness, LawPair laws) {
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
  public static RampLowerBound of(RampWalk walk) {
    return of(walk, WalkObjective.delta(0), progress -> {});
  }

  /**
   * Computes the laws of a pair of walks and reports on the way.
   *
   * @param walk the pair
   * @param objective the parameter to bound; all other bounds are valid too. Divergences of large
   *     orders come from rare events, which only laws computed for these orders resolve
   * @param listener hears about progress, on the calling thread
   * @return the bounds they prove
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static RampLowerBound of(
      RampWalk walk, WalkObjective objective, Consumer<WalkProgress> listener) {
    LawPair started =
        WalkLowerBound.laws(walk.leftModel(), walk.rightModel(), objective.order(), listener);
    double missed = walk.missed();
    return new RampLowerBound(
        walk, new LawPair(started.left().orElsewhere(missed), started.right().orElsewhere(missed)));
  }

  LawPair laws() {
    return laws;
  }

  /**
   * The pair of walks.
   *
   * @return the walks whose laws give the bounds
   */
  public RampWalk witness() {
    return witness;
  }

  /**
   * Rényi divergence.
   *
   * @param order the order, finite and above 1
   * @return a lower bound of the epsilon of any Rényi guarantee of that order
   * @throws IllegalArgumentException if the order is out of range
   */
  public RampLoss renyi(double order) {
    return loss(laws.renyi(order));
  }

  /**
   * Hockey-stick divergence.
   *
   * @param epsilon finite and at least 0
   * @return a lower bound of the delta of any approximate guarantee with that epsilon
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public RampLoss delta(double epsilon) {
    return loss(laws.delta(epsilon));
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta from 0 to 1
   * @return a lower bound of the epsilon of any approximate guarantee with that delta
   * @throws IllegalArgumentException if delta is out of range
   */
  public RampLoss epsilon(double delta) {
    return loss(laws.epsilon(delta));
  }

  private RampLoss loss(LawPair.Directed directed) {
    return new RampLoss(directed.value(), directed.leftAgainstRight(), witness);
  }

  /** The walk. */
  @Override
  public String toString() {
    return "lower bound by the walk: " + Brief.of(witness.toString());
  }

  /**
   * A certified lower bound on a privacy parameter of runs whose losses may change from step to
   * step.
   *
   * @param value the lower bound on the privacy parameter
   * @param leftAgainstRight whether the law of the left dataset is the first argument of the
   *     divergence
   * @param witness the walks whose laws differ by at least this value
   */
  public record RampLoss(double value, boolean leftAgainstRight, RampWalk witness) {
    /**
     * A bound for losses that stay the same, which are a special case of losses that may change.
     *
     * @param loss the bound with losses that stay the same
     * @return the same bound
     */
    public static RampLoss of(CertifiedLoss loss) {
      return new RampLoss(loss.value(), loss.leftAgainstRight(), RampWalk.constant(loss.witness()));
    }

    /** The bound, rounded down, and the walk. */
    @Override
    public String toString() {
      return "at least "
          + Enclosure.exact(value).lowerDecimal()
          + " by the walk: "
          + Brief.of(witness.toString());
    }
  }
}
