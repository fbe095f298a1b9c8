package org.assay.accountant.iteration.recoupling;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Where {@link TwoDataRecursion} keeps its values: distances {@code i h}, i up to {@code cells},
 * and losses {@code l spacing}, l below {@code losses}, in blocks of several steps of the run whose
 * noise is the unit of length. Proof: {@code doc-files/two-data.md}.
 *
 * @param steps of the run in a block
 * @param cell the length h
 * @param cells number of cells up to the largest distance
 * @param spacing of the losses, a double of at most 24 bits
 * @param losses their number
 * @param shift by which the two data move a block apart, in cells, rounded up
 */
record TwoDataLattice(
    long steps, double cell, int cells, double spacing, int losses, double shift) {
  /**
   * How fine a lattice is: a finer one costs more, a coarser one loses at the limit of the
   * distance.
   *
   * @param width the diameter, in noises of a block
   * @param losses number of losses
   */
  record Resolution(double width, int losses) {
    static final Resolution FINE = new Resolution(36, 1000);

    /** Good enough to tell whether a fine one is worth its cost. */
    static final Resolution ROUGH = new Resolution(12, 150);
  }

  /** Below this nothing is gained over mixing. */
  private static final double SMALLEST_WIDTH = 4;

  private static final double LARGEST_CELL = 0.42;

  /** Beyond this slopes would be too large for the quadrature. */
  private static final double LARGEST_KAPPA = 26;

  /** Exponent of the probability that a place between two of the lattice does not reach one. */
  private static final double MISSED = 6;

  /** Whether a lattice is known for a run. */
  static boolean covers(Enclosure diameter, Enclosure shift) {
    double kappa = diameter.upper() * shift.upper();
    return diameter.upper() >= SMALLEST_WIDTH
        && diameter.upper() <= 1e6
        && kappa <= LARGEST_KAPPA
        && shift.lower() > 0
        && shift.upper() <= 1;
  }

  /**
   * The lattice for a run.
   *
   * @param diameter of the set, in noises of a step
   * @param shift by which the two data move a step apart
   * @param resolution how fine it should be
   */
  static TwoDataLattice of(Enclosure diameter, Enclosure shift, Resolution resolution) {
    double blocks = Math.max(1, Math.rint(Math.pow(diameter.upper() / resolution.width(), 2)));
    Enclosure root = Enclosure.exact(blocks).sqrt();
    double width = diameter.plus(shift).dividedBy(root).upper();
    int cells = (int) Math.ceil(width / LARGEST_CELL);
    double cell = Rounding.divideUp(width, cells);
    double kappa = diameter.upper() * shift.upper();
    double largest = 2.2 * kappa + 9.5 * Math.sqrt(kappa);
    double spacing = (float) (largest / resolution.losses());
    double moved = shift.times(root).dividedBy(cell).upper();
    return new TwoDataLattice((long) blocks, cell, cells, spacing, resolution.losses(), moved);
  }

  /** The part of a block in which the distance moves; the rest serves to reach the lattice. */
  double moving() {
    return 1 - MISSED * cell * cell / (2 * Math.PI * Math.PI);
  }

  /** Bound of the probability that the lattice is missed at a slope. */
  double missed(double slope) {
    return 4 / Math.PI * Math.exp(-MISSED + slope * cell / 2) * (1 + 1e-9);
  }

  /** Slope of the line that gains so many spacings of loss in a cell. */
  double slope(int tilt) {
    return tilt * spacing / cell;
  }
}
