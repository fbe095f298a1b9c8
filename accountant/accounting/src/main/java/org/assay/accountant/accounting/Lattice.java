package org.assay.accountant.accounting;

/** Which doubles are values of a parameter, and which of them are neighbours. */
interface Lattice {
  /** A value at least one step above another one. */
  double above(double value);

  /** A value at least one step below another one. */
  double below(double value);

  /** Whether no value worth a look lies between two others. */
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
