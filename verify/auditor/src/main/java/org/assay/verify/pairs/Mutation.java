package org.assay.verify.pairs;

import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * A way of making an unusual record from an ordinary one.
 *
 * @param name what it does, in a few words
 * @param change makes the new record from one of the dataset and the given source of randomness,
 *     and leaves the old one as it is
 * @param <R> the type of records
 */
public record Mutation<R>(String name, BiFunction<R, RandomGenerator, R> change) {
  /**
   * Insists on a name.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public Mutation {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: say in a few words what changes");
    }
  }
}
