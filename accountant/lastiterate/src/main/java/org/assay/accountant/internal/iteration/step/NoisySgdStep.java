package org.assay.accountant.internal.iteration.step;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The properties of one step that the proofs use: the divergence of its dominating pair, its
 * contraction, and the probability of a Poisson sample so large that the step does not contract.
 * Lengths are in units of the noise {@code ησ}. Proof: {@code doc-files/noisy-sgd-renyi.md}.
 */
public final class NoisySgdStep {
  /**
   * Size, in units of the mean size, of a Poisson sample that is allowed for losses that are not
   * convex. Not tuned.
   */
  private static final double LARGE_SAMPLE = 2;

  private final NoisySgd settings;
  private final Enclosure share;
  private final Enclosure mu;
  private final Enclosure growth;
  private final Enclosure diameter;
  private final Enclosure contractionMinusOne;
  private final double logExcess;

  /** Divergences by order and split, kept because searches repeat them. */
  private final Map<List<Double>, Enclosure> divergences = new ConcurrentHashMap<>();

  private NoisySgdStep(NoisySgd settings, double relativeSize, double logExcess) {
    this.settings = settings;
    this.share = settings.samplingShare();
    this.mu = settings.stepMu();
    this.growth = settings.stepGrowth();
    this.diameter = settings.diameterOverNoise();
    Enclosure deviation = settings.contractionMinusOne(relativeSize);
    // A Poisson sample may be empty, and then the step does not move at all.
    boolean random = settings.sampling() == NoisySgdSampling.POISSON;
    this.contractionMinusOne = random ? deviation.max(Enclosure.ZERO) : deviation;
    this.logExcess = logExcess;
  }

  /**
   * The step of a run.
   *
   * @param settings the run
   * @return the properties of one of its steps
   * @throws UnsupportedEventException if the way of sampling is not supported under the adjacency
   *     relation, or the step size exceeds 2 over the smoothness of convex losses
   */
  public static NoisySgdStep of(NoisySgd settings) {
    requirePair(settings);
    requireContraction(settings);
    if (settings.sampling() != NoisySgdSampling.POISSON) {
      return new NoisySgdStep(settings, 1, Double.NEGATIVE_INFINITY);
    }
    double largest = (double) settings.records() + 1;
    double batch = (double) settings.batchSize();
    double capacity =
        settings.strongConvexity() >= 0
            ? PoissonSamples.contractiveSize(settings)
            : LARGE_SAMPLE * batch;
    if (capacity >= largest) {
      double relative = settings.strongConvexity() >= 0 ? 0 : Rounding.divideUp(largest, batch);
      return new NoisySgdStep(settings, relative, Double.NEGATIVE_INFINITY);
    }
    double relative = settings.strongConvexity() >= 0 ? 0 : LARGE_SAMPLE;
    return new NoisySgdStep(settings, relative, PoissonSamples.logTail(batch, capacity));
  }

  /**
   * The run.
   *
   * @return the settings
   */
  public NoisySgd settings() {
    return settings;
  }

  /**
   * Contraction of a step minus one.
   *
   * @return at least −1, and above 0 only for losses that are not convex
   */
  public Enclosure contractionMinusOne() {
    return contractionMinusOne;
  }

  /**
   * Upper bound of the probability that any of a number of steps does not contract.
   *
   * @param steps number of steps, above 0
   * @return at most 1
   */
  public double excess(double steps) {
    return mayExceed() ? Math.min(1, Rounding.expUp(logExcess(steps))) : 0;
  }

  /**
   * Logarithm of {@link #excess}, also where the probability is below the smallest double.
   *
   * @param steps number of steps, above 0
   * @return at most 0; minus infinity if every step contracts
   */
  public double logExcess(double steps) {
    return mayExceed()
        ? Math.min(0, Rounding.addUp(logExcess, Rounding.logUp(steps)))
        : Double.NEGATIVE_INFINITY;
  }

  private boolean mayExceed() {
    return logExcess > Double.NEGATIVE_INFINITY;
  }

  /**
   * The mu of the one-step pair with the part {@code 1 − split} of the noise's variance.
   *
   * @param split from 0 to below 1
   * @return an enclosure
   */
  public Enclosure mu(double split) {
    return split == 0 ? mu : mu.dividedBy(Enclosure.ONE.minus(split).sqrt());
  }

  /**
   * The largest distance of the noiseless steps on two neighbours from one point.
   *
   * @return an enclosure, in noises of a step
   */
  public Enclosure growth() {
    return growth;
  }

  /**
   * Whether every record is in every batch.
   *
   * @return whether the sampling probability is 1
   */
  public boolean isFullBatch() {
    return share().lower() == 1;
  }

  /**
   * The sampling probability of a record.
   *
   * @return an enclosure, above 0 and at most 1
   */
  public Enclosure share() {
    return share;
  }

  /**
   * Divergence of the one-step pair that keeps the part {@code 1 − split} of the variance. The
   * upper end is infinite where the noise is so small that mu overflows.
   *
   * @param order above 1
   * @param split from 0 to below 1
   * @return an enclosure
   */
  public Enclosure divergence(double order, double split) {
    return divergences.computeIfAbsent(List.of(order, split), unknown -> evaluated(order, split));
  }

  private Enclosure evaluated(double order, double split) {
    Enclosure distance = mu(split);
    if (!(distance.upper() < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    double low = divergence(share.lower(), distance.lower(), order).lower();
    double high = divergence(share.upper(), distance.upper(), order).upper();
    return Enclosure.of(Math.min(low, high), high);
  }

  /**
   * Estimate of {@link #divergence(double, double)} in a fraction of the time, for searches.
   *
   * @param order above 1
   * @param split from 0 to below 1
   * @return the estimate, not a bound
   */
  public double divergenceEstimate(double order, double split) {
    double q = share.upper();
    double distance = mu(split).upper();
    if (!(distance < Double.POSITIVE_INFINITY)) {
      return Double.POSITIVE_INFINITY;
    }
    if (!NoisySgdEstimate.covers(q, distance, order) || q == 1) {
      return divergence(q, distance, order).upper();
    }
    if (settings.sampling() != NoisySgdSampling.POISSON) {
      return NoisySgdEstimate.fixedSize(q, distance, order);
    }
    return addsOrRemoves()
        ? NoisySgdEstimate.presence(q, distance, order)
        : NoisySgdEstimate.antipodal(q, distance, order);
  }

  /** Whether the pair is that of the Gaussian mechanism, as no records are drawn. */
  boolean isGaussian() {
    return share.lower() == 1 && settings.sampling() != NoisySgdSampling.POISSON;
  }

  /**
   * Whether a bound for all runs of more steps, with losses that may change, is a bound for this
   * run too: Section "Shorter runs" of {@code recoupling/doc-files/recoupling.md}.
   *
   * @return whether records are replaced, in full batches or samples of a fixed size
   */
  public boolean losesNoLessIfLonger() {
    return settings.adjacency() == AdjacencyRelation.REPLACE_ONE
        && settings.sampling() != NoisySgdSampling.POISSON;
  }

  /** Whether one record is present or absent in a Poisson sample. */
  boolean addsOrRemoves() {
    return settings.adjacency() == AdjacencyRelation.ADD_OR_REMOVE;
  }

  private Enclosure divergence(double q, double distance, double order) {
    if (settings.sampling() != NoisySgdSampling.POISSON) {
      return ReplacedRecord.fixedSizeGaussian(Enclosure.exact(q), Enclosure.exact(distance), order);
    }
    if (!addsOrRemoves()) {
      return ReplacedRecord.poissonGaussian(q, Enclosure.exact(distance), order);
    }
    Enclosure multiplier = Enclosure.ONE.dividedBy(distance);
    return presence(q, multiplier.lower(), order).hull(presence(q, multiplier.upper(), order));
  }

  private static Enclosure presence(double q, double multiplier, double order) {
    double finite = multiplier(multiplier);
    return SampledGaussian.renyiForward(q, finite, order)
        .max(SampledGaussian.renyiReverse(q, finite, order));
  }

  private static double multiplier(double multiplier) {
    return Math.min(multiplier, Double.MAX_VALUE);
  }

  /**
   * Largest distance, after a number of steps, of two runs on neighbours with common samples and
   * noise, {@code min(W, growth · Σ_{j<t} c^j)}.
   *
   * @param steps number of steps, at least 0
   * @return an enclosure, in noises of a step
   */
  public Enclosure distance(double steps) {
    if (steps == 0) {
      return Enclosure.ZERO;
    }
    if (mayExceed()) {
      return diameter;
    }
    Enclosure e = contractionMinusOne;
    double low =
        Rounding.multiplyDown(growth.lower(), ContractionSums.geometric(e.lower(), steps).lower());
    double high =
        Rounding.multiplyUp(growth.upper(), ContractionSums.geometric(e.upper(), steps).upper());
    return diameter.min(Enclosure.of(low, high));
  }

  /**
   * Largest distance of two runs on neighbours before the last steps of the run.
   *
   * @param horizon number of last steps, at most the number of steps
   * @return an enclosure, in noises of a step
   */
  public Enclosure distanceBefore(long horizon) {
    return distance((double) (settings.steps() - horizon));
  }

  /**
   * Square of the mu that hides a distance in a number of steps, {@code w² / Σ_{j=1..k} c^(−2j)}:
   * the cost for noise of unit variance with the best shifts.
   *
   * @param distance in noises of a step, at least 0
   * @param steps number of steps, above 0
   * @return an enclosure
   */
  public Enclosure hiddenSquare(Enclosure distance, double steps) {
    Enclosure e = contractionMinusOne;
    double high =
        distance.upper() == 0
            ? 0
            : ContractionSums.hidden(distance.upper(), e.upper(), steps).upper();
    double low =
        distance.lower() == 0
            ? 0
            : ContractionSums.hidden(distance.lower(), e.lower(), steps).lower();
    return Enclosure.of(Math.min(low, high), high);
  }

  /**
   * Requires that the pair of a step is known under the run's adjacency relation.
   *
   * @param settings the run
   * @throws UnsupportedEventException if the pair is not known
   */
  public static void requirePair(NoisySgd settings) {
    boolean poisson = settings.sampling() == NoisySgdSampling.POISSON;
    boolean sampled = settings.sampling() != NoisySgdSampling.CYCLIC;
    boolean replaced = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    boolean presence = settings.adjacency() == AdjacencyRelation.ADD_OR_REMOVE;
    if (!(sampled && (replaced || (poisson && presence)))) {
      throw new UnsupportedEventException(
          settings.describe(),
          "no theorem is known here for "
              + settings.sampling()
              + " under "
              + settings.adjacency()
              + "; known are samples of fixed size and full batches under replace-one, and Poisson"
              + " samples under add-remove or replace-one");
    }
  }

  private static void requireContraction(NoisySgd settings) {
    double product = Rounding.multiplyUp(settings.stepSize(), settings.smoothness());
    if (!(product <= 2 || settings.strongConvexity() < 0)) {
      throw new UnsupportedEventException(
          settings.describe(),
          "step size "
              + settings.stepSize()
              + " exceeds 2/smoothness = "
              + 2 / settings.smoothness()
              + ", so a step along convex losses need not be a contraction; use smaller steps, or a"
              + " negative strong convexity to have the step treated as expansive");
    }
  }

  /** Sizes of Poisson samples, and the largest size at which a step contracts. */
  static final class PoissonSamples {
    private PoissonSamples() {}

    /** The largest sample along whose gradient a step of convex losses contracts. */
    static double contractiveSize(NoisySgd settings) {
      double curvature = Rounding.multiplyUp(settings.stepSize(), settings.smoothness());
      double twice = 2 * (double) settings.batchSize();
      return curvature == 0 ? Double.POSITIVE_INFINITY : Rounding.divideDown(twice, curvature);
    }

    /**
     * Logarithm of a bound of the probability that a sample with one more record than drawn exceeds
     * the capacity: with mean b, {@code Pr[N ≥ x] ≤ exp(x - b - x log(x/b))} for x above b.
     */
    static double logTail(double batch, double capacity) {
      double threshold = Math.floor(capacity);
      if (!(threshold > batch)) {
        return 0;
      }
      Enclosure x = Enclosure.exact(threshold);
      Enclosure exponent = x.minus(batch).minus(x.times(x.dividedBy(batch).log()));
      return Math.min(0, exponent.upper());
    }
  }
}
