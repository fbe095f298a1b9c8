package org.assay.accountant.internal.iteration.recoupling;

import java.util.stream.IntStream;
import org.assay.accountant.internal.calculus.GaussLegendre;

/**
 * Probability that the distance of two runs is at most a level at all times of a block at which the
 * steps' projection limits the distance. The start and the end of the distance are given. The
 * result is an upper bound for a Brownian bridge with any drift. Proof: {@code
 * doc-files/two-data.md}, section "Limits within a block".
 */
final class LimitedDistances {
  /**
   * Largest distance below the level, in noises of a block, for which bounds are computed. Not
   * tuned.
   */
  private static final double REACH = 7;

  /**
   * Quadrature rule: ten nodes on panels as long as a part's deviation have an error below 1e-15.
   */
  private static final GaussLegendre RULE = GaussLegendre.withNodes(10);

  /**
   * Squared length, in units of the bridge's time, by which the panels exceed the largest end.
   * Bridges come from outside the panels with a probability below e^−20.
   */
  private static final double FARTHER = 10;

  /**
   * Largest exponent of a bridge's density for which a bound is computed; else the bound is that of
   * the next end. Not tuned.
   */
  private static final double UNLIKELY = 10;

  /** Bound of all quadrature and truncation errors. */
  private static final double SLACK = 1e-6;

  /** Half cells by which the level is raised, above rounding errors. */
  private static final double RAISED = 1e-8;

  /**
   * Numbers of half cells by which a distance may be lowered in one block. Other numbers are
   * rounded down to one of these, which leaves a larger distance. Not tuned.
   */
  static final int[] LOWERED = {0, 1, 2, 4, 6, 8, 12, 18};

  static final int MOST_LOWERED = LOWERED[LOWERED.length - 1];

  /**
   * Largest distance of starts below the level, and of ends from the level, in half cells, for
   * which bounds are computed.
   */
  private final int farthest;

  private final double startOffset;
  private final double endOffset;

  /** Half a cell, in deviations of a part. */
  private final double half;

  /** Time at which the distance stops to move, in parts of a block. */
  private final double time;

  /** Time from the last limit to the end of the move, in parts of a block. */
  private final double since;

  /** Bounds of the probability, by start and end. */
  private final double[][] below;

  LimitedDistances(TwoDataLattice lattice) {
    // The last of these limits comes at least half a part before the distance stops to move.
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

  /**
   * For each end, beginning with the highest above the level, the density of the end at each node.
   */
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

  /** Half cells from the level down to the start of the line if the start is random, rounded up. */
  int start(double cellsBelow) {
    return (int) Math.max(0, Math.ceil(2 * cellsBelow - RAISED / 2));
  }

  /** Largest number of half cells by which limits lower a distance. */
  int mostLowered() {
    return farthest < 0 ? 0 : MOST_LOWERED;
  }

  /** Whether bounds are known for a start. */
  boolean reaches(int start) {
    return start < farthest;
  }

  /**
   * Upper bound of the probability that the distance is never above the level.
   *
   * @param start half cells from the level down to the start of the line
   * @param end half cells below the level (negative: above it), before the level's own part
   */
  double below(int start, int end) {
    if (start > farthest || end > farthest) {
      return 1;
    }
    return below[start][Math.max(0, end + farthest)];
  }
}
