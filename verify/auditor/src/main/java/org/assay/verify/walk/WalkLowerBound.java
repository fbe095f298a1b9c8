package org.assay.verify.walk;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.Brief;

/**
 * What one pair of clamped walks proves about the privacy of noisy gradient descent. No true
 * guarantee for these settings can be below the values of this class. All values are rounded down,
 * and cover the errors of quadrature, truncation and floating-point arithmetic. Binning only lowers
 * them, because divergences do not grow under processing ([@VanErvenHarremoes2014], Theorem 9). A
 * value is the larger one over both orders of the datasets.
 *
 * <p>Proof: {@code doc-files/walk-quadrature.md} and {@code doc-files/walk-instances.md}.
 */
public final class WalkLowerBound {
  /** Absolute error of a probability that plans aim at, for walks that are quick to simulate. */
  private static final double GOAL = 1e-90;

  /**
   * Largest absolute error of a probability that plans aim at, for long walks and for laws of many
   * shifts. {@link SmallestProbability} may ask for less.
   */
  private static final double GOAL_OF_LONG_WALKS = 1e-28;

  /** Number of steps above which a walk counts as long. */
  private static final long LONG_WALK = 1000;

  /** Number of bins on the domain. */
  private static final int BINS = 2000;

  /**
   * Number of shifts above which a step's law counts as costly. Every probability of a bin is a sum
   * over the shifts, and Poisson batches have many shifts.
   */
  private static final int MANY_SHIFTS = 64;

  /** Number of bins on the domain, if a law is costly. */
  private static final int BINS_OF_MANY_SHIFTS = 250;

  /** Largest absolute error of a probability that estimates in the search aim at. */
  private static final double ESTIMATE_GOAL = 1e-18;

  /** Number of bins on the domain, for estimates in the search. */
  private static final int ESTIMATE_BINS = 120;

  /**
   * Largest number of parts outside either wall, into which the position before the last projection
   * is sorted.
   */
  private static final int PARTS = 300;

  /**
   * Largest number of parts outside either wall in a walk of one step. Such a step has one place to
   * come from, so a part costs little.
   */
  private static final int PARTS_OF_ONE_STEP = 1000;

  /** Largest number of parts outside either wall, if a law is costly. */
  private static final int PARTS_OF_MANY_SHIFTS = 125;

  /** Largest number of parts outside either wall, for estimates in the search. */
  private static final int ESTIMATE_PARTS = 60;

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
   * The laws of two walks with equal numbers of steps.
   *
   * @param order of the divergence that they are for; 1 for other parameters
   */
  static LawPair laws(
      WalkModel one, WalkModel other, double order, Consumer<WalkProgress> listener) {
    long steps = one.steps();
    // The laws are compared bin by bin, so both have the number of bins that the costlier one can
    // afford.
    boolean costly = Math.max(largestLaw(one), largestLaw(other)) > MANY_SHIFTS;
    double goal =
        steps > LONG_WALK || costly
            ? SmallestProbability.of(one, other, GOAL_OF_LONG_WALKS, order)
            : GOAL;
    int bins = costly ? BINS_OF_MANY_SHIFTS : BINS;
    int usual = steps == 1 ? PARTS_OF_ONE_STEP : PARTS;
    int parts = costly ? PARTS_OF_MANY_SHIFTS : usual;
    LawPair pair =
        pair(
            one,
            other,
            goal,
            bins,
            parts,
            done -> listener.accept(new WalkProgress(done, 2 * steps)));
    listener.accept(new WalkProgress(2 * steps, 2 * steps));
    return pair;
  }

  private static int largestLaw(WalkModel model) {
    return model.laws().stream().mapToInt(StepLaw::size).max().orElseThrow();
  }

  /** A coarse estimate by the rescaled walks: a guide to strong walks, and no bound. */
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
    return pair(one, other, goal, ESTIMATE_BINS, ESTIMATE_PARTS, done -> {});
  }

  /** One plan serves both walks: their widths, contractions and numbers of steps are equal. */
  private static LawPair pair(
      WalkModel one, WalkModel other, double goal, int bins, int parts, LongConsumer listener) {
    QuadraturePlan plan = QuadraturePlan.of(one, goal, bins);
    BeyondWalls beyond = BeyondWalls.of(one, other, plan, parts);
    WalkDistribution left = WalkEvolution.run(one, plan, beyond, listener);
    WalkDistribution right =
        WalkEvolution.run(other, plan, beyond, done -> listener.accept(one.steps() + done));
    return new LawPair(left, right);
  }

  /**
   * What the last step alone proves, for runs of any number of steps.
   *
   * @param settings the algorithm
   * @return the bounds of a walk of one step on a narrow interval
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
   *     instance of the algorithm
   */
  public static WalkLowerBound ofLastStep(NoisySgd settings) {
    return of(LastStep.walk(settings));
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
    LawPair.Directed binned = laws.renyi(order);
    if (!LastStep.is(witness)) {
      return loss(binned);
    }
    LawPair.Directed closed = LastStep.renyi(witness.settings(), order);
    return loss(closed.value() > binned.value() ? closed : binned);
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

  /**
   * How small the absolute error of a probability has to be, so that the loss of two walks can be
   * seen. An event that shows a loss of epsilon has a probability of about exp(−epsilon) times
   * delta on one of the datasets.
   *
   * <p>Divergences of larger orders show at rarer events. If the datasets differ by mu like normal
   * laws, the events lie at order times mu. If the walks have mixed, their losses are at most about
   * twice the square root of the order times as large.
   *
   * <p>The estimate decides about the cost and the strength of a bound, not about its validity.
   */
  private static final class SmallestProbability {
    /** Lower limit of the goal: an absolute error of a probability. */
    private static final double SMALLEST = 1e-90;

    /** The goal as a part of {@code e^(-loss)}, where loss is the largest loss to be seen. */
    private static final double SHARE = 1e-10;

    /**
     * Loss that is assumed of walks that have mixed, in units of the shift between them times the
     * width.
     */
    private static final double MIXED = 3;

    /**
     * Distance from the mean at which losses are looked at, in standard deviations of the loss of a
     * normal pair.
     */
    private static final double DEVIATIONS = 6;

    private SmallestProbability() {}

    /**
     * The goal for two walks that are compared: at most {@code most}.
     *
     * @param order of the divergence that is looked for; 1 for other parameters
     */
    static double of(WalkModel one, WalkModel other, double most, double order) {
      double shift =
          Math.abs(DiffusiveRescaling.meanShift(one) - DiffusiveRescaling.meanShift(other));
      double mu = shift * Math.sqrt((double) one.steps());
      double far = order * mu;
      double mixed = order > 1 ? 2 * MIXED * Math.sqrt(order) : MIXED;
      double loss = Math.min(mixed * shift * one.width(), far * far / 2 + DEVIATIONS * far);
      return Math.max(SMALLEST, Math.min(most, SHARE * Math.exp(-loss)));
    }
  }
}
