package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.objective.GradientConstants;
import org.assay.algorithms.objective.Loss;

/**
 * The size of a polytope in a norm, and of a loss's gradients in the dual norm: {@code |⟨v - v',
 * d⟩|} is at most the product of both.
 *
 * @param gradients the loss's constants
 * @param diameter of the polytope
 * @param reach largest distance of a vertex from a point, even if the start was computed a little
 *     outside
 * @param size largest norm of a vertex
 */
record PolytopeGeometry(GradientConstants gradients, double diameter, double reach, double size) {
  private static final LpNorm EUCLIDEAN = new LpNorm(2);
  private static final LpNorm MAXIMUM = new LpNorm(Double.POSITIVE_INFINITY);

  /**
   * The geometry in the Euclidean norm, or in the 1-norm and the maximum norm if a record moves the
   * scores less in these.
   */
  static PolytopeGeometry of(Loss loss, Polytope polytope) {
    PolytopeGeometry euclidean = in(EUCLIDEAN, loss, polytope);
    PolytopeGeometry absolute = in(MAXIMUM, loss, polytope);
    return absolute.range() < euclidean.range() ? absolute : euclidean;
  }

  private static PolytopeGeometry in(LpNorm gradientNorm, Loss loss, Polytope polytope) {
    LpNorm norm = gradientNorm.dual();
    double diameter = polytope.diameter(norm);
    double fromStart = largestDistance(PolyhedralSpend.start(polytope), norm, polytope);
    return new PolytopeGeometry(
        loss.constants(gradientNorm),
        diameter,
        Math.max(diameter, fromStart),
        largestDistance(new double[polytope.dimension()], norm, polytope));
  }

  private static double largestDistance(double[] from, LpNorm norm, Polytope polytope) {
    double largest = 0;
    for (int v = 0; v < polytope.vertexCount(); v++) {
      largest = Math.max(largest, Norms.distanceUp(from, polytope.vertex(v), norm));
    }
    return largest;
  }

  /** Change of the scores' differences by a replaced later record, over the step size. */
  private double range() {
    return Rounding.multiplyUp(diameter, change());
  }

  /** {@code 2 β M + G}: change of the estimate by a replaced later record, over the step size. */
  double change() {
    double drift = Rounding.multiplyUp(2 * gradients.smoothness(), reach);
    return Rounding.addUp(drift, gradients.sensitivity());
  }
}
