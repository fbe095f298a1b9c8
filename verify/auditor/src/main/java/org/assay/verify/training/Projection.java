package org.assay.verify.training;

import java.util.random.RandomGenerator;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * The scalar product of a released vector with a direction of length 1, usually that of a canary's
 * gradient. A planted record changes a sum of gradients in this direction only, and the product is
 * one number instead of millions. The product is computed from the release alone, so the product
 * reveals no more than the release.
 */
public final class Projection {
  private final double[] direction;

  private Projection(double[] direction) {
    this.direction = direction;
  }

  /**
   * A projection.
   *
   * @param direction finite, not all 0; copied and scaled to length 1
   * @return the projection
   * @throws IllegalArgumentException if the direction has no finite length above 0
   */
  public static Projection onto(double... direction) {
    double length = 0;
    for (double coordinate : direction) {
      length = Math.hypot(length, coordinate);
    }
    if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "direction had length " + length + ": it must be finite and above 0");
    }
    double[] unit = direction.clone();
    for (int i = 0; i < unit.length; i++) {
      unit[i] /= length;
    }
    return new Projection(unit);
  }

  /**
   * The scalar product.
   *
   * @param release a vector of the direction's length
   * @return the product; NaN or infinite if a coordinate is NaN or infinite
   * @throws IllegalArgumentException if the lengths differ
   */
  public double of(double[] release) {
    if (release.length != direction.length) {
      throw new IllegalArgumentException(mismatch(release));
    }
    double sum = 0;
    for (int i = 0; i < release.length; i++) {
      sum += release[i] * direction[i];
    }
    return sum;
  }

  /**
   * A mechanism that releases the projection of an algorithm's release. An example is the last
   * iterate of a training whose other iterates stay hidden.
   *
   * @param algorithm the algorithm
   * @param <D> the type of datasets
   * @return the mechanism. A release of another length than the direction ends the audit with an
   *     error: such a length is far more often a mistake in the audit than a leak
   */
  public <D> Mechanism<D> ofReleasesOf(Algorithm<D> algorithm) {
    return (dataset, random) -> Outcome.of(ofOutcome(algorithm.release(dataset, random)));
  }

  /**
   * The scalar product inside a mechanism. A wrong length throws an error, since an exception would
   * be taken for an outcome.
   */
  double ofOutcome(double[] release) {
    if (release.length != direction.length) {
      throw new WrongLengthError(mismatch(release));
    }
    return of(release);
  }

  private String mismatch(double[] release) {
    return "release had length "
        + release.length
        + " and the direction "
        + direction.length
        + ": project onto a direction of the release's own space";
  }

  /**
   * A randomized algorithm that releases a vector.
   *
   * @param <D> the type of datasets
   */
  @FunctionalInterface
  public interface Algorithm<D> {
    /**
     * Runs once.
     *
     * @param dataset the data; must not be changed
     * @param random a source seeded for this run alone
     * @return the released vector
     * @throws Exception a failure, which is an outcome
     */
    double[] release(D dataset, RandomGenerator random) throws Exception;
  }

  /**
   * Signals a wrong length. The class is an error, not an exception, because an exception of a
   * mechanism is an outcome.
   */
  private static final class WrongLengthError extends Error {
    private static final long serialVersionUID = 1L;

    WrongLengthError(String message) {
      super(message);
    }
  }

  /** The number of coordinates. */
  @Override
  public String toString() {
    return "projection of vectors of " + direction.length + " coordinates";
  }
}
