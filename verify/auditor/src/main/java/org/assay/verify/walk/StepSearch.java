package org.assay.verify.walk;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Searches for strong walks of few steps whose losses change: every step has a common slope of its
 * own. The search begins with the best of some starts and slopes. Then the start or one slope at a
 * time is moved, by smaller and smaller amounts, as long as the bound grows. The laws of the walk
 * that is found are enclosed rigorously.
 */
final class StepSearch {
  /**
   * Largest number of steps that is searched one by one. Longer runs are left to shapes, which have
   * about as many blocks.
   */
  private static final long MOST_STEPS = 24;

  /** Starting points that are tried first, as parts of the interval. */
  private static final double[] STARTS = {0, 0.5, 1};

  /**
   * Drifts of a step by all other records that are tried first, in standard deviations of its
   * noise. Drifts above the largest possible one are cut to it.
   */
  private static final double[] DRIFTS = {0, 0.5, 1.5, Double.MAX_VALUE};

  /**
   * Sizes of a move, one for every round. A drift moves by so many standard deviations of noise,
   * the start by half as large a part of the interval.
   */
  private static final double[] MOVES = {0.5, 0.25, 0.12, 0.06};

  private final NoisySgd settings;
  private final WalkObjective objective;
  private final long end;
  private final double largestDrift;

  /** The start as a part of the interval, then the slope of every step as a part of the largest. */
  private double[] best;

  private double bestValue = -1;

  /** Points that were estimated. Cut drifts coincide if the largest possible drift is small. */
  private final Set<List<Double>> tried = new HashSet<>();

  private StepSearch(NoisySgd settings, WalkObjective objective, long end) {
    this.settings = settings;
    this.objective = objective;
    this.end = end;
    this.largestDrift =
        Math.max(1, RampShape.others(settings)) * WalkScale.of(settings).slopeLimit();
    this.best = new double[(int) settings.steps() + 1];
  }

  static boolean covers(NoisySgd settings) {
    return settings.steps() <= MOST_STEPS;
  }

  /**
   * The strongest walk that was found.
   *
   * @param end when to stop, as a {@link System#nanoTime}
   */
  static RampWalk find(NoisySgd settings, WalkObjective objective, long end) {
    StepSearch search = new StepSearch(settings, objective, end);
    search.tryConstant();
    for (double move : MOVES) {
      search.refine(move);
    }
    return search.walk(search.best);
  }

  private void tryConstant() {
    // Under replace-one the mirror image of a walk exchanges the datasets.
    boolean mirrored = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    for (double start : STARTS) {
      for (double before : DRIFTS) {
        tryLastSlopes(start, part(before));
        if (!mirrored) {
          tryLastSlopes(start, -part(before));
        }
      }
    }
  }

  private void tryLastSlopes(double start, double slope) {
    for (double last : DRIFTS) {
      consider(constant(start, slope, part(last)));
      consider(constant(start, slope, -part(last)));
    }
  }

  private double part(double drift) {
    return Math.min(1, drift / largestDrift);
  }

  private double[] constant(double start, double slope, double lastSlope) {
    double[] point = new double[best.length];
    Arrays.fill(point, slope);
    point[0] = start;
    point[point.length - 1] = lastSlope;
    return point;
  }

  private void refine(double move) {
    boolean improved = true;
    while (improved) {
      improved = false;
      for (int i = best.length - 1; i >= 0; i--) {
        double by = i == 0 ? move / 2 : part(move);
        improved |= consider(moved(i, by)) || consider(moved(i, -by));
      }
    }
  }

  private double[] moved(int coordinate, double by) {
    double[] point = best.clone();
    double low = coordinate == 0 ? 0 : -1;
    point[coordinate] = Math.max(low, Math.min(1, point[coordinate] + by));
    return point;
  }

  private boolean consider(double[] point) {
    if (Thread.interrupted()) {
      throw new CancellationException("interrupted while looking for a strong walk");
    }
    boolean late = bestValue >= 0 && System.nanoTime() - end >= 0;
    if (late || !tried.add(Arrays.stream(point).boxed().toList())) {
      return false;
    }
    RampWalk walk = walk(point);
    double value =
        objective.of(WalkLowerBound.coarse(walk.leftModel(), walk.rightModel(), objective.order()));
    boolean better = value > bestValue * (1 + 1e-4);
    if (better) {
      best = point;
      bestValue = value;
    }
    return better;
  }

  private RampWalk walk(double[] point) {
    List<RampWalk.Block> blocks =
        Arrays.stream(point, 1, point.length)
            .mapToObj(slope -> new RampWalk.Block(1, slope))
            .toList();
    return new RampWalk(settings, point[0], blocks, false);
  }
}
