package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Searches for the pair of walks that proves the strongest bound. The search tries a grid of
 * starting points and common slopes, and then a pattern search around the best. Grid and pattern
 * search use rescaled walks that are fast to simulate. Every walk gives a valid bound, so the
 * search need not be rigorous. The laws of the walk that is found are then enclosed rigorously.
 *
 * <p>Poisson batches of more than 50 records are searched without a common slope: the random number
 * of other records would make every walk expensive. Their bound is valid, but may be improved by
 * hand.
 */
public final class WalkSearch {
  /** Starting points of the grid, as parts of the interval. */
  private static final double[] STARTS = {0, 0.25, 0.5, 0.75, 1};

  /** Common drifts of the grid, in units of the mean drift by the record in question. */
  private static final double[] DRIFTS = {0, 0.5, 1, 1.5, 2, 3, 6};

  /**
   * Further common drifts of the grid, in units of one standard deviation of noise over the width
   * of the domain.
   */
  private static final double[] GENTLE_DRIFTS = {0.5, 1, 2, 4};

  /** Largest Poisson batch that is searched with common slopes, in records. */
  private static final long LARGEST_POISSON_BATCH = 50;

  /** Number of rounds of the pattern search; every round halves the moves. */
  private static final int REFINEMENTS = 5;

  /** Largest number of sweeps in a round. */
  private static final int SWEEPS = 4;

  private final NoisySgd settings;
  private final WalkScale scale;
  private final WalkObjective objective;
  private final double unit;
  private RandomWalk best;
  private double bestValue;

  private WalkSearch(NoisySgd settings, WalkObjective objective) {
    this.settings = settings;
    this.scale = WalkScale.of(settings);
    this.objective = objective;
    this.unit = 1.0 / (double) settings.records();
    this.best = RandomWalk.centred(settings);
    this.bestValue = estimate(best);
  }

  /**
   * Searches for the strongest pair of walks and certifies its bounds.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound
   * @return the certified bounds of the strongest pair that was found
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
   *     instance of the algorithm
   * @throws CancellationException if the thread is interrupted meanwhile
   */
  public static WalkLowerBound strongest(NoisySgd settings, WalkObjective objective) {
    return strongest(settings, objective, progress -> {});
  }

  /**
   * Searches, certifies, and reports progress of the certification, which takes longer for long
   * walks.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound
   * @param listener hears about progress, on the calling thread
   * @return the certified bounds of the strongest pair that was found
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
   *     instance of the algorithm
   * @throws CancellationException if the thread is interrupted meanwhile
   */
  public static WalkLowerBound strongest(
      NoisySgd settings, WalkObjective objective, Consumer<WalkProgress> listener) {
    return WalkLowerBound.of(find(settings, objective), listener);
  }

  /**
   * Searches for the strongest pair of walks, without certifying its bounds.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound
   * @return the strongest pair that was found
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
   *     instance of the algorithm
   * @throws CancellationException if the thread is interrupted meanwhile
   */
  public static RandomWalk find(NoisySgd settings, WalkObjective objective) {
    WalkSearch search = new WalkSearch(settings, objective);
    search.tryGrid();
    search.refine();
    return search.best;
  }

  private void tryGrid() {
    for (double slope : slopes()) {
      for (double start : STARTS) {
        consider(start, slope);
      }
    }
  }

  private boolean slopesAreCheap() {
    return settings.sampling() != NoisySgdSampling.POISSON
        || settings.batchSize() <= LARGEST_POISSON_BATCH;
  }

  private List<Double> slopes() {
    if (!slopesAreCheap()) {
      return List.of(0.0);
    }
    List<Double> slopes = new ArrayList<>();
    double gentle = 1 / scale.width() / ((double) settings.batchSize() * scale.slopeLimit());
    for (double drift : DRIFTS) {
      slopes.add(drift * unit);
    }
    if (gentle > unit) {
      for (double drift : GENTLE_DRIFTS) {
        slopes.add(drift * gentle);
      }
    }
    if (settings.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      // Under replace-one adjacency the mirror image of a walk exchanges the datasets, so negative
      // slopes give nothing new.
      slopes.addAll(slopes.stream().filter(slope -> slope > 0).map(slope -> -slope).toList());
    }
    return slopes;
  }

  private void refine() {
    double startStep = 0.125;
    double slopeStep = Math.max(unit / 2, Math.abs(best.commonSlope()) / 4);
    for (int i = 0; i < REFINEMENTS; i++) {
      boolean improved = true;
      for (int sweep = 0; improved && sweep < SWEEPS; sweep++) {
        improved = stepAround(best, startStep, slopeStep);
      }
      startStep /= 2;
      slopeStep /= 2;
    }
  }

  private boolean stepAround(RandomWalk centre, double startStep, double slopeStep) {
    boolean improved = consider(centre.start() + startStep, centre.commonSlope());
    improved |= consider(centre.start() - startStep, centre.commonSlope());
    if (!slopesAreCheap()) {
      return improved;
    }
    improved |= consider(centre.start(), centre.commonSlope() + slopeStep);
    improved |= consider(centre.start(), centre.commonSlope() - slopeStep);
    return improved;
  }

  private boolean consider(double start, double slope) {
    if (Thread.interrupted()) {
      throw new CancellationException("interrupted while looking for a strong walk");
    }
    double inside = Math.max(0, Math.min(1, start));
    RandomWalk walk = new RandomWalk(settings, inside, Math.max(-1, Math.min(1, slope)));
    double value = estimate(walk);
    if (value > bestValue) {
      best = walk;
      bestValue = value;
      return true;
    }
    return false;
  }

  private double estimate(RandomWalk walk) {
    return objective.of(WalkLowerBound.estimate(walk));
  }

  /**
   * Progress of a computation on random walks, in steps.
   *
   * @param done steps done
   * @param total steps to do, at least 1
   */
  public record WalkProgress(long done, long total) {
    /**
     * The part that is done.
     *
     * @return a number from 0 to 1
     */
    public double fraction() {
      return (double) done / total;
    }
  }
}
