package org.assay.algorithms.objective;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Canaries for audits: records that influence the output as much as possible. If neighbours differ
 * in such a record, the outputs are about as far apart as the algorithm allows.
 *
 * <p>At equal parameters the logistic gradients on (x, +1) and (x, -1) differ by exactly x,
 * whatever the parameter. Later steps shrink this difference by an amount that depends on the
 * curvature of the other records' losses along x, a mean of {@code p (1 - p) ⟨x, x_i⟩²}. The canary
 * therefore points in the direction along which the records have the smallest mean square.
 *
 * <p>Projections shrink the difference too. If gradients and noise hold the iterate at the boundary
 * of a small set, every direction shrinks, and an early canary leaves little effect. Then a canary
 * in a later batch, or a wider set with the same schedule, has a larger effect.
 */
public final class CanaryDirections {
  private CanaryDirections() {}

  /**
   * The unit vector u for which the sum of ⟨u, x_i⟩² over the records is least: an eigenvector of
   * XᵀX for its smallest eigenvalue. The mean is not subtracted, as curvature depends on the
   * records themselves. The coordinate of largest magnitude is positive.
   *
   * @param dataset the records
   * @return the direction, of norm 1 up to rounding
   */
  public static double[] leastVariance(Dataset dataset) {
    int d = dataset.dimension();
    DMatrixRMaj gram = new DMatrixRMaj(d, d);
    CommonOps_DDRM.multInner(dataset.rows(), gram);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(gram)) {
      throw new IllegalStateException("no eigenvectors were found for the matrix of " + dataset);
    }
    int least = 0;
    for (int j = 1; j < d; j++) {
      if (eigen.getEigenvalue(j).real < eigen.getEigenvalue(least).real) {
        least = j;
      }
    }
    return oriented(eigen.getEigenVector(least).data);
  }

  private static double[] oriented(double[] vector) {
    double extreme = 0;
    for (double coordinate : vector) {
      if (Math.abs(coordinate) > Math.abs(extreme)) {
        extreme = coordinate;
      }
    }
    double[] result = vector.clone();
    for (int j = 0; extreme < 0 && j < result.length; j++) {
      result[j] = -result[j];
    }
    return result;
  }

  /**
   * The dataset with one record replaced by a canary labelled +1, and with the same record replaced
   * by the same canary labelled -1. The canary points in the direction of least variance of the
   * other records.
   *
   * <p>In one pass of stochastic gradient descent, a canary in the first batch of size B moves the
   * first mean gradient by its features over B.
   *
   * @param dataset at least two records
   * @param i index of the record to replace, from 0
   * @param featureNorm norm of the canary's features, finite and above 0; never exceeded, even by
   *     rounding
   * @return the two neighbours
   * @throws IllegalArgumentException if the norm is out of range
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public static NeighbouringDatasets labelFlip(Dataset dataset, int i, double featureNorm) {
    UnitNormClipping clipping = new UnitNormClipping(featureNorm);
    double[] canary = leastVariance(dataset.without(i));
    for (int j = 0; j < canary.length; j++) {
      canary[j] *= featureNorm;
    }
    clipping.clip(canary);
    return new NeighbouringDatasets(
        dataset.withRecord(i, canary, 1), dataset.withRecord(i, canary, -1));
  }
}
