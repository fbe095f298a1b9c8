package org.assay.algorithms.internal.geometry;

/**
 * A bounded set over which a linear function is easily minimized, as Frank-Wolfe methods need.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public interface LinearMinimizationOracle {
  /**
   * Writes a point v of the set for which ⟨v, direction⟩ is smallest. Ties give the same point in
   * every call.
   *
   * @param direction the linear function; not changed
   * @param minimizer the array for the point, of the same dimension
   * @throws IllegalArgumentException if a dimension is wrong or a coordinate is not finite
   */
  void minimize(double[] direction, double[] minimizer);
}
