package org.assay.accountant.internal.loss.lattice;

import java.util.List;

/**
 * The tilt of a convolution, and how much tilted mass may lie outside its window. A tilt at the
 * saddle point keeps the most digits, but it also raises rare outcomes with large losses. Such
 * outcomes add next to nothing to the profile, and the window must reach as far as they do. A
 * smaller tilt that still keeps enough digits then has a shorter window. No bound depends on the
 * choice.
 *
 * @param theta the tilt, above 0
 * @param tail what the tilted mass outside the window should not exceed by much
 */
record TiltChoice(double theta, double tail) {
  /** Factor from one tilt that is tried to the next. */
  private static final double STRIDE = Math.sqrt(0.5);

  private static final int MOST_TRIALS = 16;

  /** Lattice points of all laws from which on further tilts cost more than they save. */
  private static final int MANY_POINTS = 30_000;

  /**
   * Length of a window, over the lattice points of all laws, up to which a transform costs less
   * than the search for a shorter window. Tuned by the risk of 5 binomial mechanisms beside others;
   * at 64 an answer of LatticeWidthsTest is no longer narrow.
   */
  private static final int SHORT = 8;

  /** What the window may leave out and what rounding may add, over the wanted width of delta. */
  private static final double SHARE = 0.01;

  /** About the error of a transform, relative to the tilted mass, for each composed loss. */
  private static final double ROUNDING = 2e-13;

  /**
   * The tilt with the shortest window.
   *
   * @param saddle the tilt at the saddle point, with its tail
   * @param epsilon about where the profile is wanted
   * @param delta about its value there
   * @param relative its wanted relative width
   */
  static TiltChoice of(
      List<LatticeLaw> laws,
      long[] counts,
      TiltChoice saddle,
      double epsilon,
      double delta,
      double relative) {
    int points = laws.stream().mapToInt(LatticeLaw::size).sum();
    long least = points > MANY_POINTS ? 0 : saddle.length(laws, counts);
    if (least <= (long) SHORT * points) {
      return saddle;
    }
    TiltChoice best = saddle;
    double theta = saddle.theta;
    for (int i = 0; i < MOST_TRIALS; i++) {
      theta *= STRIDE;
      double[] moments = SaddlePoint.moments(laws, counts, theta);
      double raised = Math.exp(moments[0] - theta * epsilon) / delta;
      double rounding =
          total(counts) * ROUNDING * raised / (Math.sqrt(moments[2]) * theta * (theta + 1));
      double tail = SHARE * relative * (1 + theta) / raised;
      if (!(rounding <= SHARE * relative && tail > 0)) {
        break;
      }
      TiltChoice trial = new TiltChoice(theta, Math.min(tail, saddle.tail));
      long length = trial.length(laws, counts);
      if (length < least) {
        least = length;
        best = trial;
      }
    }
    return best;
  }

  private long length(List<LatticeLaw> laws, long[] counts) {
    return LatticeWindow.of(laws, counts, theta, tail, 62).length();
  }

  private static double total(long[] counts) {
    double sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }
}
