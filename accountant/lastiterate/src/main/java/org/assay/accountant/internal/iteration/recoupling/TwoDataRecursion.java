package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Upper bounds of the hockey-stick divergence H between two runs on neighbouring data, from any two
 * starting points, after 1, 2, … blocks of steps. This is the recursion of {@code
 * doc-files/two-data.md}. Reflected noise is tilted such that the likelihood ratio is a function of
 * the distance. The distance follows a line until the block ends or the runs meet. After runs have
 * met, composition bounds the rest.
 */
final class TwoDataRecursion {
  /** All slopes are tried again when the number of blocks has grown by this factor. Not tuned. */
  private static final double ALL_AGAIN = 1.1;

  /**
   * Number of neighbouring places that one task computes, as these read the same memory. Not tuned.
   */
  private static final int GROUP = 8;

  private final TwoDataLattice lattice;
  private final TwoDataProfiles profiles;
  private final List<TwoDataLine> lines = new ArrayList<>();

  /** Number of losses below 0, or above the last one, to which a line may refer. */
  private final int margin;

  private final double[][] values;

  /** The slope that proved the bound at each place and loss in this block, or -1. */
  private final int[][] best;

  /** Memory for the sums of each group. */
  private final float[][] sums;

  /** Memory for the layers of each group. */
  private final float[][] layers;

  /** Bounds for the remaining steps, by place; place 0 is for runs that have met. */
  private final float[][] after;

  /** Bounds for the remaining steps of runs that meet in the next block. */
  private double[] met;

  /** The places at which hiding the distance lowered a bound when last tried. */
  private final boolean[] hides;

  private int blocks;
  private int allAgain;

  /**
   * A recursion from a first number of blocks.
   *
   * @param lattice where values are kept
   * @param profiles bounds that are known without the recursion
   * @param first number of blocks up to which noise hides the whole distance
   */
  TwoDataRecursion(TwoDataLattice lattice, TwoDataProfiles profiles, int first) {
    this.lattice = lattice;
    this.profiles = profiles;
    this.blocks = first;
    LimitedDistances limits = new LimitedDistances(lattice);
    lines.addAll(
        TwoDataTilt.all().parallelStream()
            .map(tilt -> new TwoDataLine(lattice, limits, tilt))
            .toList());
    this.margin = lines.stream().mapToInt(TwoDataLine::margin).max().orElseThrow();
    this.values = new double[lattice.cells() + 1][lattice.losses()];
    this.after = new float[values.length][lattice.losses() + 2 * margin];
    this.best = new int[values.length][lattice.losses()];
    int groups = (lattice.cells() - lattice.firstPlace()) / GROUP + 1;
    int columns = lines.stream().mapToInt(TwoDataLine::columns).max().orElseThrow();
    this.sums = new float[groups][columns];
    this.layers = new float[groups][columns];
    this.hides = new boolean[values.length];
    boolean revealed = lattice.shifts().isRevealed();
    this.met = profiles.met(revealed ? first : first + 1);
    IntStream.rangeClosed(lattice.firstPlace(), lattice.cells())
        .parallel()
        .forEach(i -> values[i] = revealed && i == 0 ? met.clone() : profiles.hidden(i, first));
  }

  int blocks() {
    return blocks;
  }

  /** Bounds from the largest distance at all losses. */
  double[] atLimit() {
    return at(lattice.cells());
  }

  /** Bounds from a place at all losses. */
  double[] at(int place) {
    return values[place].clone();
  }

  /** Adds one block. */
  void advance() {
    InterruptedComputationException.check();
    blocks++;
    if (blocks >= allAgain) {
      allAgain = (int) (ALL_AGAIN * blocks) + 1;
      lines.forEach(TwoDataLine::followAll);
      Arrays.fill(hides, profiles.hidesEasily());
    }
    lookAhead();
    IntStream.range(0, sums.length).parallel().forEach(this::followGroup);
    for (int i = lattice.cells() - 1; i >= lattice.firstPlace(); i--) {
      lower(values[i], values[i + 1]);
    }
    met = metAfter();
  }

  /**
   * Bounds for runs that have met. If both runs know which steps sample the record, they may
   * continue from one point as from any place. They lose no more than in composition.
   */
  private double[] metAfter() {
    if (!lattice.shifts().isRevealed()) {
      return profiles.met(blocks + 1);
    }
    double[] together = larger(values[0], met);
    lower(together, profiles.met(blocks));
    values[0] = together.clone();
    return together;
  }

  /** Bounds of two runs from one point after at most this many blocks. */
  double[] together() {
    return met.clone();
  }

  /** Lowers bounds to others. Returns whether any bound was lowered. */
  private static boolean lower(double[] bounds, double[] others) {
    boolean lowered = false;
    for (int l = 0; l < bounds.length; l++) {
      if (others[l] < bounds[l]) {
        bounds[l] = others[l];
        lowered = true;
      }
    }
    return lowered;
  }

  /** Prepares the bounds for the steps to come, for all lines. */
  private void lookAhead() {
    IntStream.rangeClosed(lattice.firstPlace(), lattice.cells())
        .parallel()
        .forEach(place -> profiles.extend(values[place], met, margin, after[place]));
    if (lattice.firstPlace() > 0) {
      profiles.extend(met, met, margin, after[0]);
    }
    float[] fromStart = Scaled.up(met);
    float[] limit = Scaled.up(larger(values[lattice.cells()], met));
    lines.parallelStream().forEach(line -> line.lookAhead(after, margin, fromStart, limit));
  }

  private static double[] larger(double[] one, double[] other) {
    double[] result = new double[one.length];
    Arrays.setAll(result, l -> Math.max(one[l], other[l]));
    return result;
  }

  /** Computes the places of a group, which read the same places of the next block. */
  private void followGroup(int group) {
    int first = lattice.firstPlace() + group * GROUP;
    int last = Math.min(lattice.cells(), first + GROUP - 1);
    for (int place = first; place <= last; place++) {
      Arrays.fill(values[place], 1);
      Arrays.fill(best[place], -1);
    }
    for (int index = 0; index < lines.size(); index++) {
      for (int place = first; place <= last; place++) {
        lines
            .get(index)
            .improve(place, index, values[place], best[place], sums[group], layers[group]);
      }
    }
    for (int place = first; place <= last; place++) {
      follow(place);
    }
  }

  private void follow(int place) {
    int[] first = new int[lines.size()];
    int[] until = new int[lines.size()];
    for (int l = 0; l < lattice.losses(); l++) {
      int line = best[place][l];
      if (line >= 0) {
        first[line] = until[line] == 0 ? l : first[line];
        until[line] = l + 1;
      }
    }
    for (int line = 0; line < first.length; line++) {
      lines.get(line).follow(place, first[line], until[line]);
    }
    if (hides[place]) {
      hides[place] = lower(values[place], profiles.hidden(place, blocks));
    }
    double[] bounds = values[place];
    for (int l = 1; l < bounds.length; l++) {
      bounds[l] = Math.min(bounds[l], bounds[l - 1]);
    }
  }
}
