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
 * @param instance event and claim at the point, in words
 * @param cost the cost in the claim's currency; its lower end is above the claim
 * @param claimed the claimed value
 * @param again the outcome of a second computation by other means, in words; empty if there is none
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
