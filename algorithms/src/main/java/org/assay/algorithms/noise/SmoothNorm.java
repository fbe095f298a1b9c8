package org.assay.algorithms.noise;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * A norm of index r that stands in for the norm of index q in which a query's sensitivity is known:
 * {@code |x|_r² } is (r - 1)-smooth for r of at least 2, and {@code |x|_r ≤ d^(1/r - 1/q) |x|_q}
 * for r ≤ q ([@BassilyGuzmanNandi2021], Section 2). The cost of noise in this norm is proportional
 * to {@link #regularity}; {@link #smallest} chooses the index with the smallest regularity.
 * Derivation: {@code doc-files/generalized-gaussian-noise.md}.
 *
 * @param dimension d, at least 1
 * @param sensitivityIndex q, at least 2; infinity is the largest coordinate
 * @param index r, from 2 to q and finite
 */
public record SmoothNorm(int dimension, double sensitivityIndex, double index) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public SmoothNorm {
    Parameters.requireAtLeastOne("dimension", dimension);
    if (!(sensitivityIndex >= 2)) {
      throw new InvalidParameterException(
          "sensitivityIndex",
          "was "
              + sensitivityIndex
              + ": it must be at least 2; sensitivity in a smaller index is sensitivity in index"
              + " 2");
    }
    if (!(index >= 2 && index <= sensitivityIndex && index < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          String.format(
              "index was %s: it must be finite and from 2 to the sensitivity's, %s",
              index, sensitivityIndex));
    }
  }

  /**
   * The norm with the smallest regularity: with L = ln d, the smaller of q and {@code L + √(L² -
   * 2L)} is the index, and 2 where L is at most 2.
   *
   * @param dimension d, at least 1
   * @param sensitivityIndex q, at least 2
   * @return the norm
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SmoothNorm smallest(int dimension, double sensitivityIndex) {
    double l = Math.log(dimension);
    double best = l > 2 ? l + Math.sqrt(l * (l - 2)) : 2;
    return new SmoothNorm(dimension, sensitivityIndex, Math.min(best, sensitivityIndex));
  }

  /**
   * The norm of the paper, of index {@code min(q, ln d)}, at least 2. With it the regularity
   * exceeds the paper's {@code min(q - 1, e² (ln d - 1))} for q a little above ln d.
   *
   * @param dimension d, at least 1
   * @param sensitivityIndex q, at least 2
   * @return the norm
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SmoothNorm ofPaper(int dimension, double sensitivityIndex) {
    double index = Math.max(2, Math.min(sensitivityIndex, Math.log(dimension)));
    return new SmoothNorm(dimension, sensitivityIndex, index);
  }

  /**
   * The smoothness of the squared norm, {@code r - 1}.
   *
   * @return the smoothness, rounded up, at least 1
   */
  public double smoothness() {
    return Rounding.subtractUp(index, 1);
  }

  /**
   * The largest {@code |x|_r / |x|_q}, {@code d^(1/r - 1/q)}.
   *
   * @return the ratio, rounded up, at least 1
   */
  public double distortion() {
    if (index == sensitivityIndex) {
      return 1;
    }
    double exponent =
        Rounding.subtractUp(Rounding.divideUp(1, index), Rounding.divideDown(1, sensitivityIndex));
    return Rounding.expUp(Rounding.multiplyUp(exponent, Rounding.logUp(dimension)));
  }

  /**
   * The regularity {@code (r - 1) d^(2/r - 2/q)}, the paper's kappa of the norm of index q.
   *
   * @return the regularity, rounded up, at least 1
   */
  public double regularity() {
    return Rounding.multiplyUp(smoothness(), Rounding.multiplyUp(distortion(), distortion()));
  }
}
