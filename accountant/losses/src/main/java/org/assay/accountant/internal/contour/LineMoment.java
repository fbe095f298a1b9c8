package org.assay.accountant.internal.contour;

import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps along a vertical contour from quadrature nodes: the certified {@code M(c) - 1} plus
 * {@code Σ w_j (e^(itλ_j) - 1)}.
 *
 * @param count number of steps
 * @param momentMinusOne {@code M(c) - 1} of one step
 * @param quadratureError bound of the quadrature error of {@code M(c + it) - M(c)}
 */
public record LineMoment(
    LineNodes line, double count, Enclosure momentMinusOne, double quadratureError) {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /**
   * Least number of nodes times values at which values are rotated. Below it, values are rotated
   * for few steps of many kinds only. Not tuned.
   */
  private static final double SMALL_WORK = 4e6;

  /** Number of steps up to which values may be rotated although the work is small. Not tuned. */
  private static final double FEW = 10;

  public void addTo(ContourNodes nodes) {
    int run = run(nodes);
    LineRotation rotation = new LineRotation(line, nodes.step);
    double error = 0;
    for (int k = 0; k < nodes.wanted(); k++) {
      if (k % run == 0) {
        rotation.start(k);
        // Bounds rise with t, so the bound at the run's last value holds for the whole run.
        error = error((k + run) * nodes.step, run);
      } else {
        rotation.advance();
      }
      rotation.sum();
      double real = momentMinusOne.midpoint() + rotation.real;
      nodes.addPower(k, count, real, rotation.imaginary, error);
    }
  }

  /**
   * Number of successive values that are rotated from one computed value. Many steps amplify the
   * roundoff of rotations.
   */
  private int run(ContourNodes nodes) {
    if ((double) line.size * nodes.wanted() < SMALL_WORK) {
      return nodes.many && count <= FEW ? 8 : 1;
    }
    return count <= 1000 ? 32 : 8;
  }

  /**
   * Bound of the error of the value at t, after a run of rotations from directly computed values.
   */
  private double error(double t, int run) {
    double relative = U * ((run > 1 ? 24 * run : 0) + 48);
    double rounding = 4 * U * Math.abs(momentMinusOne.upper());
    return (quadratureError + momentMinusOne.width() + line.error(t, relative) + rounding) * UP;
  }
}
