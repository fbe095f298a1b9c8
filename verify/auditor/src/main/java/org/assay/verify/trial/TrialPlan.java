package org.assay.verify.trial;

import java.io.Serializable;

/**
 * Everything that, together with the number of a trial, decides its outcome. Two machines with the
 * same plan get the same outcomes for the same numbers if the mechanism is repeatable.
 *
 * @param recipe makes the mechanism and the pairs
 * @param pairs the audit's pairs in words, which those of the recipe must match
 * @param seed the root seed
 * @param significantBits how many bits of a number count, from 2 to 53; 53 means all
 * @param runLimitNanos after how long a run counts as timed out; {@link Long#MAX_VALUE} for never
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
}
