package org.assay.verify.internal.inference;

import org.assay.accountant.privacy.Parameters;

/**
 * The settings of every statistical check of a claim: the largest probability of refuting a true
 * claim, and the seed that makes the check repeatable.
 *
 * @param errorProbability largest probability of refuting a true claim, strictly between 0 and 1
 * @param seed root seed of the check's coins and of the generators handed to the mechanism; any
 *     number
 */
public record CheckSettings(double errorProbability, long seed) {
  /** Error probability 0.001 and seed 0. */
  public static final CheckSettings DEFAULT = new CheckSettings(1e-3, 0);

  /**
   * Checks the error probability.
   *
   * @throws IllegalArgumentException if it is not strictly between 0 and 1
   */
  public CheckSettings {
    Parameters.requireOpenProbability("errorProbability", errorProbability);
  }

  /**
   * These settings with another error probability.
   *
   * @param probability strictly between 0 and 1
   * @return the changed settings
   * @throws IllegalArgumentException if the probability is out of range
   */
  public CheckSettings withErrorProbability(double probability) {
    return new CheckSettings(probability, seed);
  }

  /**
   * These settings with another root seed.
   *
   * @param newSeed any number
   * @return the changed settings
   */
  public CheckSettings withSeed(long newSeed) {
    return new CheckSettings(errorProbability, newSeed);
  }
}
