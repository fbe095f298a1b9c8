package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The drift of a walk in each of its blocks, free of the scale of the domain. Block i begins when
 * {@code boundary(i)} of the steps before the last are to go, and ends when {@code boundary(i + 1)}
 * of them are. Its drift per step is {@code u_i} over the width. A last block of one step follows.
 * Shapes steer the search and prove nothing; the walks made from them are checked.
 */
final class RampShape {
  /** Boundaries of the blocks: the steps that are to go, as parts of the steps before the last. */
  private static final double[] BOUNDARIES = {
    1, .85, .72, .6, .5, .42, .35, .29, .24, .2, .165, .135, .11, .09, .074, .06, .049, .04, .032,
    .026, .021, .017, .0135, .0105, .008, .006, .0045, .0033, .0022, .0012, .0005, 0
  };

  /**
   * Values of kappa, one for every row of {@code HORIZONS} and {@code SHAPES}. Kappa is the
   * difference of a step's mean shifts on both datasets, times the width.
   */
  private static final double[] KAPPAS = {.05, 1, 2, 4, 8, 25};

  /** Number of steps before the last, in units of the squared width. */
  private static final double[] HORIZONS = {1, 1, 1, 1, 1, .5};

  /**
   * Drifts u of all blocks but the last, one row for every kappa. They were found by maximizing
   * epsilon at delta 1e-5.
   */
  private static final double[][] SHAPES = {
    {
      2.394, .1977, .5012, .4796, 1.209, 1.403, 1.821, 2.255, 2.823, 3.486, 3.942, 5.083, 5.158,
      5.944, 7.457, 7.195, 7.228, 9.954, 9.37, 12.13, 7.178, 8.809, 9.188, 5.096, 4.799, 3.687,
      4.352, 3.545, 2, 1.893, 1.406
    },
    {
      2.87, -.1, .456, .694, 1.12, 1.61, 2.22, 2.95, 3.73, 4.5, 5.35, 6.27, 7.14, 7.91, 8.86, 9.84,
      11, 11.6, 12.3, 13.7, 13.3, 10.8, 7.65, 5.53, 3.92, 3, 2.4, 2.16, 1.81, 1.73, 1.74
    },
    {
      2.85, -.084, .448, .709, 1.14, 1.67, 2.35, 3.11, 3.94, 4.84, 5.78, 6.74, 7.79, 8.72, 9.69,
      10.8, 12, 13.1, 13.9, 15, 15.7, 13.4, 10.1, 7.6, 5.71, 4.62, 3.93, 3.65, 3.27, 3.18, 3.19
    },
    {
      2.81, -.07, .383, .653, 1.05, 1.61, 2.29, 3.14, 4.07, 5.06, 6.2, 7.36, 8.55, 9.7, 10.9, 12.3,
      13.6, 15.1, 16.7, 17.5, 22, 19.7, 12.7, 7.74, 5.2, 4.43, 4.15, 4.03, 3.84, 4.31, 4.69
    },
    {
      3.84, -1.1, .404, .29, .65, 1.13, 1.74, 2.59, 3.53, 4.71, 6.01, 7.57, 9.12, 10.7, 12.3, 14,
      15.8, 17.9, 20, 22.3, 25.7, 25.4, 22.9, 18, 14.5, 12.9, 11.8, 11.4, 10.8, 10.7, 10.7
    },
    {
      25, 2.36, 2.8, 3.28, 3.29, 2.03, 2.85, 4.46, 6.14, 8.3, 10.9, 13.8, 16.8, 19.9, 23.3, 26.9,
      31.1, 35.5, 40.5, 45.7, 52, 47.2, 37.7, 33.7, 31.6, 31.4, 31.4, 31.7, 32.1, 32.3, 32.4
    }
  };

  /** Smallest number of steps before the last; this limit matters on narrow domains only. */
  private static final double FEWEST_STEPS = 14;

  private final double[] drifts;

  private RampShape(double[] drifts) {
    this.drifts = drifts;
  }

  /** The shipped shape for a kappa, interpolated in the logarithm of kappa. */
  static RampShape shipped(double kappa) {
    double[] drifts = new double[BOUNDARIES.length];
    for (int i = 0; i < SHAPES[0].length; i++) {
      int block = i;
      drifts[i] = interpolated(kappa, row -> SHAPES[row][block]);
    }
    drifts[SHAPES[0].length] = drifts[SHAPES[0].length - 1];
    return new RampShape(drifts);
  }

  /** The shape with one drift in all steps. */
  static RampShape flat(double drift) {
    return of(toGo -> drift);
  }

  /**
   * The shape whose drifts are a function of the steps to go, as a part of the steps before the
   * last.
   */
  static RampShape of(DoubleUnaryOperator drift) {
    double[] drifts = new double[BOUNDARIES.length];
    for (int i = 0; i + 2 < BOUNDARIES.length; i++) {
      drifts[i] = drift.applyAsDouble(Math.sqrt(BOUNDARIES[i] * BOUNDARIES[i + 1]));
    }
    drifts[BOUNDARIES.length - 2] = drift.applyAsDouble(BOUNDARIES[BOUNDARIES.length - 2] / 2);
    drifts[BOUNDARIES.length - 1] = drift.applyAsDouble(0);
    return new RampShape(drifts);
  }

  /** The number of steps before the last for which shipped shapes are made. */
  static long horizon(double kappa, double width) {
    double unit = interpolated(kappa, row -> HORIZONS[row]);
    return (long) Math.ceil(Math.max(FEWEST_STEPS, unit * width * width));
  }

  private interface Row {
    double at(int row);
  }

  private static double interpolated(double kappa, Row value) {
    int above = 0;
    while (above < KAPPAS.length && KAPPAS[above] < kappa) {
      above++;
    }
    if (above == 0 || above == KAPPAS.length) {
      return value.at(Math.min(above, KAPPAS.length - 1));
    }
    double part = Math.log(kappa / KAPPAS[above - 1]) / Math.log(KAPPAS[above] / KAPPAS[above - 1]);
    return (1 - part) * value.at(above - 1) + part * value.at(above);
  }

  /** Kappa: the difference of the mean shifts of a step on both datasets, times the width W. */
  static double kappa(NoisySgd settings) {
    return 2 * centre(settings) * factor(settings) * WalkScale.of(settings).width();
  }

  private static double factor(NoisySgd settings) {
    return settings.adjacency() == AdjacencyRelation.REPLACE_ONE ? 1 : 0.5;
  }

  /** The mean shift of a step by the record that pulls to the right. */
  private static double centre(NoisySgd settings) {
    double share = (double) settings.batchSize() / (double) settings.records();
    return share * WalkScale.of(settings).slopeLimit();
  }

  /**
   * The walk of a shape.
   *
   * @param steps number of steps, the last included
   */
  RampWalk walk(NoisySgd settings, double start, long steps, boolean reset) {
    List<RampWalk.Block> blocks = new ArrayList<>();
    for (int i = 0; i + 1 < BOUNDARIES.length; i++) {
      long length = toGo(i, steps - 1) - toGo(i + 1, steps - 1);
      if (length > 0) {
        blocks.add(new RampWalk.Block(length, slope(settings, drifts[i])));
      }
    }
    blocks.add(new RampWalk.Block(1, slope(settings, drifts[drifts.length - 1])));
    return new RampWalk(settings, start, blocks, reset);
  }

  private static long toGo(int boundary, long steps) {
    return Math.round(BOUNDARIES[boundary] * (double) steps);
  }

  /** The common slope that gives a drift on average over both datasets, as far as it is allowed. */
  private static double slope(NoisySgd settings, double drift) {
    WalkScale scale = WalkScale.of(settings);
    double others = others(settings);
    double own = centre(settings) * (1 - factor(settings));
    double slope = (drift / scale.width() - own) / (others * scale.slopeLimit());
    return others > 0 ? Math.max(-1, Math.min(1, slope)) : 0;
  }

  /** Approximate number of other records in a batch. */
  static double others(NoisySgd settings) {
    boolean full = settings.sampling() == NoisySgdSampling.FULL_BATCH;
    return full ? settings.records() - 1.0 : (double) settings.batchSize();
  }

  /** The number of blocks, that of the last step included. */
  int size() {
    return drifts.length;
  }

  /** The shape of a run that has a part of the steps: the last steps of this shape. */
  RampShape cut(double part) {
    double[] changed = drifts.clone();
    for (int i = 0; i + 1 < BOUNDARIES.length; i++) {
      int block = 0;
      while (block + 2 < BOUNDARIES.length && BOUNDARIES[block + 1] >= part * BOUNDARIES[i]) {
        block++;
      }
      changed[i] = drifts[block];
    }
    return new RampShape(changed);
  }

  /** The shape with some drifts u enlarged by {@code part} times |u| and by {@code more}. */
  RampShape bent(int from, int to, double part, double more) {
    double[] changed = drifts.clone();
    for (int i = from; i < to; i++) {
      changed[i] += part * Math.abs(changed[i]) + more;
    }
    return new RampShape(changed);
  }

  /** The shape whose last step has a common slope, as a part of the largest. */
  RampShape withLast(NoisySgd settings, double slope) {
    WalkScale scale = WalkScale.of(settings);
    double own = centre(settings) * (1 - factor(settings));
    double drift = slope * others(settings) * scale.slopeLimit() + own;
    return with(drifts.length - 1, drift * scale.width());
  }

  /** The shape with one drift changed. */
  private RampShape with(int block, double drift) {
    double[] changed = drifts.clone();
    changed[block] = drift;
    return new RampShape(changed);
  }
}
