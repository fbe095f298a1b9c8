package org.assay.accountant.accounting;

/** Which doubles are values of a parameter, and which of them are neighbours. */
interface Lattice {
  /** A value at least one step above another one. */
  double above(double value);

  /** A value at least one step below another one. */
  double below(double value);

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

    /** Rounded up by what rounding may take, so that the value is within one step above it. */
    @Override
    public double below(double value) {
      return Math.nextUp(Math.nextUp(value / (1 + tolerance)));
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
    public double nearest(double number) {
      return Math.rint(number);
    }
  }
}
