package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * Upper bounds of H between two full-batch runs on neighbouring data from any two points, after 1,
 * 2, … blocks: the recursion of {@code doc-files/two-data.md}. The distance follows a line, on
 * which reflected noise is tilted so that the likelihood ratio is a function of it, until the block
 * ends or the runs meet; what has met is bounded by composition.
 */
final class TwoDataRecursion {
  /** Spacings of loss that the lines gain in a cell. */
  private static final int[] TILTS = {0, 1, 2, 3, 4, 6};

  /** Hiding the whole distance is tried so often. */
  private static final int HIDDEN = 5;

  /** Between the mu of which Gaussian profiles are known. */
  private static final double MU_RATIO = 1.005;

  private static final double SMALLEST_MU = 1e-3;

  /** More than the relative rounding error of the sums and chords. */
  private static final double RAISED = 1 + 1e-12;

  private final TwoDataLattice lattice;
  private final Enclosure shift;
  private final int losses;

  /** Losses below 0 and beyond the last that lines reach. */
  private final int margin;

  private final List<TwoDataKernels> kernels = new ArrayList<>();

  /** {@code e^(−l spacing)} and {@code 1 − e^(−l spacing)}. */
  private final double[] decay;

  private final double[] gap;
  private final Map<Integer, double[]> gaussians = new HashMap<>();
  private double[][] values;
  private double[] met = {};
  private int blocks;

  /**
   * From a first number of blocks.
   *
   * @param lattice where values are kept
   * @param shift by which the two data move a step of the run apart
   * @param first up to here the whole distance is hidden
   */
  TwoDataRecursion(TwoDataLattice lattice, Enclosure shift, int first) {
    this.lattice = lattice;
    this.shift = shift;
    this.losses = lattice.losses();
    this.blocks = first;
    int farthest = 0;
    for (int tilt : TILTS) {
      TwoDataKernels next = new TwoDataKernels(lattice, tilt);
      kernels.add(next);
      for (int from = 1; from <= lattice.cells(); from++) {
        int reach = Math.max(from + 1, next.first(from) + next.moves(from).length - from);
        farthest = Math.max(farthest, tilt * (reach + (int) Math.ceil(lattice.shift()) + 2));
      }
    }
    this.margin = farthest;
    this.decay = new double[margin + losses + 1];
    this.gap = new double[decay.length];
    for (int l = 0; l < decay.length; l++) {
      decay[l] = Math.exp(-l * lattice.spacing());
      gap[l] = -Math.expm1(-l * lattice.spacing());
    }
    this.values = new double[lattice.cells() + 1][losses];
    for (int i = 1; i <= lattice.cells(); i++) {
      hide(i, values[i]);
    }
  }

  int blocks() {
    return blocks;
  }

  /** Bounds from the largest distance at all losses. */
  double[] atLimit() {
    return values[lattice.cells()].clone();
  }

  /** One more block. */
  void advance() {
    blocks++;
    met = composed();
    double[][] next = new double[lattice.cells() + 1][losses];
    for (int i = 1; i <= lattice.cells(); i++) {
      if (blocks % HIDDEN == 0) {
        hide(i, next[i]);
      } else {
        Arrays.fill(next[i], 1);
      }
    }
    double[] meeting = extended(met);
    double[][][] ahead = IntStream.of(TILTS).mapToObj(this::ahead).toArray(double[][][]::new);
    IntStream.rangeClosed(1, lattice.cells())
        .parallel()
        .forEach(from -> follow(from, ahead, meeting, next[from]));
    for (int i = lattice.cells(); i >= 1; i--) {
      for (int l = 0; l < losses; l++) {
        double before = l == 0 ? 1 : next[i][l - 1];
        double farther = i == lattice.cells() ? 1 : next[i + 1][l];
        next[i][l] = Math.min(next[i][l], Math.min(before, farther));
      }
    }
    values = next;
  }

  /** Two runs from one point over all blocks so far and this one. */
  private double[] composed() {
    Enclosure steps = Enclosure.ofCount(Math.multiplyExact(lattice.steps(), (long) blocks));
    return profile(shift.times(steps.sqrt()).upper());
  }

  private void hide(int place, double[] into) {
    Enclosure root = Enclosure.exact(blocks).sqrt();
    Enclosure distance = Enclosure.exact(lattice.cell()).times((double) place);
    Enclosure shifts = Enclosure.exact(lattice.cell()).times(lattice.shift()).times(root);
    double mu = distance.dividedBy(root).plus(shifts).upper();
    int index = 0;
    if (mu > SMALLEST_MU) {
      index = (int) Math.ceil(Math.log(mu / SMALLEST_MU) / Math.log(MU_RATIO));
    }
    while (mu(index) < mu) {
      index++;
    }
    double[] profile = gaussians.computeIfAbsent(index, known -> profile(mu(known)));
    System.arraycopy(profile, 0, into, 0, losses);
  }

  private static double mu(int index) {
    return SMALLEST_MU * Math.pow(MU_RATIO, index);
  }

  private double[] profile(double mu) {
    double[] profile = new double[losses];
    double last = 1;
    for (int l = 0; l < losses; l++) {
      double delta =
          last < 1e-280 ? last : GaussianMechanism.delta(mu, l * lattice.spacing()).upper();
      last = Math.min(last, delta);
      profile[l] = last;
    }
    return profile;
  }

  /** At all indices from −margin on, those below 0 by the exchange. */
  private double[] extended(double[] profile) {
    double[] all = new double[losses + 2 * margin];
    for (int l = -margin; l < losses + margin; l++) {
      all[l + margin] = at(profile, l);
    }
    return all;
  }

  private double at(double[] profile, int loss) {
    if (loss >= 0) {
      return profile[Math.min(loss, losses - 1)];
    }
    double here = profile[Math.min(-loss, losses - 1)];
    return Math.min(1, (gap[-loss] + decay[-loss] * here) * RAISED);
  }

  /**
   * For each place what is to come if the block ends there, at the loss before the shift of the
   * data is paid for, and with the chance to miss the lattice.
   */
  private double[][] ahead(int tilt) {
    double paid = tilt * lattice.shift();
    int whole = (int) Math.ceil(paid);
    double rest = whole - paid;
    double weight = Math.expm1(rest * lattice.spacing()) / Math.expm1(lattice.spacing());
    double part = Math.max(0, Math.min(1, weight * (1 - 1e-12) - 1e-12));
    double[][] paidFor = new double[lattice.cells() + 1][];
    double[] larger = new double[losses];
    for (int j = 1; j <= lattice.cells(); j++) {
      for (int l = 0; l < losses; l++) {
        larger[l] = Math.max(values[j][l], met[l]);
      }
      paidFor[j] = new double[losses + 2 * margin];
      double above = at(larger, -margin - whole);
      for (int l = -margin; l < losses + margin; l++) {
        double below = above;
        above = at(larger, l - whole + 1);
        paidFor[j][l + margin] = (1 - part) * below + part * above;
      }
    }
    return withMisses(tilt, paidFor);
  }

  private double[][] withMisses(int tilt, double[][] paidFor) {
    double missed = lattice.missed(lattice.slope(tilt));
    double[][] result = new double[paidFor.length][];
    for (int j = 1; j < paidFor.length; j++) {
      double[] here = paidFor[j];
      double[] farther = paidFor[Math.min(j + 1, lattice.cells())];
      result[j] = new double[here.length];
      for (int l = 0; l < here.length; l++) {
        double lower = l >= tilt ? here[l - tilt] : 1;
        result[j][l] = here[l] + missed * Math.max(lower, farther[l]);
      }
    }
    return result;
  }

  private void follow(int from, double[][][] ahead, double[] meeting, double[] next) {
    for (int t = 0; t < TILTS.length; t++) {
      double[] sum = after(from, TILTS[t], kernels.get(t), ahead[t], meeting);
      for (int l = 0; l < losses; l++) {
        next[l] = Math.min(next[l], sum[l] * RAISED);
      }
    }
  }

  private double[] after(
      int from, int tilt, TwoDataKernels kernel, double[][] ahead, double[] meeting) {
    double[] sum = new double[losses];
    Arrays.fill(sum, TwoDataKernels.LEFT_OUT);
    double[] moves = kernel.moves(from);
    int first = kernel.first(from);
    for (int k = 0; k < moves.length; k++) {
      int to = Math.min(first + k, lattice.cells());
      if (to > 0) {
        add(sum, moves[k], ahead[to], margin + tilt * (first + k - from));
      }
    }
    int lost = (int) Math.ceil(tilt * (from + lattice.shift()) * (1 + 1e-12));
    add(sum, kernel.met(from), meeting, margin - lost);
    return sum;
  }

  private static void add(double[] sum, double weight, double[] values, int offset) {
    for (int l = 0; l < sum.length; l++) {
      sum[l] += weight * values[offset + l];
    }
  }
}
