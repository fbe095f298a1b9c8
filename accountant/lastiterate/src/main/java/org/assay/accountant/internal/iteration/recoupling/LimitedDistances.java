package org.assay.accountant.internal.iteration.recoupling;

import java.util.stream.IntStream;
import org.assay.accountant.internal.calculus.GaussLegendre;

/**
 * How likely the distance of two runs is not above a level at any of the times within a block at
 * which the steps' projection limits it, if it is known where the distance starts and ends: an
 * upper bound for a Brownian bridge, whatever its drift. Proof: {@code doc-files/two-data.md},
 * Limits within a block.
 */
final class LimitedDistances {
  /** Lengths of the bridge below which nothing is known, in noises of a block. */
  private static final double REACH = 7;

  /** Ten nodes on panels as long as the deviation of a part have an error below 1e-15. */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(10);

  /** Bridges come from farther away than the panels reach with a probability below e^−20. */
  private static final double FARTHER = 10;

  /** Bridges with such an exponent are too unlikely for what is known of their density. */
  private static final double UNLIKELY = 10;

  /** Bounds all errors. */
  private static final double SLACK = 1e-6;

  /** In half cells: the level is raised by this, so that rounding does not matter. */
  private static final double RAISED = 1e-8;

  /**
   * Half cells by which a distance is lowered in one block, rounded down to one of these: what is
   * lowered less is larger.
   */
  static final int[] LOWERED = {0, 1, 2, 4, 6, 8, 12, 18};

  static final int MOST_LOWERED = LOWERED[LOWERED.length - 1];

  /** So many half cells below the level bridges are known to start and to end, and above it. */
  private final int farthest;

  private final double startOffset;
  private final double endOffset;

  /** Half a cell, in deviations of a part. */
  private final double half;

  /** In parts of a block: when the distance stops to move, and the time since the last limit. */
  private final double time;

  private final double since;

  /** For each start and end. */
  private final double[][] below;

  LimitedDistances(TwoDataLattice lattice) {
    // So many parts of a block end long enough before the distance stops to move.
    int limits = (int) Math.floor(lattice.moving() * lattice.parts() - 0.5);
    int parts = lattice.parts();
    this.time = lattice.moving() * parts;
    this.since = time - limits;
    this.half = lattice.cell() / 4 * Math.sqrt(parts);
    this.farthest = limits < 1 ? -1 : (int) Math.ceil(2 * REACH / lattice.cell());
    this.endOffset = 2 * lattice.raisedLimit() + RAISED;
    this.startOffset = lattice.shifts().isCertain() ? endOffset : 2 * RAISED;
    this.below = new double[farthest + 1][];
    if (limits < 1) {
      return;
    }
    double[] nodes = nodes();
    double[] weights = weights(nodes.length);
    double[][] kernel = kernel(nodes, weights);
    double[][] ends = ends(nodes, weights);
    IntStream.rangeClosed(0, farthest)
        .parallel()
        .forEach(start -> below[start] = from(start, nodes, kernel, ends, limits));
  }

  private double[] nodes() {
    double largest = (farthest + Math.max(startOffset, endOffset)) * half;
    int panels = (int) Math.ceil(largest + Math.sqrt(FARTHER * time));
    double[] nodes = new double[panels * RULE.nodes()];
    for (int i = 0; i < nodes.length; i++) {
      double point = RULE.point(i % RULE.nodes()).midpoint();
      int panel = i / RULE.nodes();
      nodes[i] = panel + (1 + point) / 2;
    }
    return nodes;
  }

  private static double[] weights(int count) {
    double[] weights = new double[count];
    for (int i = 0; i < count; i++) {
      weights[i] = RULE.weight(i % RULE.nodes()).upper() / 2;
    }
    return weights;
  }

  private static double[][] kernel(double[] nodes, double[] weights) {
    double[][] kernel = new double[nodes.length][nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; j < nodes.length; j++) {
        kernel[i][j] = weights[j] * density(nodes[i] - nodes[j], 1);
      }
    }
    return kernel;
  }

  private static double density(double distance, double variance) {
    return Math.exp(-distance * distance / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
  }

  /** For each end, from the highest above the level on, the density of ends at each node. */
  private double[][] ends(double[] nodes, double[] weights) {
    double[][] densities = new double[2 * farthest + 1][nodes.length];
    for (int end = 0; end < densities.length; end++) {
      double last = (end - farthest + endOffset) * half;
      for (int i = 0; i < nodes.length; i++) {
        densities[end][i] = weights[i] * density(last - nodes[i], since);
      }
    }
    return densities;
  }

  private double[] from(int start, double[] nodes, double[][] kernel, double[][] ends, int limits) {
    double first = (start + startOffset) * half;
    double[] density = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      density[i] = density(nodes[i] - first, 1);
    }
    for (int limit = 1; limit < limits; limit++) {
      density = product(kernel, density);
    }
    double[] bounds = product(ends, density);
    double next = 1;
    for (int end = bounds.length - 1; end >= 0; end--) {
      double gap = (end - farthest + endOffset) * half - first;
      boolean known = gap * gap / (2 * time) <= UNLIKELY;
      next = known ? Math.min(next, bounds[end] / density(gap, time) + SLACK) : next;
      bounds[end] = next;
    }
    return bounds;
  }

  private static double[] product(double[][] matrix, double[] vector) {
    double[] next = new double[matrix.length];
    for (int i = 0; i < next.length; i++) {
      double[] row = matrix[i];
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += row[j] * vector[j];
      }
      next[i] = sum;
    }
    return next;
  }

  /** Half cells from where the line starts down from the level, if it is random, rounded up. */
  int start(double cellsBelow) {
    return (int) Math.max(0, Math.ceil(2 * cellsBelow - RAISED / 2));
  }

  /** Half cells by which limits lower a distance at most. */
  int mostLowered() {
    return farthest < 0 ? 0 : MOST_LOWERED;
  }

  /** Whether it is known of a start at all. */
  boolean reaches(int start) {
    return start < farthest;
  }

  /**
   * Upper bound of the probability that the distance is never above the level.
   *
   * @param start half cells, below the level, where the line starts
   * @param end half cells below the level (negative: above it), before the level's own part
   */
  double below(int start, int end) {
    if (start > farthest || end > farthest) {
      return 1;
    }
    return below[start][Math.max(0, end + farthest)];
  }
}
