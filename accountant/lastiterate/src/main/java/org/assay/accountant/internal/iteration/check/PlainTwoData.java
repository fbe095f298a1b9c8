package org.assay.accountant.internal.iteration.check;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Two runs on neighbouring data from any two points, in plain doubles on a coarse lattice. The
 * recursions are those of {@code recoupling/doc-files/two-data.md}. Every place is computed at
 * every loss and every slope, without error bounds. A block ends with a chord along the line, which
 * represents the time to reach the lattice, and a smaller width, which represents the limits within
 * the block. For random batches a few numbers of sampled steps represent all.
 */
final class PlainTwoData {
  private static final double WIDEST = 20;

  /**
   * Length of a cell for full batches and for blocks of one step, in noises of a block; other cells
   * cost more. Not tuned.
   */
  private static final double CELL = 0.5;

  private static final int LOSSES = 360;
  private static final double SAMPLED_CELL = 0.7;
  private static final int SAMPLED_LOSSES = 220;
  private static final int[] TILTS = {0, 1, 2, 3, 4, 6, 8};

  /** Number of blocks, over the squared width, after which bounds no longer fall. Not tuned. */
  private static final double LAST = 0.5;

  private static final double LARGE_JUMP = 1.0001;
  private static final double LAST_OF_JUMPS = 1.2;

  /**
   * Mean height, in deviations of a step, that a walk gets above a limit, {@code −ζ(1/2)/√(2π)}.
   * This holds for a run's steps, not for its blocks.
   */
  private static final double BEYOND = 0.5826;

  /** Largest number of single steps whose compositions are computed exactly. Not tuned. */
  private static final int MOST_ALONE = 12;

  /**
   * Number of blocks, over the squared width, up to which noise hides the whole distance. Not
   * tuned.
   */
  private static final double FIRST = 0.03;

  /** Ratio of successive numbers of steps whose compositions are computed. Not tuned. */
  private static final double RATIO = 1.2;

  private static final double NEGLIGIBLE = 1e-14;

  /** Logarithms of delta after a number of steps from one point. */
  @FunctionalInterface
  interface Compositions {
    double[] logDeltas(long steps, double[] losses);
  }

  /** The settings on which bounds depend for all numbers of steps. */
  private record Question(
      double width,
      double growth,
      double contraction,
      double share,
      double pairMu,
      NoisySgdSampling sampling) {}

  private static final Map<Question, PlainTwoData> KNOWN = new LinkedHashMap<>();
  private static final int KEPT = 8;

  private final PlainRun run;
  private final Compositions compositions;
  private final double steps;
  private final double width;
  private final boolean jumps;
  private final PlainShifts shifts;
  private final int cells;
  private final double h;
  private final int losses;
  private final double spacing;
  private final Map<Integer, double[]> composed = new HashMap<>();

  /** Bounds from the largest distance, by number of blocks. */
  private final double[][] rows;

  /** Bounds from one point, by number of blocks, if blocks are single steps. */
  private final double[][] together;

  private PlainTwoData(PlainRun run, Compositions compositions) {
    this.run = run;
    this.compositions = compositions;
    boolean whole = run.isWhole();
    double square = Math.pow(Math.max(1, run.width() / WIDEST), 2);
    this.jumps = jumps(run);
    this.steps = whole ? square : jumps ? 1 : Math.rint(square);
    double length = Math.sqrt(steps);
    double expansion = expansion(run);
    double limit = (run.width() + (jumps ? 0 : expansion + run.growth())) / length;
    this.width = limit - 2 * BEYOND * (1 - 1 / length);
    this.cells = (int) Math.ceil(width / (whole || jumps ? CELL : SAMPLED_CELL));
    this.h = width / cells;
    this.losses = whole || jumps ? LOSSES : SAMPLED_LOSSES;
    this.spacing = largestLoss(run) / losses;
    this.shifts = shifts(expansion, length);
    double last = (jumps ? LAST_OF_JUMPS : LAST) * width * width;
    int blocks = (int) Math.max(first() + 1.0, last);
    this.rows = new double[blocks + 1][];
    this.together = new double[blocks + 1][];
    fill();
  }

  private PlainShifts shifts(double expansion, double length) {
    if (run.isWhole()) {
      return PlainShifts.certain((expansion + run.growth()) * length);
    }
    return jumps
        ? PlainShifts.revealed(run.growth(), run.share())
        : PlainShifts.sampled(expansion * length, run.growth() / length, steps, run.share());
  }

  /**
   * Whether the record of random batches moves a step far on a narrow set: last section of {@code
   * recoupling/doc-files/two-data.md}.
   */
  private static boolean jumps(PlainRun run) {
    return !run.isWhole()
        && run.growth() > LARGE_JUMP
        && run.width() <= 24.001
        && expansion(run) == 0
        && largestLoss(run) <= 118.001;
  }

  private static double largestLoss(PlainRun run) {
    double kappa = run.width() * (expansion(run) + run.share() * run.growth());
    double jump = run.isWhole() || run.growth() <= LARGE_JUMP ? 0 : run.growth();
    return 2.2 * kappa + 9.5 * Math.sqrt(kappa) + jump * (1.5 * jump + 6);
  }

  private static double expansion(PlainRun run) {
    return Math.max(0, run.contraction() - 1) * run.width();
  }

  /** The recursion of a run; empty where its lattice is not worth its cost. */
  static synchronized Optional<PlainTwoData> of(PlainRun run, Compositions compositions) {
    double expansion = expansion(run);
    double mean = expansion + run.share() * run.growth();
    boolean covered =
        run.width() >= 4
            && run.width() <= 1e6
            && run.width() * mean <= 26.001
            && mean > 0
            && (expansion + run.growth() <= LARGE_JUMP || jumps(run));
    if (!covered) {
      return Optional.empty();
    }
    Question question =
        new Question(
            run.width(),
            run.growth(),
            run.contraction(),
            run.share(),
            run.pairMu(),
            run.settings().sampling());
    PlainTwoData known = KNOWN.remove(question);
    PlainTwoData found = known == null ? new PlainTwoData(run, compositions) : known;
    KNOWN.put(question, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return Optional.of(found);
  }

  /** Bounds of two runs from one point; for random batches with one more block. */
  private double[] composed(int blocks) {
    if (run.isWhole()) {
      return gaussian(run.growth() * Math.sqrt(blocks * steps));
    }
    if (jumps && blocks <= MOST_ALONE) {
      return Arrays.stream(logs(blocks)).map(Math::exp).toArray();
    }
    double power = Math.log((jumps ? blocks : blocks + 1) * steps) / Math.log(RATIO);
    int low = (int) Math.floor(power);
    double[] fewer = power(low);
    double[] more = power(low + 1);
    double[] bounds = new double[losses];
    Arrays.setAll(bounds, l -> Math.exp(fewer[l] + (power - low) * (more[l] - fewer[l])));
    return bounds;
  }

  private double[] power(int power) {
    return composed.computeIfAbsent(
        power, missing -> logs(Math.max(1, Math.round(Math.pow(RATIO, power)))));
  }

  private double[] logs(long count) {
    double[] all = new double[losses];
    Arrays.setAll(all, l -> l * spacing);
    return compositions.logDeltas(count, all);
  }

  private double[] gaussian(double mu) {
    double[] bounds = new double[losses];
    Arrays.setAll(bounds, l -> mu == 0 ? 0 : GaussianMechanism.delta(mu, l * spacing).upper());
    return bounds;
  }

  /**
   * Bounds of two runs from a place, by the triangle over a run that hides the distance on the same
   * data.
   */
  private double[] hidden(int place, int blocks) {
    double distance = Math.min(width, place * h + shifts.largestExcess()) * Math.sqrt(steps);
    double mu = Math.sqrt(run.hidden(distance, blocks * steps));
    if (run.isWhole()) {
      return gaussian(mu + run.growth() * Math.sqrt(blocks * steps));
    }
    double[] one = composed(blocks);
    double[] other = gaussian(mu);
    double[] bounds = new double[losses];
    for (int l = 0; l < losses; l++) {
      bounds[l] = 1;
      for (int m = 0; m <= l; m++) {
        double eta = Math.exp(m * spacing);
        double sum = Math.min(one[m] + eta * other[l - m], other[m] + eta * one[l - m]);
        bounds[l] = Math.min(bounds[l], sum);
      }
    }
    return bounds;
  }

  private void fill() {
    int first = first();
    double[][] values = new double[cells + 1][];
    Arrays.setAll(values, i -> hidden(i, first));
    double[][][][] kernels = new double[TILTS.length][cells + 1][][];
    for (int k = 0; k < TILTS.length; k++) {
      double slope = TILTS[k] * spacing / h;
      Arrays.setAll(kernels[k], place -> kernels(place, slope));
    }
    together[first] = composed(first);
    for (int block = first; block < rows.length; block++) {
      InterruptedComputationException.check();
      if (block > first) {
        double[] met = jumps ? together[block - 1] : composed(block);
        values = after(values, block, met, kernels);
        if (jumps) {
          together[block] = together(met, values[0], block);
          values[0] = together[block];
        }
      }
      rows[block] = values[cells];
    }
  }

  /** The larger of both profiles from one point, but at most the composition. */
  private double[] together(double[] before, double[] after, int block) {
    double[] bounds = composed(block);
    Arrays.setAll(bounds, l -> Math.min(bounds[l], Math.max(before[l], after[l])));
    return bounds;
  }

  private int first() {
    return jumps ? 1 : (int) Math.max(1, FIRST * width * width);
  }

  /**
   * The start of a line in cells, without the mean shift; the runs have met if the start is at most
   * 0.
   */
  private double start(int place, int index) {
    if (jumps) {
      return place * h + shifts.shift(index);
    }
    double excess = place == cells ? 0 : shifts.shift(index) - shifts.mean();
    return Math.min(place * h + excess, width);
  }

  /** Cells by which a line starts above its place. */
  private double shift(int place, int index) {
    return (start(place, index) + shifts.mean()) / h - place;
  }

  private double[][] kernels(int place, double slope) {
    double[][] kernels = new double[shifts.count()][];
    Arrays.setAll(
        kernels,
        index ->
            start(place, index) > 0
                ? kernel(place * h, shift(place, index) * h, slope, shifts.probability(index))
                : new double[0]);
    return kernels;
  }

  /** The masses at all places up to twice the width; place 0 has the mass of runs that have met. */
  private double[] kernel(double place, double shift, double slope, double probability) {
    int last = 2 * cells;
    double time = 1 - h * h / 24;
    double[] kernel = new double[last + 1];
    int parts = 16;
    double killed = run.isWhole() ? place : place + shift;
    double mean = place + shift - 2 * slope * time;
    double alive = 0;
    for (int c = 0; c < last; c++) {
      for (int part = 0; part < parts; part++) {
        double above = (part + 0.5) * h / parts;
        double u = c * h + above;
        double mass =
            probability
                * Math.exp(-(u - mean) * (u - mean) / (8 * time))
                * -Math.expm1(-u * killed / (2 * time))
                / Math.sqrt(8 * Math.PI * time)
                * h
                / parts;
        double up = slope == 0 ? above / h : Math.expm1(slope * above) / Math.expm1(slope * h);
        kernel[c] += mass * (1 - up);
        kernel[c + 1] += mass * up;
        alive += mass;
      }
    }
    double beyond = probability * PlainSurvival.tail((last * h - mean) / (2 * Math.sqrt(time)));
    kernel[last] += beyond;
    kernel[0] += Math.max(0, probability - alive - beyond);
    return kernel;
  }

  private double[][] after(double[][] values, int block, double[] met, double[][][][] kernels) {
    double[][] ahead = new double[cells + 1][];
    for (int c = 0; c <= cells; c++) {
      ahead[c] = extended(c == 0 && run.isWhole() ? met : values[c], met);
    }
    double[][] next = new double[cells + 1][];
    for (int i = cells; i >= 0; i--) {
      next[i] = i < cells ? next[i + 1].clone() : hidden(i, block);
      for (int k = 0; k < TILTS.length; k++) {
        lower(next[i], sum(i, k, kernels[k][i], met, ahead));
      }
    }
    return next;
  }

  private static void lower(double[] bounds, double[] others) {
    for (int l = 0; l < bounds.length; l++) {
      bounds[l] = Math.min(bounds[l], others[l]);
    }
  }

  private double[] sum(int place, int k, double[][] kernels, double[] met, double[][] ahead) {
    double[] sum = new double[losses];
    for (int index = 0; index < kernels.length; index++) {
      if (kernels[index].length == 0) {
        for (int l = 0; l < losses; l++) {
          sum[l] += shifts.probability(index) * met[l];
        }
      } else {
        follow(sum, TILTS[k], place, TILTS[k] * shift(place, index), kernels[index], ahead);
      }
    }
    return sum;
  }

  private void follow(
      double[] sum, int tilt, int place, double paid, double[] kernel, double[][] ahead) {
    int whole = (int) Math.floor(paid);
    double part = paid - whole;
    for (int c = 0; c < kernel.length; c++) {
      if (kernel[c] > NEGLIGIBLE) {
        double[] values = ahead[Math.min(c, cells)];
        int offset = margin() + tilt * (c - place) - whole;
        double near = kernel[c] * (1 - part);
        double far = kernel[c] * part;
        for (int l = 0; l < losses; l++) {
          sum[l] += near * values[l + offset] + far * values[l + offset - 1];
        }
      }
    }
  }

  private int margin() {
    double largest = (shifts.mean() + shifts.largestExcess()) / h;
    return TILTS[TILTS.length - 1] * (2 * cells + (int) largest + 2) + 2;
  }

  /**
   * The larger of both bounds; below loss 0 by exchange of the datasets, above the last loss the
   * last value.
   */
  private double[] extended(double[] one, double[] other) {
    double[] all = new double[losses + 2 * margin()];
    for (int k = 0; k < all.length; k++) {
      int index = k - margin();
      int l = Math.min(Math.abs(index), losses - 1);
      double value = Math.max(one[l], other[l]);
      double loss = index * spacing;
      all[k] = index >= 0 ? value : Math.min(1, -Math.expm1(loss) + Math.exp(loss) * value);
    }
    return all;
  }

  /** The bound after at least a number of steps. */
  double bound(double steps, double loss) {
    int block = (int) Math.min(rows.length - 1.0, Math.rint(steps / this.steps));
    if (block < first()) {
      return 1;
    }
    return between(rows[block], loss);
  }

  /**
   * The profile from one point, after at most a number of steps; 1 if blocks are not single steps.
   */
  double together(double steps, double loss) {
    if (!jumps) {
      return 1;
    }
    double here = between(together[(int) Math.min(together.length - 1.0, steps)], loss);
    return steps < together.length ? here : Math.max(here, bound(steps, loss));
  }

  private double between(double[] row, double loss) {
    double index = Math.min(losses - 1.001, loss / spacing);
    int low = (int) index;
    double logLow = Math.log(Math.max(1e-300, row[low]));
    double logHigh = Math.log(Math.max(1e-300, row[low + 1]));
    return Math.exp(logLow + (index - low) * (logHigh - logLow));
  }
}
