package org.assay.verify.trial;

import java.io.Serializable;
import java.util.List;

/**
 * Makes the mechanism and the datasets of an audit on another machine. Recipes are sent by Java
 * serialization.
 *
 * @param <D> the type of datasets
 */
public interface TrialRecipe<D> extends Serializable {
  /**
   * Makes the mechanism and the pairs. Called once or a few times on every machine.
   *
   * @return the same mechanism and the same pairs, in the same order, as those of the audit
   * @throws Exception if they cannot be made on the machine
   */
  TrialSubject<D> make() throws Exception;

  /**
   * Whether the outcome of a run is a function of its dataset and its generator. Only then are lost
   * runs made again ({@code doc-files/trials-elsewhere.md}).
   *
   * @return false if the mechanism may draw randomness of its own, or depend on time or load
   */
  boolean isRepeatable();

  /**
   * A recipe that carries the mechanism and the datasets themselves, which must be serializable:
   * {@code (Mechanism<Double> & Serializable) (data, random) -> ...}, or a class. Both are written
   * at once; later changes do not matter.
   *
   * @param mechanism the mechanism
   * @param pairs the pairs, in the order of the audit
   * @param repeatable whether the mechanism draws all randomness from the generator it is handed
   *     and depends on nothing else
   * @param <D> the type of datasets
   * @return the recipe
   * @throws IllegalArgumentException if something is not serializable; the message names its class
   */
  static <D> TrialRecipe<D> carrying(
      Mechanism<D> mechanism, List<AdjacentPair<D>> pairs, boolean repeatable) {
    return SerializedSubject.of(mechanism, pairs, repeatable);
  }
}
