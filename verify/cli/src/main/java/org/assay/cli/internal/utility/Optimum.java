package org.assay.cli.internal.utility;

import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.LinearMinimizationOracle;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;

/**
 * The non-private minimizer of a mean loss over a set, by accelerated projected gradient descent,
 * or subgradient descent where the loss is not smooth, with a certificate: a convex loss is at
 * least its linear minorants, and those (or their mean, for subgradients) are minimized over the
 * set in closed form.
 *
 * @param model the best point found
 * @param value its mean loss
 * @param gap what the value exceeds the minimum by at most, up to rounding; infinite where the loss
 *     is not convex or the set offers no linear minimization
 */
record Optimum(ParameterVector model, double value, double gap) {
  private static final int MOST_ITERATIONS = 2000;
  private static final double ENOUGH = 1e-6;

  /**
   * Minimizes.
   *
   * @param loss the loss
   * @param set where the minimizer is looked for
   * @param dataset at least one record
   * @return the best point found
   */
  static Optimum of(Loss loss, ConstraintSet set, Dataset dataset) {
    return new Search(loss, set, dataset).run();
  }

  /** The state of a minimization. */
  private static final class Search {
    private final Loss loss;
    private final ConstraintSet set;
    private final Dataset dataset;
    private final boolean smooth;
    private final boolean certifiable;
    private final double[] sumOfSlopes;
    private double[] best;
    private double bestValue;
    private double lower = Double.NEGATIVE_INFINITY;
    private double sumOfOffsets;
    private int minorants;

    Search(Loss loss, ConstraintSet set, Dataset dataset) {
      this.loss = loss;
      this.set = set;
      this.dataset = dataset;
      smooth = loss.smoothness() < Double.POSITIVE_INFINITY && loss.smoothness() > 0;
      certifiable =
          loss.strongConvexity() >= 0
              && (set instanceof EuclideanBall || set instanceof LinearMinimizationOracle);
      best = new double[set.dimension()];
      set.project(best);
      bestValue = loss.meanValue(best, dataset);
      sumOfSlopes = new double[set.dimension()];
    }

    Optimum run() {
      double[] point = best.clone();
      double[] previous = best.clone();
      double momentum = 1;
      for (int t = 1; t <= MOST_ITERATIONS && !(bestValue - lower <= ENOUGH); t++) {
        double[] gradient = gradient(point);
        bound(point, gradient);
        double[] next = point.clone();
        double step = smooth ? 1 / loss.smoothness() : set.diameter() / scale(t);
        for (int j = 0; j < next.length; j++) {
          next[j] -= step * gradient[j];
        }
        set.project(next);
        boolean better = improve(next);
        double faster = smooth && better ? (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2 : 1;
        point = extrapolated(next, previous, smooth && better ? (momentum - 1) / faster : 0);
        momentum = faster;
        previous = next;
      }
      double gap = certifiable ? Math.max(0, bestValue - lower) : Double.POSITIVE_INFINITY;
      return new Optimum(ParameterVector.of(best), bestValue, gap);
    }

    private double scale(int t) {
      return loss.lipschitzConstant() * Math.sqrt(2.0 * t);
    }

    private static double[] extrapolated(double[] next, double[] previous, double weight) {
      double[] point = next.clone();
      for (int j = 0; j < point.length; j++) {
        point[j] += weight * (next[j] - previous[j]);
      }
      return point;
    }

    private boolean improve(double[] candidate) {
      double value = loss.meanValue(candidate, dataset);
      boolean better = value < bestValue;
      if (better) {
        best = candidate.clone();
        bestValue = value;
      }
      return better;
    }

    private double[] gradient(double[] point) {
      double[] gradient = new double[point.length];
      loss.addBatchGradient(point, dataset, 0, dataset.size(), 1.0 / dataset.size(), gradient);
      return gradient;
    }

    /** Raises the lower bound by the minorant at a point, or the mean of those so far. */
    private void bound(double[] point, double[] slope) {
      if (!certifiable) {
        return;
      }
      double offset = loss.meanValue(point, dataset) - dot(slope, point);
      lower = Math.max(lower, offset + least(slope));
      if (!smooth) {
        sumOfOffsets += offset;
        minorants++;
        for (int j = 0; j < slope.length; j++) {
          sumOfSlopes[j] += slope[j];
        }
        lower = Math.max(lower, (sumOfOffsets + least(sumOfSlopes)) / minorants);
      }
    }

    /** The least value of a linear function over the set. */
    private double least(double[] slope) {
      if (set instanceof EuclideanBall ball) {
        return dot(slope, ball.center()) - ball.radius() * Math.sqrt(dot(slope, slope));
      }
      double[] vertex = new double[slope.length];
      ((LinearMinimizationOracle) set).minimize(slope, vertex);
      return dot(slope, vertex);
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int j = 0; j < a.length; j++) {
        sum += a[j] * b[j];
      }
      return sum;
    }
  }
}
