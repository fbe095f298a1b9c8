package org.assay.accountant.lastiterate;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * A run of noisy stochastic gradient descent on the interval [0, D] with losses that it allows, in
 * units of the noise {@code stepSize · noise}. Every record has the loss {@code curvature/2 (x −
 * D/2)² − slope x}, and the gradient of none exceeds L on the interval. The record in question has
 * the largest slope that leaves room for, with one sign in the first data and the other one in the
 * second, or is absent there; the slopes of all others are equal, and may change from step to step:
 * they make the drift.
 *
 * <p>Everything is derived from the constructor's arguments alone.
 */
final class Run implements Model {
  /** Under Poisson samples so many of the other records make the drift, in the mean of a step. */
  private static final double DRIFTING = 16;

  private final NoisySgd settings;
  private final double width;
  private final double share;

  /** What one sampled record's curvature adds to the slope of a step's map. */
  private final double bend;

  /** The largest slope of a record, as its part of a step. */
  private final double steepest;

  /** How many of the others have a loss at all. */
  private final long others;

  /** Of those under Poisson samples: how many a sample has. */
  private final List<Count> counts;

  private record Count(long sampled, double probability) {}

  private Run(NoisySgd settings, double curvature) {
    this.settings = settings;
    double noise = settings.stepSize() * settings.noise();
    double batch = (double) settings.batchSize();
    this.width = settings.diameter() / noise;
    this.share = batch / (double) settings.records();
    this.bend = -settings.stepSize() * curvature / batch;
    double largest = settings.lipschitzConstant() / (batch * settings.noise());
    this.steepest = largest - Math.abs(bend) * width / 2;
    this.others = others(settings, curvature);
    this.counts =
        settings.sampling() == NoisySgdSampling.POISSON ? counts(others, share) : List.of();
    if (!(steepest > 0)) {
      throw new IllegalArgumentException("no slope is left beside curvature " + curvature);
    }
  }

  /** The losses have this curvature, from the strong convexity to the smoothness. */
  static Run of(NoisySgd settings, double curvature) {
    boolean allowed = settings.strongConvexity() <= curvature && curvature <= settings.smoothness();
    if (!allowed) {
      throw new IllegalArgumentException("curvature was " + curvature + " for " + settings);
    }
    return new Run(settings, curvature);
  }

  private static long others(NoisySgd settings, double curvature) {
    boolean replaced = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    long all = replaced ? settings.records() - 1 : settings.records();
    if (settings.sampling() != NoisySgdSampling.POISSON
        || settings.batchSize() == settings.records()
        || curvature != 0) {
      return all;
    }
    double enough = DRIFTING * (double) settings.records() / (double) settings.batchSize();
    return Math.min(all, (long) Math.ceil(enough));
  }

  /** By Bernstein's inequality what is left out has a probability below 1e-60. */
  private static List<Count> counts(long others, double share) {
    BinomialDistribution law = new BinomialDistribution(null, (int) others, share);
    double reach = 17 * Math.sqrt(law.getNumericalVariance()) + 120;
    int from = (int) Math.max(0, law.getNumericalMean() - reach);
    int to = (int) Math.min((double) others, law.getNumericalMean() + reach);
    List<Count> result = new ArrayList<>();
    for (int sampled = from; sampled <= to; sampled++) {
      double probability = law.probability(sampled);
      if (probability > StepLaw.NEGLIGIBLE) {
        result.add(new Count(sampled, probability));
      }
    }
    return result;
  }

  NoisySgd settings() {
    return settings;
  }

  @Override
  public double width() {
    return width;
  }

  @Override
  public long[] lengths() {
    return Schedule.lengths(settings.steps(), width);
  }

  @Override
  public double growth() {
    return (symmetric() ? 2 : 1) * steepest * share;
  }

  @Override
  public double largestDrift() {
    return steepest * drifting();
  }

  @Override
  public boolean symmetric() {
    return settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
  }

  @Override
  public Cells cells() {
    return Cells.of(width, 1);
  }

  @Override
  public double[] law(Schedule schedule, boolean first, int nodes) {
    int other = symmetric() ? -1 : 0;
    return new Walk(this, first ? 1 : other, nodes).law(schedule, cells());
  }

  /** Kernels take an exponential for each entry and way to go. */
  @Override
  public double work() {
    double nodes = 3 * width + 12;
    double entries = nodes * Math.min(nodes, 100);
    double ways = share == 1 ? 1 : Math.max(2, 2.0 * counts.size());
    double moves = Math.min((double) settings.steps(), 2 * width * width + 3 * nodes);
    return entries * (10 * ways * (double) lengths().length + moves + 50 * ways);
  }

  /** How many of the others with a loss a step uses in the mean. */
  private double drifting() {
    return switch (settings.sampling()) {
      case FULL_BATCH -> (double) others;
      case FIXED_SIZE, CYCLIC -> (double) settings.batchSize() - (share == 1 ? 1 : 0);
      case POISSON -> share * (double) others;
    };
  }

  /** The number of batches in a pass. */
  long pass() {
    return settings.sampling() == NoisySgdSampling.CYCLIC
        ? settings.records() / settings.batchSize()
        : 1;
  }

  /**
   * A step.
   *
   * @param drift what the others add in the mean, limited to what they can
   * @param sign of the record's slope, 0 where it is absent
   * @param active whether the record is in the batch of this step, if batches are cyclic
   */
  StepLaw step(double drift, int sign, boolean active) {
    double most = drifting();
    double slope = most == 0 ? 0 : Math.max(-steepest, Math.min(steepest, drift / most));
    return switch (settings.sampling()) {
      case FULL_BATCH -> always(others, slope, sign);
      case CYCLIC -> active ? always(settings.batchSize() - 1, slope, sign) : never(slope);
      case FIXED_SIZE -> mixed(never(slope), always(settings.batchSize() - 1, slope, sign));
      case POISSON -> poisson(slope, sign);
    };
  }

  private StepLaw never(double slope) {
    return always(settings.batchSize(), slope, 0, false);
  }

  private StepLaw always(long sampled, double slope, int sign) {
    return always(sampled, slope, sign, true);
  }

  /** So many of the others are in the batch, and perhaps the record, which bends as they do. */
  private StepLaw always(long sampled, double slope, int sign, boolean record) {
    boolean there = record && (sign != 0 || settings.adjacency() == AdjacencyRelation.REPLACE_ONE);
    double bends = bend * ((double) sampled + (there ? 1 : 0));
    double offset = (double) sampled * slope + sign * steepest;
    return StepLaw.sure(1 + bends, offset - bends * width / 2);
  }

  private StepLaw mixed(StepLaw without, StepLaw with) {
    return new StepLaw(
        1,
        new double[] {1 - share, share},
        new double[] {without.slope(0), with.slope(0)},
        new double[] {without.offset(0), with.offset(0)});
  }

  private StepLaw poisson(double slope, int sign) {
    if (slope == 0 && bend == 0) {
      return mixed(always(0, 0, 0, false), always(0, 0, sign));
    }
    if (share == 1) {
      return always(others, slope, sign);
    }
    double[] probabilities = new double[2 * counts.size()];
    double[] slopes = new double[probabilities.length];
    double[] offsets = new double[probabilities.length];
    for (int i = 0; i < counts.size(); i++) {
      Count count = counts.get(i);
      for (int bit = 0; bit < 2; bit++) {
        StepLaw way = always(count.sampled(), slope, bit * sign, bit == 1);
        probabilities[2 * i + bit] = count.probability() * (bit == 1 ? share : 1 - share);
        slopes[2 * i + bit] = way.slope(0);
        offsets[2 * i + bit] = way.offset(0);
      }
    }
    return new StepLaw(1, probabilities, slopes, offsets);
  }

  @Override
  public String toString() {
    return settings.describe() + " with bend " + bend + " and slopes to " + steepest;
  }
}
