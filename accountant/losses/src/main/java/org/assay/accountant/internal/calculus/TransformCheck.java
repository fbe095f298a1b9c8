package org.assay.accountant.internal.calculus;

/**
 * Checks of a transform whose error is assumed to be bounded. The transform must keep the sum of
 * the entries, which is frequency 0, and the sum of squares (Parseval).
 */
final class TransformCheck {
  private final double total;
  private final double squares;

  private TransformCheck(double total, double squares) {
    this.total = total;
    this.squares = squares;
  }

  /** Remembers the sums of a non-negative vector before its transform. */
  static TransformCheck of(double[] vector) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    return new TransformCheck(sum(vector), squares);
  }

  /**
   * Compares a spectrum with the vector.
   *
   * @param spectrum real and imaginary parts in turn, the last frequency's real part at place 1
   * @param error bound on the absolute error of every frequency
   * @throws ArithmeticException if a sum differs by more than the error explains
   */
  void forward(double[] spectrum, double error) {
    int size = spectrum.length;
    double energy = spectrum[0] * spectrum[0] + spectrum[1] * spectrum[1];
    double moduli = Math.abs(spectrum[0]) + Math.abs(spectrum[1]);
    for (int k = 1; k < size / 2; k++) {
      double square = Math.pow(spectrum[2 * k], 2) + Math.pow(spectrum[2 * k + 1], 2);
      energy += 2 * square;
      moduli += 2 * Math.sqrt(square);
    }
    double wanted = size * squares;
    double tolerance = error * (2 * moduli + size * error) + size * 0x1p-50 * (energy + wanted);
    boolean sumKept = Math.abs(spectrum[0] - total) <= 2 * error + size * 0x1p-51 * total;
    if (!(sumKept && Math.abs(energy - wanted) <= tolerance)) {
      throw new ArithmeticException(
          "transform of " + size + " entries lost accuracy: energy " + energy + ", sum " + total);
    }
  }

  /**
   * Compares the sum of the entries with frequency 0 of their spectrum.
   *
   * @param entries the result of the inverse transform
   * @param sum the frequency 0
   * @param error bound on the absolute error of every entry
   * @throws ArithmeticException if the sum of the entries differs by more than the error explains
   */
  static void inverse(double[] entries, double sum, double error) {
    int size = entries.length;
    double drift = Math.abs(sum(entries) - sum);
    if (!(drift <= size * error + size * 0x1p-52 * (Math.abs(sum) + 1))) {
      throw new ArithmeticException("inverse transform lost the sum " + sum + " by " + drift);
    }
  }

  static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
