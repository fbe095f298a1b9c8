package org.assay.algorithms.internal.optimize;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.objective.GradientConstants;
import org.assay.algorithms.objective.Loss;

/**
 * Sensitivity of a mean gradient computed in doubles, for each replaced entry of its list of
 * records: {@code (G + 2L (2 m² + d + 14) 2^-52)/m}, rounded up, with G the gradient's sensitivity
 * and L the Lipschitz constant of the loss. {@code G/m} is the distance in real numbers. The rest
 * covers the rounding errors of sums of m gradients in d coordinates, which depend on the size of
 * the gradients. Proof: {@code doc-files/computed-mean-gradient.md}.
 */
public final class MeanGradientSensitivity {
  /** Number of roundings of a record's gradient besides those of the sum. */
  private static final double ROUNDINGS = 14;

  /** Twice the unit roundoff of double precision. */
  private static final double UNIT = 0x1p-52;

  private MeanGradientSensitivity() {}

  /**
   * The sensitivity in the Euclidean norm, and in every norm of larger index.
   *
   * @param loss gradients bounded by its Lipschitz constant L, and moved by a replaced record by at
   *     most G, as computed in doubles up to {@code 2L (d + 14) 2^-52}
   * @param records length m of the list, at least 1
   * @param dimension number of coordinates d, at least 1
   * @return the sensitivity, rounded up
   * @throws IllegalArgumentException if a number is out of range
   */
  public static Sensitivity of(Loss loss, int records, int dimension) {
    return of(GradientConstants.euclidean(loss), records, dimension);
  }

  /**
   * The sensitivity in the norm of the given constants.
   *
   * @param gradients L and G in the norm, see {@link Loss#constants}
   * @param records length m of the list, at least 1
   * @param dimension number of coordinates d, at least 1
   * @return the sensitivity, rounded up
   * @throws IllegalArgumentException if a number is out of range
   */
  public static Sensitivity of(GradientConstants gradients, int records, int dimension) {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("dimension", dimension);
    double squared = Rounding.multiplyUp(2, Rounding.multiplyUp(records, records));
    double terms = Rounding.addUp(squared, dimension + ROUNDINGS);
    double size = Rounding.multiplyUp(2, gradients.lipschitzConstant());
    double rounded = Rounding.multiplyUp(size, Rounding.multiplyUp(terms, UNIT));
    double change = Rounding.addUp(gradients.sensitivity(), rounded);
    return new Sensitivity(Rounding.divideUp(change, records), AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * Distance that the sum of gradients over a sample, each times the double 1/b, moves when one
   * record joins the sample: {@code (L/b) (1 + (2 n² + d + 14) 2^-52)}, rounded up. The sample
   * holds every record once at most.
   *
   * @param records number of records n that the sample is taken from, at least 1
   * @param divisor b, at least 1
   * @param dimension number of coordinates d, at least 1
   * @return the sensitivity to a record's presence, rounded up
   * @throws IllegalArgumentException if a number is out of range
   */
  public static Sensitivity ofPresence(Loss loss, int records, int divisor, int dimension) {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("divisor", divisor);
    Parameters.requireAtLeastOne("dimension", dimension);
    double exact = Rounding.divideUp(loss.lipschitzConstant(), divisor);
    double squared = Rounding.multiplyUp(2, Rounding.multiplyUp(records, records));
    double terms = Rounding.addUp(squared, dimension + ROUNDINGS);
    double rounded = Rounding.addUp(1, Rounding.multiplyUp(terms, UNIT));
    return new Sensitivity(Rounding.multiplyUp(exact, rounded), AdjacencyRelation.ADD_OR_REMOVE);
  }

  /**
   * The sensitivity of a difference of mean gradients at two points, computed by adding all
   * gradients with a sign: {@code (2/m) (β s + 2 (L + β R) (4 m² + d + 14) 2^-52)}.
   *
   * @param loss its gradients are Lipschitz with the finite constant β, and computed up to {@code
   *     (L + β R) (d + 14) 2^-52}
   * @param records length m of the list, at least 1
   * @param dimension number of coordinates d, at least 1
   * @param step distance s of the points, but for their rounding; finite, at least 0
   * @param radius R, a bound on the points' norms; finite, at least 0
   * @return the sensitivity, rounded up
   * @throws IllegalArgumentException if a number is out of range
   */
  public static Sensitivity ofChange(
      Loss loss, int records, int dimension, double step, double radius) {
    return ofChange(GradientConstants.euclidean(loss), records, dimension, step, radius);
  }

  /**
   * The sensitivity of a difference of mean gradients in the norm of the given constants, with
   * points measured in the dual norm.
   *
   * @param gradients L and β in the norm, see {@link Loss#constants}
   * @param records length m of the list, at least 1
   * @param dimension number of coordinates d, at least 1
   * @param step distance s of the points in the dual norm, but for their rounding; finite, at least
   *     0
   * @param radius R, a bound on the points' dual norms; finite, at least 0
   * @return the sensitivity, rounded up
   * @throws IllegalArgumentException if a number is out of range
   */
  public static Sensitivity ofChange(
      GradientConstants gradients, int records, int dimension, double step, double radius) {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requireNonNegative("step", step);
    Parameters.requireNonNegative("radius", radius);
    double beta = gradients.smoothness();
    double size = Rounding.addUp(gradients.lipschitzConstant(), Rounding.multiplyUp(beta, radius));
    double squared = Rounding.multiplyUp(4, Rounding.multiplyUp(records, records));
    double terms = Rounding.addUp(squared, dimension + ROUNDINGS);
    double rounded = Rounding.multiplyUp(2 * size, Rounding.multiplyUp(terms, UNIT));
    double change = Rounding.addUp(Rounding.multiplyUp(beta, step), rounded);
    return new Sensitivity(Rounding.divideUp(2 * change, records), AdjacencyRelation.REPLACE_ONE);
  }
}
