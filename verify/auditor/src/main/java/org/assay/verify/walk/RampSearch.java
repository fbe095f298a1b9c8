package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.WalkSearch.WalkProgress;

/**
 * Searches for the walks of changing losses that prove the strongest bound. The search starts from
 * shipped shapes. The drifts of groups of neighbouring blocks, from all blocks down to single ones,
 * are changed as long as the bound grows. In runs of a few steps every step has a slope of its own
 * ({@link StepSearch}).
 *
 * <p>The privacy loss depends almost only on kappa: the difference of a step's mean shifts on both
 * datasets, times the width. A wide domain is therefore searched on a narrower one with the same
 * kappa. Every walk gives a valid bound, so the search need not be rigorous. The laws of the walk
 * that is found are enclosed rigorously.
 */
public final class RampSearch {
  /**
   * Smallest width of a domain that replaces a wider one in the search, in standard deviations of a
   * step's noise.
   */
  private static final double WIDTH = 20;

  /**
   * Smallest number of steps on a domain that replaces a wider one; the replacement is as wide as
   * this number requires.
   */
  private static final double STEPS = 100;

  /**
   * Shortest run whose blocks are changed by the search, as a part of the shape's steps. In shorter
   * runs the walls hardly matter, and constant losses give as large a bound. An exception is a last
   * step against sparse jumps, so batches of a fixed size are still searched for such a step.
   */
  private static final double SHORT = 0.05;

  /**
   * Widest domain that is searched, in standard deviations of a step's noise. If even the
   * replacement is wider, the shipped shape is taken as it is.
   */
  private static final double WIDEST = 60;

  /** Starting points that are tried if there is no reset, as parts of the interval. */
  private static final double[] STARTS = {0, 0.25, 0.5};

  /**
   * Drifts that are added to all blocks of the shipped shape before single blocks are changed, in
   * standard deviations of a step's noise.
   */
  private static final double[] DRIFTS = {0.15, 0.5, 1, 2, 3, 4};

  /**
   * Relative change of a block's drift u, one value for every round: u changes by this part of |u|.
   */
  private static final double[] BENDS = {0.4, 0.15};

  /**
   * Absolute change of a drift in units of drift times width, for every unit of its relative
   * change. The absolute part also moves drifts of 0.
   */
  private static final double MORE = 0.5;

  /**
   * Widest domain on which constant strong drifts are tried as well, in standard deviations of a
   * step's noise. On such domains the threshold that tells the walks apart lies outside.
   */
  private static final double NARROW = 6;

  /**
   * Largest of the constant drifts on narrow domains, in standard deviations of a step's noise; all
   * whole numbers from minus this one are tried.
   */
  private static final int STRONGEST = 4;

  /** Number of common slopes that are tried for the last step, evenly spaced from -1 to 1. */
  private static final int LAST_SLOPES = 41;

  /**
   * Largest Poisson batch, in records. A step's law has one value for every number of other
   * records, which makes larger batches too expensive.
   */
  private static final long LARGEST_POISSON_BATCH = 50;

  private final NoisySgd settings;
  private final WalkObjective objective;
  private final boolean reset;
  private final long steps;
  private final double width;
  private final NoisySgd narrow;
  private final boolean own;
  private final boolean mixes;
  private final boolean searches;
  private final long end;
  private final List<RampShape> others;
  private double start;
  private RampShape best;
  private double bestValue = -1;

  private RampSearch(NoisySgd settings, WalkObjective objective, long end) {
    this.settings = settings;
    this.objective = objective;
    this.end = end;
    double kappa = RampShape.kappa(settings);
    this.width = WalkScale.of(settings).width();
    long enough = Math.addExact(RampShape.horizon(kappa, width), 1);
    this.reset = canReset(settings, enough);
    this.steps = reset ? enough : settings.steps();
    double part = Math.min(1, (double) (steps - 1) / (double) (enough - 1));
    this.best = shape(kappa).cut(part);
    this.others = objective.order() > 1 ? List.of(RampShape.shipped(kappa).cut(part)) : List.of();
    double searched = Math.min(width, Math.max(WIDTH, width * Math.sqrt(STEPS / (double) steps)));
    this.mixes = part >= SHORT;
    boolean jumps = settings.sampling() == NoisySgdSampling.FIXED_SIZE;
    this.searches = searched <= WIDEST && steps > 1 && (mixes || jumps);
    this.own = searched == width;
    this.narrow =
        own
            ? settings
            : fullBatch(
                searched, kappa, Math.rint(steps * (searched / width) * (searched / width)));
  }

  private RampShape shape(double kappa) {
    double order = objective.order();
    return order > 1 ? SteepShape.shipped(kappa, order) : RampShape.shipped(kappa);
  }

  private static boolean canReset(NoisySgd settings, long steps) {
    try {
      return settings.steps() - steps >= WalkReset.of(settings).steps();
    } catch (UnsupportedEventException e) {
      return false;
    }
  }

  /** A run of full batches with this kappa on a domain of this width. */
  private static NoisySgd fullBatch(double width, double kappa, double steps) {
    long records = 1000;
    return NoisySgd.of(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE)
        .batches(records, records)
        .steps((long) Math.max(2, steps), 1)
        .noise(1)
        .lipschitzConstant(kappa / width / 2 * (double) records)
        .diameter(width)
        .curvature(0, 0)
        .build();
  }

  /**
   * The walk of the shape that is shipped for about these settings, without any search.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound; shapes are shipped for Rényi divergences by their
   *     order, and otherwise for epsilon at a delta of about 1e-5
   * @return the walk; with a reset if the run has steps enough for it
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws UnsupportedEventException if no walk is known to be an instance of the algorithm, if
   *     its steps contract, or if Poisson batches are too large
   */
  public static RampWalk shipped(NoisySgd settings, WalkObjective objective) {
    requireSupported(settings);
    return new RampSearch(settings, objective, Long.MIN_VALUE).walk();
  }

  /**
   * Searches for the strongest walk, without certifying its bounds.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound
   * @param seconds time limit of the search, finite and above 0; a search that ends earlier always
   *     finds the same walk
   * @return the strongest walk that was found
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws UnsupportedEventException as {@link #shipped}
   * @throws CancellationException if the thread is interrupted meanwhile
   */
  public static RampWalk find(NoisySgd settings, WalkObjective objective, double seconds) {
    requireSupported(settings);
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "seconds was " + seconds + ": it must be finite and above 0");
    }
    long end = System.nanoTime() + (long) Math.min(1e18, seconds * 1e9);
    if (StepSearch.covers(settings)) {
      return StepSearch.find(settings, objective, end);
    }
    RampSearch search = new RampSearch(settings, objective, end);
    if (search.searches) {
      search.tryStarts();
      search.tryLastSteps(search.best);
    }
    if (search.searches && search.mixes) {
      search.bend();
      search.tryLastSteps(search.best);
    }
    return search.walk();
  }

  /**
   * Searches, certifies, and reports progress of the second part.
   *
   * @param settings the algorithm
   * @param objective the parameter to bound
   * @param seconds time limit of the search, finite and above 0
   * @param listener hears about progress, on the calling thread
   * @return the certified bounds of the strongest pair that was found
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws UnsupportedEventException as {@link #shipped}
   * @throws CancellationException if the thread is interrupted meanwhile
   */
  public static RampLowerBound strongest(
      NoisySgd settings, WalkObjective objective, double seconds, Consumer<WalkProgress> listener) {
    return RampLowerBound.of(find(settings, objective, seconds), objective, listener);
  }

  private static void requireSupported(NoisySgd settings) {
    if (!(WalkScale.of(settings).contraction() == 1)) {
      throw new UnsupportedEventException(
          settings.describe(), "no shapes of walks are known for steps that contract");
    }
    if (settings.sampling() == NoisySgdSampling.POISSON
        && settings.batchSize() > LARGEST_POISSON_BATCH) {
      throw new UnsupportedEventException(
          settings.describe(),
          "in Poisson batches of more than "
              + LARGEST_POISSON_BATCH
              + " records the number of others has too many values for walks of changing losses");
    }
  }

  private RampWalk walk() {
    return best.walk(settings, start, steps, reset);
  }

  private void tryStarts() {
    List<RampShape> shapes = new ArrayList<>(List.of(best, best.bent(0, best.size(), -0.5, 0)));
    shapes.addAll(others);
    double narrowWidth = WalkScale.of(narrow).width();
    for (double drift : DRIFTS) {
      shapes.add(best.bent(0, best.size(), 0, drift * narrowWidth));
    }
    for (double from : reset ? new double[] {0} : STARTS) {
      shapes.forEach(shape -> consider(shape, from));
    }
    if (narrowWidth <= NARROW) {
      for (int drift = -STRONGEST; drift <= STRONGEST; drift++) {
        tryLastSteps(RampShape.flat(drift * narrowWidth));
      }
    }
  }

  /**
   * Tries common slopes of the last step, because one strong pull at the end separates sparse large
   * jumps best.
   */
  private void tryLastSteps(RampShape shape) {
    if (own) {
      for (int i = 0; i < LAST_SLOPES; i++) {
        consider(shape.withLast(settings, 2.0 * i / (LAST_SLOPES - 1) - 1), start);
      }
    }
  }

  private void bend() {
    for (double bend : BENDS) {
      for (int length = best.size(); length >= 1; length /= 2) {
        for (int from = 0; from < best.size(); from += length) {
          bend(from, from + length, bend);
        }
      }
    }
  }

  private void bend(int from, int to, double part) {
    double more = MORE * part;
    boolean up = false;
    while (consider(best.bent(from, to, part, more), start)) {
      up = true;
    }
    boolean improved = !up;
    while (improved) {
      improved = consider(best.bent(from, to, -part, -more), start);
    }
  }

  private boolean consider(RampShape shape, double from) {
    if (Thread.interrupted()) {
      throw new CancellationException("interrupted while looking for a strong walk");
    }
    if (bestValue >= 0 && System.nanoTime() - end >= 0) {
      return false;
    }
    RampWalk walk =
        own
            ? shape.walk(settings, from, steps, reset)
            : shape.walk(narrow, from, narrow.steps(), false);
    double value =
        objective.of(WalkLowerBound.coarse(walk.leftModel(), walk.rightModel(), objective.order()));
    boolean better = value > bestValue * (1 + 1e-5);
    if (better) {
      best = shape;
      start = from;
      bestValue = value;
    }
    return better;
  }

  /**
   * Shapes for Rényi divergences. When a part t of the steps is still to go, the drift is {@code
   * a/√(t + s) − b}. Near the end the drift is a part of this value, and in the first block it is
   * larger.
   *
   * <p>Among paths with little noise a drift of this form is the best. Walks wait at a wall, and
   * every later departure from the wall takes as much noise as the earlier ones. The larger {@code
   * a} is, the more noise a departure takes. Walks whose data pull along need little noise or, for
   * large orders, not too much.
   *
   * <p>The numbers were found by maximizing the loss of full batches on a width of 40 standard
   * deviations. They steer the search and prove nothing.
   */
  private static final class SteepShape {
    /**
     * Values of kappa, one for every table of {@code ROWS}. Outside half the first and twice the
     * last value, the shapes for epsilon are taken instead.
     */
    private static final double[] KAPPAS = {1, 2, 4, 8};

    /** End of the first block, as a part of the steps to go. */
    private static final double FIRST = 0.85;

    /** Orders of the divergence, one for every row of a table. */
    private static final double[] ORDERS = {1.5, 2, 4, 8, 32};

    /**
     * Tables by kappa, rows by order. A row holds a, b and s, then the t at which the end begins
     * and the part of the drift that is kept there. Its last number is the additional drift of the
     * first block.
     */
    private static final double[][][] ROWS = {
      {
        {.497, .485, .0542, .005, 1, 2.41},
        {.841, .909, .0576, .005, 1.18, 2.55},
        {1.24, 1.13, .00204, .0298, .65, 2},
        {2.5, 2.16, 4.63e-5, .0216, .65, .55},
        {5.98, 6.08, 4.37e-6, .00702, .578, .352}
      },
      {
        {1.03, 1.09, .0509, .00476, 1.33, 2.55},
        {1.24, 1.24, .014, .0451, .809, 2.3},
        {2.56, 2.47, .000125, .033, .705, 1.55},
        {4.27, 4.13, 1.83e-5, .0121, .545, .333},
        {7.9, 9, 1.45e-5, .008, .67, 2.07}
      },
      {
        {1.52, 1.55, .0112, .0414, .85, 2.03},
        {2.38, 2.51, .011, .005, 1, 2.03},
        {4.27, 4.46, 4.19e-5, .0155, .65, .908},
        {6.2, 6.87, 4.52e-5, .00957, .65, 1.07},
        {8.94, 11.1, 1.57e-5, .00123, .459, 5.01}
      },
      {
        {2.91, 3.45, .00944, .00158, .4, 2},
        {3.54, 3.88, 6.8e-5, .0121, .664, 0},
        {6.2, 7.57, 2.83e-5, .0101, .595, 0},
        {9.1, 12.7, 4.55e-5, .00744, .65, 4.71},
        {10.4, 15.2, 2.08e-5, .00248, .485, 12}
      }
    };

    private SteepShape() {}

    /** The shape for a kappa and an order, interpolated in the logarithms of both. */
    static RampShape shipped(double kappa, double order) {
      if (!(kappa >= KAPPAS[0] / 2 && kappa <= 2 * KAPPAS[KAPPAS.length - 1])) {
        return RampShape.shipped(kappa);
      }
      int below = below(KAPPAS, kappa);
      double[] low = row(below, order);
      double[] high = row(below + 1, order);
      double[] numbers = between(low, high, part(KAPPAS, below, kappa));
      return RampShape.of(
          toGo -> {
            double drift = numbers[0] / Math.sqrt(toGo + numbers[2]) - numbers[1];
            double first = toGo > FIRST ? numbers[5] : 0;
            return (toGo < numbers[3] ? numbers[4] * drift : drift) + first;
          });
    }

    private static double[] row(int kappa, double order) {
      int below = below(ORDERS, order);
      return between(ROWS[kappa][below], ROWS[kappa][below + 1], part(ORDERS, below, order));
    }

    /** The index of the last value, the very last one excluded, that the number reaches. */
    private static int below(double[] values, double number) {
      int below = 0;
      while (below + 2 < values.length && values[below + 1] <= number) {
        below++;
      }
      return below;
    }

    /** The position of a number between a value and the next one, in the logarithm: from 0 to 1. */
    private static double part(double[] values, int below, double number) {
      double part = Math.log(number / values[below]) / Math.log(values[below + 1] / values[below]);
      return Math.max(0, Math.min(1, part));
    }

    private static double[] between(double[] low, double[] high, double part) {
      double[] mean = new double[low.length];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (1 - part) * low[i] + part * high[i];
      }
      return mean;
    }
  }
}
