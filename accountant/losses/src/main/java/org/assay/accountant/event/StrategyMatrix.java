package org.assay.accountant.event;

import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;

/**
 * The matrix C of a matrix mechanism, which releases {@code C x + noise}, row by row. {@code x_i}
 * is the sum of the vectors that records contribute at step i, of norm at most 1 each. Proofs:
 * {@code doc-files/matrix-sensitivity.md}. Implementations are values: equal matrices are equal
 * objects.
 */
public interface StrategyMatrix {
  /**
   * A matrix given by its rows, of which the i-th has i + 1 entries.
   *
   * @param rows the entries, finite; from 1 to 1000 rows
   * @return the matrix
   * @throws IllegalArgumentException if the rows have other lengths or an entry is not finite
   */
  static StrategyMatrix ofRows(List<List<Double>> rows) {
    return new LowerTriangularMatrix(rows);
  }

  /**
   * Binary trees of partial sums, one after the other. A record's participations are counted over
   * all trees.
   *
   * @param stepsPerTree how many steps each tree has, at least 1
   * @param trees how many trees there are, at least 1; at most 2^53 steps in all
   * @return the matrix
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static StrategyMatrix tree(long stepsPerTree, long trees) {
    return new TreeMatrix(stepsPerTree, trees);
  }

  /**
   * The square root of the matrix of prefix sums ([@FichtenbergerHenzingerUpadhyay2023]): a
   * Toeplitz matrix with coefficients {@code f_0 = 1, f_k = f_{k-1}(1 - 1/(2k))}.
   *
   * @param steps how many steps, from 1 to 2^20
   * @param bands how many coefficients are kept, from 1 to steps
   * @return the matrix
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static StrategyMatrix squareRoot(long steps, long bands) {
    return new SquareRootMatrix(steps, bands);
  }

  /**
   * A lower triangular Toeplitz matrix.
   *
   * @param steps how many steps, from 1 to 2^20
   * @param coefficients the first entries of the first column, from the diagonal on; the others are
   *     0. Finite, at most as many as steps
   * @return the matrix
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static StrategyMatrix toeplitz(long steps, List<Double> coefficients) {
    return new ToeplitzMatrix(steps, ToeplitzMatrix.Form.TOEPLITZ, coefficients, List.of());
  }

  /**
   * The inverse of a lower triangular Toeplitz matrix, as in banded inverse factorizations.
   *
   * @param steps how many steps, from 1 to 2^20
   * @param coefficients the first entries of the first column of the inverse of C, from the
   *     diagonal on; the others are 0. Finite, the first not 0
   * @return the matrix C
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static StrategyMatrix inverseToeplitz(long steps, List<Double> coefficients) {
    return new ToeplitzMatrix(steps, ToeplitzMatrix.Form.INVERSE, coefficients, List.of());
  }

  /**
   * A buffered linear Toeplitz matrix ([@DvijothamEtAl2024]): 1 on the diagonal, and {@code Σ_k ω_k
   * θ_k^(t-1)} t steps below.
   *
   * @param steps how many steps, from 1 to 2^20
   * @param bufferDecay the decays θ, from 0 to 1
   * @param outputScale the scales ω, as many, finite and not below 0
   * @return the matrix
   * @throws IllegalArgumentException if a parameter is out of range
   */
  static StrategyMatrix bufferedToeplitz(
      long steps, List<Double> bufferDecay, List<Double> outputScale) {
    return new ToeplitzMatrix(steps, ToeplitzMatrix.Form.BUFFERED, bufferDecay, outputScale);
  }

  /**
   * The number of columns.
   *
   * @return the number of steps, at least 1
   */
  long steps();

  /**
   * How far apart two steps must be to have no row in common.
   *
   * @return the least distance with this property, or a larger one; at least 1
   */
  long bands();

  /**
   * The matrix, as descriptions of events have it.
   *
   * @return the values by their keys: texts, whole numbers and lists
   */
  Map<String, Object> terms();

  /**
   * The largest change of {@code C x} in Euclidean norm when one record is left out. The record
   * takes part a limited number of times, with vectors of any dimension and norm at most 1.
   *
   * @param participations how often, at least 1
   * @param separation how many steps later the record may take part again, at least 1
   * @return an enclosure of the sensitivity; wide if only a bound is known
   * @throws IllegalArgumentException if a number is below 1
   */
  Enclosure sensitivity(long participations, long separation);

  /**
   * What running sums of the steps are worth that are computed from a release whose entries have
   * noise of variance 1: the variance of each sum in each coordinate. To ordinary rounding, and no
   * part of any guarantee.
   *
   * @return one squared error for each step
   * @throws IllegalArgumentException if the matrix has no inverse, or is too large: more than 2^24
   *     steps, or 2^30 products
   */
  double[] squaredErrors();
}
