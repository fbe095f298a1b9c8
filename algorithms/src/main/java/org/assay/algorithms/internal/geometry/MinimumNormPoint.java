package org.assay.algorithms.internal.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Wolfe's method for the point of least norm in a polytope: the method keeps affinely independent
 * vertices whose hull contains the current point. It adds the vertex with the smallest scalar
 * product with this point, and drops vertices whose weight in the affine minimizer would be
 * negative.
 *
 * <p>The current point x is certified by its gap {@code |x|² - min_v ⟨x, v⟩}: the nearest point
 * lies within the square root of the gap, as {@code |x - x*|² ≤ ⟨x, x - x*⟩ ≤ gap}.
 */
final class MinimumNormPoint {
  /** Gap at which the method stops, in units of the largest squared distance. Not tuned. */
  private static final double GAP_AIMED_AT = 1e-15;

  /** Largest gap that is accepted, in the same unit. Not tuned. */
  private static final double GAP_ALLOWED = 1e-12;

  /** Smallest weight of a vertex that is kept. Not tuned. */
  private static final double WEIGHT_THAT_COUNTS = 1e-14;

  private final double[][] vertices;
  private final List<Integer> support = new ArrayList<>();
  private double[] weights;
  private double[] point;

  private MinimumNormPoint(double[][] vertices) {
    this.vertices = vertices;
    int first = 0;
    for (int i = 1; i < vertices.length; i++) {
      first = square(vertices[i]) < square(vertices[first]) ? i : first;
    }
    support.add(first);
    this.weights = new double[] {1};
    this.point = vertices[first].clone();
  }

  private static double square(double[] vector) {
    return Polytope.dot(vector, vector);
  }

  /** Moves a point to the nearest point in the hull of the vertices. */
  static void moveToNearest(double[] point, double[][] vertices) {
    double scale = 0;
    for (double[] vertex : vertices) {
      scale = Math.max(scale, Norms.distance(vertex, point));
    }
    double[][] moved = new double[vertices.length][point.length];
    for (int i = 0; i < vertices.length; i++) {
      for (int j = 0; j < point.length; j++) {
        moved[i][j] = (vertices[i][j] - point[j]) / scale;
      }
    }
    double[] offset = new MinimumNormPoint(moved).solve();
    if (square(offset) <= GAP_ALLOWED) {
      return;
    }
    for (int j = 0; j < point.length; j++) {
      point[j] += scale * offset[j];
    }
  }

  private double[] solve() {
    int mostSteps = 100 * (vertices.length + point.length);
    for (int step = 0; step < mostSteps; step++) {
      int lowest = lowestVertex();
      if (gap(lowest) <= GAP_AIMED_AT || support.contains(lowest)) {
        break;
      }
      double before = square(point);
      add(lowest);
      if (!dropUntilInside() || square(point) >= before) {
        break;
      }
    }
    double gap = gap(lowestVertex());
    if (!(gap <= GAP_ALLOWED)) {
      throw new ArithmeticException(
          "projection on a polytope ended with a gap of "
              + gap
              + ": its vertices are too nearly dependent for double precision");
    }
    return point;
  }

  private int lowestVertex() {
    int lowest = 0;
    for (int i = 1; i < vertices.length; i++) {
      lowest =
          Polytope.dot(vertices[i], point) < Polytope.dot(vertices[lowest], point) ? i : lowest;
    }
    return lowest;
  }

  private double gap(int lowest) {
    return square(point) - Polytope.dot(vertices[lowest], point);
  }

  private void add(int vertex) {
    support.add(vertex);
    weights = Arrays.copyOf(weights, weights.length + 1);
  }

  /** Moves towards the affine minimizer, dropping vertices; false if it cannot be computed. */
  private boolean dropUntilInside() {
    while (true) {
      double[] affine = affineMinimizer();
      if (affine.length == 0) {
        return false;
      }
      int blocking = blockingVertex(affine);
      double fraction = blocking < 0 ? 1 : fractionTo(affine, blocking);
      for (int k = affine.length - 1; k >= 0; k--) {
        weights[k] += fraction * (affine[k] - weights[k]);
        if (k == blocking) {
          drop(k);
        }
      }
      update();
      if (blocking < 0) {
        return true;
      }
    }
  }

  /** The vertex whose weight vanishes first on the way to the affine minimizer; -1 if none does. */
  private int blockingVertex(double[] affine) {
    int blocking = -1;
    for (int k = 0; k < affine.length; k++) {
      if (affine[k] <= WEIGHT_THAT_COUNTS
          && (blocking < 0 || fractionTo(affine, k) < fractionTo(affine, blocking))) {
        blocking = k;
      }
    }
    return blocking;
  }

  private double fractionTo(double[] affine, int k) {
    double fall = weights[k] - affine[k];
    return fall > 0 ? Math.min(1, weights[k] / fall) : 0;
  }

  private void drop(int k) {
    support.remove(k);
    double[] fewer = new double[weights.length - 1];
    System.arraycopy(weights, 0, fewer, 0, k);
    System.arraycopy(weights, k + 1, fewer, k, fewer.length - k);
    weights = fewer;
  }

  private void update() {
    double total = Arrays.stream(weights).sum();
    Arrays.fill(point, 0);
    for (int k = 0; k < weights.length; k++) {
      weights[k] /= total;
      for (int j = 0; j < point.length; j++) {
        point[j] += weights[k] * vertices[support.get(k)][j];
      }
    }
  }

  /**
   * Weights of sum 1 with the least norm: {@code (1 + ⟨v, v'⟩) u = 1}, normalized; empty if
   * singular.
   */
  private double[] affineMinimizer() {
    int size = support.size();
    DMatrixRMaj matrix = new DMatrixRMaj(size, size);
    DMatrixRMaj ones = new DMatrixRMaj(size, 1);
    DMatrixRMaj solution = new DMatrixRMaj(size, 1);
    for (int k = 0; k < size; k++) {
      ones.set(k, 0, 1);
      for (int m = 0; m < size; m++) {
        matrix.set(k, m, 1 + Polytope.dot(vertices[support.get(k)], vertices[support.get(m)]));
      }
    }
    if (!CommonOps_DDRM.solve(matrix, ones, solution)) {
      return new double[0];
    }
    double total = Arrays.stream(solution.data, 0, size).sum();
    return Arrays.stream(solution.data, 0, size).map(weight -> weight / total).toArray();
  }
}
