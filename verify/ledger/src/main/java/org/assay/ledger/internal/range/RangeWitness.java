package org.assay.ledger.internal.range;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * A point of a range at which a claim is false.
 *
 * @param parameters value by name
 * @param instance what is run and claimed there, in words
 * @param cost what it costs in the claim's currency; its lower end is above the claim
 * @param claimed what is claimed
 * @param again the outcome of a second computation by other means, in words, if there is one
 */
public record RangeWitness(
    Map<String, Double> parameters,
    String instance,
    Enclosure cost,
    double claimed,
    Optional<String> again) {
  /**
   * Copies the parameters.
   *
   * @throws IllegalArgumentException if the cost is not above the claim
   */
  public RangeWitness {
    if (!(cost.lower() > claimed)) {
      throw new IllegalArgumentException(
          "cost was " + cost + ": a witness needs one above the claimed " + claimed);
    }
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }
}
