package org.assay.accountant.internal.iteration.recoupling;

import org.assay.accountant.internal.iteration.step.ComposedSteps;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The places of the values of {@link TwoDataRecursion}: distances {@code i h}, i up to {@code
 * cells}, and losses {@code l spacing}, l below {@code losses}, in blocks of several steps of the
 * run whose noise is the unit of length. Proof: {@code doc-files/two-data.md}.
 *
 * @param steps of the run in a block
 * @param cell the length h
 * @param cells number of cells up to the largest distance
 * @param spacing of the losses, a double of at most 24 bits
 * @param losses number of losses
 * @param shifts by which the two datasets move the runs apart in a block
 * @param parts of a block, of equally many steps, at whose ends the distance is limited
 */
record TwoDataLattice(
    long steps, double cell, int cells, double spacing, int losses, BlockShifts shifts, int parts) {
  /**
   * Size of a lattice: a finer one costs more, a coarser one gives larger bounds at the limit of
   * the distance. A block of random batches costs several times as much as one of full batches.
   *
   * @param width the diameter, in noises of a block
   * @param losses number of losses
   * @param sampledWidth the diameter for random batches
   * @param sampledLosses number of losses for random batches
   */
  record Resolution(double width, int losses, double sampledWidth, int sampledLosses) {
    /**
     * The lattice of certificates. It was compared with longer, denser lattices of whole slopes:
     * {@code docs/develop/decisions/0011-arguments-for-last-iterates.md}.
     */
    static final Resolution FINE = new Resolution(28, 800, 28, 500);

    /** A coarse lattice that tells whether a fine one is worth its cost. Not tuned. */
    static final Resolution ROUGH = new Resolution(12, 150, 12, 150);

    /** Compositions of a run's steps: bounds on the fine lattice, estimates on a rough one. */
    RecoupledProfiles.Compositions compositions(NoisySgdStep step) {
      ComposedSteps steps = new ComposedSteps(step);
      if (equals(FINE)) {
        return steps::logDeltas;
      }
      return reveals(DistanceGrowth.of(step)) ? fewJumps(steps) : steps::estimates;
    }

    /** Compositions of a few large jumps by rough convolution; more jumps are not composed. */
    private static RecoupledProfiles.Compositions fewJumps(ComposedSteps steps) {
      return (count, losses) ->
          count <= COMPOSED_JUMPS ? steps.roughLogDeltas(count, losses) : new double[losses.length];
    }
  }

  /** Largest number of single steps for which the composition may prove more. Not tuned. */
  static final int COMPOSED_JUMPS = 40;

  /** Smallest diameter, in noises of a step, at which the bound improves on mixing. Not tuned. */
  private static final double SMALLEST_WIDTH = 4;

  /** The largest cell, in noises of a block: smaller cells cost more. Not tuned. */
  private static final double LARGEST_CELL = 0.34;

  /** The largest cell if single steps are followed, in noises of a step. Not tuned. */
  private static final double LARGEST_CELL_OF_JUMPS = 0.42;

  /**
   * Shift by one step, in noises, above which single steps are followed. The number is unusual, so
   * that rounding does not decide for round settings.
   */
  private static final double LARGE_JUMP = 1.0001;

  /**
   * Largest diameter, in noises of a step, if single steps are followed: bounds the time. Not
   * tuned.
   */
  private static final double WIDEST_OF_JUMPS = 24;

  /**
   * Largest loss of the lattice if single steps are followed: bounds the slopes in the quadrature.
   */
  private static final double LARGEST_LOSS_OF_JUMPS = 118;

  /** Largest kappa, diameter times mean growth: bounds the slopes in the quadrature. */
  private static final double LARGEST_KAPPA = 26;

  /** Most parts of a block. Not tuned. */
  private static final int MOST_PARTS = 16;

  /**
   * Exponent m: mass between two places misses both with a probability of about e^(−m). Not tuned.
   */
  private static final double MISSED = 6;

  /** Whether a run's settings are in the range of the lattice. */
  static boolean covers(DistanceGrowth growth) {
    double diameter = growth.diameter().upper();
    return diameter >= SMALLEST_WIDTH
        && diameter <= 1e6
        && kappa(growth) <= LARGEST_KAPPA
        && growth.mean().lower() > 0
        && (reveals(growth) ? coversJumps(growth) : growth.largest().upper() <= LARGE_JUMP)
        && (growth.isCertain() || growth.share().upper() < 1);
  }

  private static boolean coversJumps(DistanceGrowth growth) {
    return growth.always().upper() == 0
        && growth.diameter().upper() <= WIDEST_OF_JUMPS
        && largestLossOfJumps(growth) <= LARGEST_LOSS_OF_JUMPS;
  }

  /** An estimate of the largest likely loss if single steps are followed. */
  private static double largestLossOfJumps(DistanceGrowth growth) {
    double kappa = kappa(growth);
    double jump = growth.sampled().upper();
    return 2.2 * kappa + 9.5 * Math.sqrt(kappa) + (1.5 * jump + 6) * jump;
  }

  /**
   * Whether single steps are followed, and both runs know which sample the record: otherwise the
   * lattice would be too large.
   */
  static boolean reveals(DistanceGrowth growth) {
    return growth.sampled().upper() > LARGE_JUMP;
  }

  private static double kappa(DistanceGrowth growth) {
    return growth.diameter().upper() * growth.mean().upper();
  }

  /**
   * The lattice for a run.
   *
   * @param growth of the distance in a step
   * @param resolution how fine it should be
   */
  static TwoDataLattice of(DistanceGrowth growth, Resolution resolution) {
    if (reveals(growth)) {
      return ofJumps(growth, resolution);
    }
    double diameter = growth.diameter().upper();
    boolean certain = growth.isCertain();
    double most = certain ? resolution.width() : resolution.sampledWidth();
    int losses = certain ? resolution.losses() : resolution.sampledLosses();
    double fitting = Math.max(1, Math.rint(Math.pow(diameter / most, 2)));
    int parts = parts(fitting);
    double blocks = parts * Math.rint(fitting / parts);
    Enclosure root = Enclosure.exact(blocks).sqrt();
    double width = growth.diameter().plus(growth.largest()).dividedBy(root).upper();
    int cells = (int) Math.ceil(width / LARGEST_CELL);
    double cell = Rounding.divideUp(width, cells);
    double kappa = kappa(growth);
    double largest = 2.2 * kappa + 9.5 * Math.sqrt(kappa);
    double spacing = (float) (largest / losses);
    BlockShifts shifts = shifts(growth, (long) blocks, root.times(cell));
    return new TwoDataLattice((long) blocks, cell, cells, spacing, losses, shifts, parts);
  }

  /** The number of equal parts that leaves the smallest remainder of a number of steps. */
  private static int parts(double steps) {
    int best = (int) Math.min(steps, MOST_PARTS);
    for (int parts = best; 2 * parts > MOST_PARTS; parts--) {
      best = remainder(steps, parts) < remainder(steps, best) ? parts : best;
    }
    return best;
  }

  private static double remainder(double steps, int parts) {
    return Math.abs(steps - parts * Math.rint(steps / parts));
  }

  /** The lattice of blocks of one step. */
  private static TwoDataLattice ofJumps(DistanceGrowth growth, Resolution resolution) {
    double width = growth.diameter().upper();
    int cells = (int) Math.ceil(width / LARGEST_CELL_OF_JUMPS);
    double cell = Rounding.divideUp(width, cells);
    double spacing = (float) (largestLossOfJumps(growth) / resolution.sampledLosses());
    double each = Rounding.divideUp(growth.sampled().upper(), cell);
    BlockShifts shifts = BlockShifts.revealed(each, growth.share());
    return new TwoDataLattice(1, cell, cells, spacing, resolution.sampledLosses(), shifts, 1);
  }

  /** The shifts of a number of steps, in cells; a cell is this long in noises of a step. */
  private static BlockShifts shifts(DistanceGrowth growth, long steps, Enclosure length) {
    Enclosure always = growth.always().times((double) steps).dividedBy(length);
    return growth.isCertain()
        ? BlockShifts.certain(always.upper())
        : BlockShifts.sampled(
            always.upper(), growth.sampled().dividedBy(length).upper(), steps, growth.share());
  }

  /** Steps in a number of blocks. */
  double steps(int blocks) {
    return (double) Math.multiplyExact(steps, (long) blocks);
  }

  /** The distance of a place in noises of a step. */
  Enclosure distance(int place) {
    return Enclosure.exact((double) steps).sqrt().times(cell).times((double) place);
  }

  /**
   * The first place with a value of its own: 0 for random shifts, as runs that have met may part.
   */
  int firstPlace() {
    return shifts.isCertain() ? 1 : 0;
  }

  /**
   * Weight of the larger one of two neighbouring losses, rounded down, for a loss between them,
   * which is bounded by the chord in γ.
   *
   * @param taken losses that are taken from one of the lattice; rounding up gives the smaller
   *     neighbour
   */
  double nextWeight(double taken) {
    double weight = Math.expm1((Math.ceil(taken) - taken) * spacing) / Math.expm1(spacing);
    return Math.max(0, Math.min(1, weight * (1 - 1e-12) - 1e-12));
  }

  /** The part of a block in which the distance moves; the rest serves to reach the lattice. */
  double moving() {
    return 1 - MISSED * cell * cell / (2 * Math.PI * Math.PI);
  }

  /**
   * Cells by which the limit within a block lies above the largest distance. The margin allows for
   * shifts since the last limit, or for steps that sample the record.
   */
  double raisedLimit() {
    return shifts.isCertain() ? shifts.mean() * (1 / moving() - 1) * (1 + 1e-12) : shifts.mean();
  }

  /** Bound of the probability that mass misses both ends of its cell, at a slope. */
  double missed(double slope) {
    return 4 / Math.PI * Math.exp(-MISSED + slope * cell / 2) * (1 + 1e-9);
  }
}
