package org.assay.verify.trial;

import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.random.RandomGenerator;

/**
 * A randomized algorithm under audit.
 *
 * <p>Runs must be independent: no state may pass from one run to the next. With more than one
 * thread the mechanism is called concurrently.
 *
 * @param <D> the type of datasets
 */
@FunctionalInterface
public interface Mechanism<D> {
  /**
   * Runs once.
   *
   * @param dataset the data; must not be changed
   * @param random a source seeded for this run alone. An algorithm that draws its own randomness
   *     may ignore the source; its audits cannot be repeated exactly
   * @return the outcome, which an observer sees
   * @throws Exception a failure, which is an outcome; except {@link InterruptedException}, which
   *     cancels the audit
   */
  Outcome run(D dataset, RandomGenerator random) throws Exception;

  /**
   * A mechanism that releases one number.
   *
   * @param release the release
   * @param <D> the type of datasets
   * @return the mechanism
   */
  static <D> Mechanism<D> ofScalar(ToDoubleBiFunction<D, RandomGenerator> release) {
    return (dataset, random) -> Outcome.of(release.applyAsDouble(dataset, random));
  }

  /**
   * A mechanism that releases a vector.
   *
   * @param release the release
   * @param <D> the type of datasets
   * @return the mechanism
   */
  static <D> Mechanism<D> ofVector(BiFunction<D, RandomGenerator, double[]> release) {
    return (dataset, random) -> Outcome.of(release.apply(dataset, random));
  }
}
