package org.assay.verify.walk;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.walk.WalkSearch.WalkProgress;

/**
 * Lower bounds on the privacy parameters of noisy gradient descent that one pair of clamped walks
 * proves. No true guarantee for these settings can be below the values of this class. All values
 * are rounded down, and cover the errors of quadrature, truncation and floating-point arithmetic.
 * Binning only lowers the values, because divergences do not grow under processing
 * ([@VanErvenHarremoes2014], Theorem 9). Each value is the larger one of both orders of the
 * datasets.
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

  /** A coarse estimate by the rescaled walks, which guides the search and is no bound. */
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
   * The bounds that the last step alone proves, for runs of any number of steps.
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
   * @return the walks whose laws give the bounds
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
   * The largest absolute error of a probability at which the privacy loss of two walks can be
   * resolved. An event with a loss of epsilon has a probability of about exp(−epsilon) times delta
   * on one of the datasets.
   *
   * <p>Divergences of larger orders come from rarer events. If the datasets differ by mu like
   * normal laws, the events lie at order times mu. If the walks have mixed, their losses are at
   * most about twice the square root of the order times as large.
   *
   * <p>The estimate determines the cost and the strength of a bound, not its validity.
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
     * Distance from the mean at which the loss is evaluated, in standard deviations of the loss of
     * a normal pair.
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

  /**
   * The privacy loss of a run's last step by itself. No true guarantee for the settings is below
   * this loss. On a set so small that earlier steps have no influence, the last step is a run of
   * one step. In many dimensions, the projection of the last step hides nothing. Proof: {@code
   * doc-files/walk-instances.md}.
   */
  static final class LastStep {
    /**
     * Largest width of the interval that stands for the small set, in standard deviations of a
     * step's noise.
     */
    private static final double NARROW = 0x1p-4;

    private LastStep() {}

    /** The walk of one step on the small interval, with the common slope that loses most. */
    static RandomWalk walk(NoisySgd run) {
      double narrow = Math.min(run.diameter(), NARROW * run.stepSize() * run.noise());
      NoisySgd last = run.but().steps(1, run.stepSize()).diameter(narrow).build();
      return new RandomWalk(last, 0.5, pullsAgainst(run) ? -1 : 0);
    }

    /**
     * Whether the other records pull like the record of the right dataset, which then makes no
     * difference there.
     */
    private static boolean pullsAgainst(NoisySgd run) {
      return run.sampling() == NoisySgdSampling.FIXED_SIZE
          && run.adjacency() == AdjacencyRelation.REPLACE_ONE;
    }

    /** Whether a walk is the one of this class, whose laws are known in closed form. */
    static boolean is(RandomWalk walk) {
      return walk.settings().steps() == 1 && walk.equals(walk(walk.settings()));
    }

    /** A lower bound of the Rényi divergence of the laws of the walk, at any order. */
    static LawPair.Directed renyi(NoisySgd run, double order) {
      double limit = WalkScale.of(run).slopeLimit();
      double share = run.samplingShare().lower();
      boolean replaced = run.adjacency() == AdjacencyRelation.REPLACE_ONE;
      boolean drawn =
          run.sampling() == NoisySgdSampling.FIXED_SIZE
              || run.sampling() == NoisySgdSampling.POISSON;
      double jump = replaced ? 2 * limit : limit;
      if (!drawn) {
        return new LawPair.Directed(
            GaussianMechanism.renyi(Enclosure.exact(jump), order).lower(), true);
      }
      if (replaced && run.sampling() == NoisySgdSampling.POISSON) {
        Enclosure both = ReplacedRecord.poissonGaussian(share, Enclosure.exact(limit), order);
        return new LawPair.Directed(both.lower(), true);
      }
      double sigma = Math.min(Double.MAX_VALUE, Enclosure.ONE.dividedBy(jump).upper());
      double forward = SampledGaussian.renyiForward(share, sigma, order).lower();
      double backward = SampledGaussian.renyiReverse(share, sigma, order).lower();
      return new LawPair.Directed(Math.max(forward, backward), forward >= backward);
    }
  }

  /**
   * A walk of fewer, larger steps that resembles a given one: {@code s²} steps become one, and
   * lengths shrink by the factor s. The rescaled walk steers the search for strong walks and proves
   * nothing.
   */
  static final class DiffusiveRescaling {
    /**
     * Limits the factor: the smallest width of a rescaled domain, in standard deviations of one
     * step's noise.
     */
    private static final double NARROWEST = 40;

    /** Limits the factor: the smallest number of rescaled steps. */
    private static final double FEWEST_STEPS = 100;

    /**
     * Limits the factor: the largest mean shift of a rescaled step, in standard deviations of its
     * noise.
     */
    private static final double LARGEST_SHIFT = 0.5;

    /**
     * Contractive walks are cut to this many relaxation times, {@code 1/(1 - contraction)} steps
     * each. By then a walk has forgotten its start.
     */
    private static final double FORGOTTEN = 50;

    private DiffusiveRescaling() {}

    /**
     * The first walk, rescaled by a factor that suits both. The laws of both rescaled walks can
     * then be compared.
     */
    static WalkModel of(WalkModel model, WalkModel other) {
      if (model.contraction() < 1) {
        double enough = Math.ceil(FORGOTTEN / (1 - model.contraction()));
        return shortened(model, (long) Math.min((double) model.steps(), enough));
      }
      double shift = Math.max(Math.abs(meanShift(model)), Math.abs(meanShift(other)));
      double scale =
          Math.min(
              Math.min(model.width() / NARROWEST, LARGEST_SHIFT / shift),
              Math.sqrt((double) model.steps() / FEWEST_STEPS));
      if (!(scale > 1 && scale * scale >= (double) model.period())) {
        return shortened(model, model.steps());
      }
      double variance = Math.max(model.active().variance(), other.active().variance());
      double deviation = Math.sqrt(1 + variance);
      StepLaw law = StepLaw.certain(meanShift(model) * scale / deviation, 0);
      return new WalkModel(
          model.width() / scale / deviation,
          1,
          model.start() / scale / deviation,
          Math.round((double) model.steps() / scale / scale),
          1,
          0,
          law,
          law);
    }

    /** The mean shift of the steps after the stages. */
    static double meanShift(WalkModel model) {
      double quietSteps = (double) model.period() - 1;
      return (model.active().mean() + quietSteps * model.quiet().mean()) / (quietSteps + 1);
    }

    private static WalkModel shortened(WalkModel model, long steps) {
      return new WalkModel(
          model.width(),
          model.contraction(),
          model.start(),
          steps,
          model.period(),
          (steps - 1) % model.period(),
          model.active().condensed(),
          model.quiet().condensed());
    }
  }
}
