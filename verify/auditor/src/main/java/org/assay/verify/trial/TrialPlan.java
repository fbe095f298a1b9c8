package org.assay.verify.trial;

import java.io.Serializable;
import java.util.function.Function;
import org.assay.accountant.privacy.Parameters;

/**
 * The settings that, together with the number of a trial, determine its outcome. Two machines with
 * the same plan get the same outcomes for the same numbers if the mechanism is repeatable.
 *
 * @param recipe makes the mechanism and the pairs
 * @param pairs the audit's pairs in words, which those of the recipe must match
 * @param seed the root seed
 * @param significantBits number of significant bits of a number that count, from 2 to 53; 53 means
 *     all
 * @param runLimitNanos time after which a run counts as timed out, in nanoseconds; {@link
 *     Long#MAX_VALUE} for never
 */
public record TrialPlan(
    TrialRecipe<?> recipe, String pairs, long seed, int significantBits, long runLimitNanos)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Whether a trial's outcome is a function of its number. With a time limit it also depends on the
   * load of the machine.
   *
   * @return whether trials that were lost may be run again
   */
  public boolean isRepeatable() {
    return recipe.isRepeatable() && runLimitNanos == Long.MAX_VALUE;
  }

  /**
   * Consecutive trials on one pair.
   *
   * @param pair the pair's index in the audit, at least 0
   * @param first number of the first trial, at least 0
   * @param count number of trials, at least 1
   */
  public record TrialRange(int pair, long first, int count) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public TrialRange {
      Parameters.requireNonNegative("pair", pair);
      Parameters.requireNonNegative("first", (double) first);
      Parameters.requireAtLeastOne("count", count);
    }
  }

  /**
   * A pair's share of a batch: consecutive trials, and a reader of their outcomes. The trials are
   * read in chunks as they finish, on the threads that ran them, so that memory need not hold all
   * outcomes at once.
   *
   * @param pair the pair with the datasets
   * @param first number of the first trial, at least 0; no two trials of an audit share a number
   * @param count number of trials, at least 0
   * @param reader called once for each chunk, concurrently for different chunks
   * @param <D> the type of datasets
   * @param <T> the type of a read chunk
   */
  public record BatchShare<D, T>(
      AdjacentPair<D> pair, long first, int count, Function<TrialBatch, T> reader) {
    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if a count is negative
     */
    public BatchShare {
      Parameters.requireNonNegative("first", (double) first);
      Parameters.requireNonNegative("count", count);
    }
  }
}
