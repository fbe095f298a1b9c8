package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps along a line from quadrature nodes: the certified {@code M(c) - 1} plus {@code Σ w_j
 * (e^(itλ_j) - 1)}.
 *
 * @param count number of steps
 * @param momentMinusOne {@code M(c) - 1} of one step
 * @param quadratureError bound of the rule's error of {@code M(c + it) - M(c)}
 */
record LineMoment(LineNodes line, double count, Enclosure momentMinusOne, double quadratureError) {
  private static final double U = 0x1p-53;
  private static final double UP = 1 + 0x1p-40;

  /** Below this work every value is computed afresh, unless kinds are many and steps are few. */
  private static final double SMALL_WORK = 4e6;

  private static final double FEW = 10;

  void addTo(ContourNodes nodes) {
    int run = run(nodes);
    LineRotation rotation = new LineRotation(line, nodes.step);
    double error = 0;
    for (int k = 0; k < nodes.wanted(); k++) {
      if (k % run == 0) {
        rotation.start(k);
        // Bounds rise with t: the run's last one holds for all of it.
        error = error((k + run) * nodes.step, run);
      } else {
        rotation.advance();
      }
      rotation.sum();
      double real = momentMinusOne.midpoint() + rotation.real;
      nodes.addPower(k, count, real, rotation.imaginary, error);
    }
  }

  /** How many values come from one that is computed afresh: roundoff matters if steps are many. */
  private int run(ContourNodes nodes) {
    if ((double) line.size * nodes.wanted() < SMALL_WORK) {
      return nodes.many && count <= FEW ? 8 : 1;
    }
    return count <= 1000 ? 32 : 8;
  }

  /**
   * Bound of the error of the value at t, after a run of rotations from freshly computed values.
   */
  private double error(double t, int run) {
    double relative = U * ((run > 1 ? 24 * run : 0) + 48);
    double rounding = 4 * U * Math.abs(momentMinusOne.upper());
    return (quadratureError + momentMinusOne.width() + line.error(t, relative) + rounding) * UP;
  }
}
