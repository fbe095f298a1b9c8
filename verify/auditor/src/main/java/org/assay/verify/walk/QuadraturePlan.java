package org.assay.verify.walk;

import org.assay.accountant.numeric.Rounding;

/**
 * The discretization of a walk: panels of equal length on [0, width] with Gauss-Legendre nodes and
 * bins. The Gaussian kernel is cut at a radius. {@link #absoluteError} bounds the error that the
 * discretization causes in the probability of any final event.
 *
 * @param panels number of panels
 * @param nodes Gauss-Legendre nodes in every panel, a multiple of 4
 * @param radius distance beyond which the kernel is cut, in standard deviations of a step's noise
 * @param bins bins in every panel
 * @param flush threshold below which masses are dropped
 */
record QuadraturePlan(int panels, int nodes, double radius, int bins, double flush) {
  /**
   * Longest panel, in standard deviations of a step's noise; determines the number of panels of a
   * width.
   */
  private static final double LONGEST_PANEL = 16;

  /** Largest number of nodes at 128 nodes a panel; limits the width of an admitted domain. */
  private static final int MAXIMUM_NODES = 1 << 20;

  /**
   * Bernstein ellipses for the error bound of the quadrature, by the sum of their semi-axes in half
   * lengths of a panel. The smallest of all bounds counts.
   */
  private static final double[] RADII = {
    1.4, 1.6, 1.8, 2, 2.3, 2.7, 3.2, 4, 5, 7, 10, 16, 30, 100, 1e3, 1e4, 1e6
  };

  /**
   * A plan whose absolute error stays below a goal.
   *
   * @param model the walk
   * @param goal bound of the absolute error of every final probability, at least 1e-100. If the
   *     goal would take too many nodes, it is missed, and {@link #absoluteError} says so
   * @param totalBins approximate number of bins
   * @return the plan
   */
  static QuadraturePlan of(WalkModel model, double goal, int totalBins) {
    double width = model.width();
    if (!(width / LONGEST_PANEL <= MAXIMUM_NODES / 128.0)) {
      throw new IllegalArgumentException(
          String.format(
              "width of the walk was %s steps of noise: it must be at most %s; such a domain is too"
                  + " wide for this method",
              width, LONGEST_PANEL * (MAXIMUM_NODES / 128.0)));
    }
    int panels = (int) Math.ceil(width / LONGEST_PANEL);
    double share = goal / 4 / (double) model.steps();
    double radius = 3;
    while (truncation(width, radius) > share) {
      radius += 0.125;
    }
    int nodes = 4;
    while (quadrature(width, panels, nodes, model.contraction()) > share && nodes < 256) {
      nodes += 4;
    }
    int bins = (int) Math.ceil(Math.min((double) totalBins / panels, width / panels * 64));
    double flush = share / (panels * nodes + 2.0);
    return new QuadraturePlan(panels, nodes, radius, Math.max(1, bins), flush);
  }

  /** Bounds the difference between exact and discretized final probabilities before rounding. */
  double absoluteError(WalkModel model) {
    if (model.steps() == 1) {
      return model.omitted();
    }
    double perStep =
        quadrature(model.width(), panels, nodes, model.contraction())
            + truncation(model.width(), radius)
            + flush * (panels * nodes + 2.0) * 2
            + 2 * model.omitted();
    return Rounding.multiplyUp(perStep * (1 + 0x1p-40), (double) model.steps());
  }

  /** Twice the largest density, times the ellipse bound of Gauss-Legendre panels. */
  private static double quadrature(double width, int panels, int nodes, double contraction) {
    double half = width / panels / 2;
    double best = Double.POSITIVE_INFINITY;
    for (double radius : RADII) {
      double height = half * (radius - 1 / radius) / 2;
      double growth = (1 + contraction * contraction) / 2 * height * height;
      double decay = Math.exp(growth - 2 * nodes * Math.log(radius)) / (1 - 1 / radius);
      best = Math.min(best, 4 * width * 0.8 * decay);
    }
    return best * (1 + 0x1p-30);
  }

  /** Mass that is dropped with the kernel's entries outside the radius. */
  private static double truncation(double width, double radius) {
    return 2 * (0.4 * width + 2) * Math.exp(-radius * radius / 2) * (1 + 0x1p-30);
  }
}
