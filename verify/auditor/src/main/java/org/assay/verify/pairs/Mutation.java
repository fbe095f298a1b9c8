package org.assay.verify.pairs;

import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * A way to make an unusual record from an ordinary one.
 *
 * @param name what the mutation does, in a few words
 * @param change makes the new record from a record of the dataset and a source of randomness; must
 *     not change the old record
 * @param <R> the type of records
 */
public record Mutation<R>(String name, BiFunction<R, RandomGenerator, R> change) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public Mutation {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: say in a few words what changes");
    }
  }
}
