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
 * @param losses their number
 * @param shifts by which the two data move a block apart
 * @param parts of a block, of as many steps each, at whose ends the distance is limited
 */
record TwoDataLattice(
    long steps, double cell, int cells, double spacing, int losses, BlockShifts shifts, int parts) {
  /**
   * How fine a lattice is: a finer one costs more, a coarser one loses at the limit of the
   * distance. A block of random batches costs several times as much as one of full batches.
   *
   * @param width the diameter, in noises of a block
   * @param losses number of losses
   * @param sampledWidth the diameter for random batches
   * @param sampledLosses number of losses for random batches
   */
  record Resolution(double width, int losses, double sampledWidth, int sampledLosses) {
    static final Resolution FINE = new Resolution(28, 800, 28, 500);

    /** Good enough to tell whether a fine one is worth its cost. */
    static final Resolution ROUGH = new Resolution(12, 150, 12, 150);

    /** Compositions of a run's steps: bounds on the fine lattice, estimates on a rough one. */
    RecoupledProfiles.Compositions compositions(NoisySgdStep step) {
      ComposedSteps steps = new ComposedSteps(step);
      if (equals(FINE)) {
        return steps::logDeltas;
      }
      return reveals(DistanceGrowth.of(step)) ? fewJumps(steps) : steps::estimates;
    }

    /** The law of a few large jumps is convolved roughly; more jumps are not composed at all. */
    private static RecoupledProfiles.Compositions fewJumps(ComposedSteps steps) {
      return (count, losses) ->
          count <= COMPOSED_JUMPS ? steps.roughLogDeltas(count, losses) : new double[losses.length];
    }
  }

  /** Most steps, followed one by one, for which the composition may prove more. */
  static final int COMPOSED_JUMPS = 40;

  /** Smallest diameter, in noises of a step, at which anything is gained over mixing. */
  private static final double SMALLEST_WIDTH = 4;

  /** The largest cell, in noises of a block: smaller cells cost more. Not tuned. */
  private static final double LARGEST_CELL = 0.34;

  /** The largest cell if steps are followed one by one, in noises of a step. Not tuned. */
  private static final double LARGEST_CELL_OF_JUMPS = 0.42;

  /**
   * A step that moves the runs apart by more noises than this is followed by itself. The number is
   * unusual, so that rounding does not decide for round settings.
   */
  private static final double LARGE_JUMP = 1.0001;

  /** Largest diameter, in noises of a step, if steps are followed one by one: a limit of cost. */
  private static final double WIDEST_OF_JUMPS = 24;

  /** Largest loss of the lattice if steps are followed one by one; the quadrature needs a limit. */
  private static final double LARGEST_LOSS_OF_JUMPS = 118;

  /** Largest kappa, for which slopes are small enough for the quadrature. */
  private static final double LARGEST_KAPPA = 26;

  /** Most parts of a block. Not tuned. */
  private static final int MOST_PARTS = 16;

  /** Mass between two places misses both with probability about e to minus this. */
  private static final double MISSED = 6;

  /** Whether a lattice is known for a run. */
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

  /** An estimate of the largest loss that is likely if steps are followed one by one. */
  private static double largestLossOfJumps(DistanceGrowth growth) {
    double kappa = kappa(growth);
    double jump = growth.sampled().upper();
    return 2.2 * kappa + 9.5 * Math.sqrt(kappa) + (1.5 * jump + 6) * jump;
  }

  /** Whether steps are followed one by one: with hidden coins a lattice would be too large. */
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

  /** The number of equal parts whose sizes, rounded, fit a number of steps best. */
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

  /** The first place with a value of its own: where shifts are random, runs may part from 0. */
  int firstPlace() {
    return shifts.isCertain() ? 1 : 0;
  }

  /**
   * A loss between two of the lattice is bounded by their chord in γ: the weight of the larger one,
   * rounded down.
   *
   * @param taken losses that are taken from one of the lattice; rounded up they leave the smaller
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
   * By how many cells the limit within a block is above the largest distance, so that what shifts
   * move since the last limit, or what steps sample of the record, is allowed for.
   */
  double raisedLimit() {
    return shifts.isCertain() ? shifts.mean() * (1 / moving() - 1) * (1 + 1e-12) : shifts.mean();
  }

  /** Bound of the probability that the lattice is missed at a slope. */
  double missed(double slope) {
    return 4 / Math.PI * Math.exp(-MISSED + slope * cell / 2) * (1 + 1e-9);
  }
}
