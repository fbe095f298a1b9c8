package org.assay.accountant.accounting;

/** The set of doubles that are values of a parameter, with their neighbours. */
interface Lattice {
  /** The nearest value that is at least one step above another. */
  double above(double value);

  /** The nearest value that is at least one step below another. */
  double below(double value);

  /** Whether no value worth an evaluation lies between two others. */
  boolean areNeighbours(double low, double high);

  /** The value nearest a number. */
  double nearest(double number);

  /**
   * Every double; neighbours are within the tolerance.
   *
   * @param tolerance relative, above 0
   */
  record Logarithmic(double tolerance) implements Lattice {
    @Override
    public double above(double value) {
      return value * (1 + tolerance);
    }

    @Override
    public double below(double value) {
      return value / (1 + tolerance);
    }

    /** A step down and up again may miss a value by rounding. */
    @Override
    public boolean areNeighbours(double low, double high) {
      return above(low) >= high * (1 - 0x1p-50);
    }

    @Override
    public double nearest(double number) {
      return number;
    }
  }

  /** The integers. */
  record Integers() implements Lattice {
    @Override
    public double above(double value) {
      return value + 1;
    }

    @Override
    public double below(double value) {
      return value - 1;
    }

    @Override
    public boolean areNeighbours(double low, double high) {
      return above(low) >= high;
    }

    @Override
    public double nearest(double number) {
      return Math.rint(number);
    }
  }
}
