package org.assay.testing.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Claim;
import org.assay.testing.assertion.Claims;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The claim of an annotation, checked. */
record StatedClaim(AuditPrivacy annotation, Guarantee guarantee) {
  private static final List<List<String>> CLAIMS =
      List.of(
          List.of("epsilon"),
          List.of("epsilon", "delta"),
          List.of("epsilon", "order"),
          List.of("rho"),
          List.of("mu"));

  static StatedClaim of(AuditPrivacy annotation) {
    try {
      requireSettings(annotation);
      return new StatedClaim(annotation, claim(annotation).under(annotation.adjacency()));
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException("@AuditPrivacy: " + e.getMessage(), e);
    }
  }

  /** An assertion with the annotation's settings. */
  <D> AuditAssert<D> configure(AuditAssert<D> assertion) {
    AuditAssert<D> configured =
        assertion.runs(annotation.runs()).significantBits(annotation.significantBits());
    if (!Double.isNaN(annotation.errorProbability())) {
      configured = configured.errorProbability(annotation.errorProbability());
    }
    return annotation.seed().length == 0 ? configured : configured.seed(annotation.seed()[0]);
  }

  private static Claim claim(AuditPrivacy annotation) {
    Map<String, Double> given = given(annotation);
    List<String> names = new ArrayList<>(given.keySet());
    if (!CLAIMS.contains(names)) {
      throw new IllegalArgumentException(
          (names.isEmpty() ? "no claim was stated" : "the claim was stated by " + names)
              + ": state exactly one, by epsilon, by epsilon and delta, by epsilon and order, by"
              + " rho, or by mu; repeat the annotation for several claims");
    }
    return switch (names.get(names.size() - 1)) {
      case "epsilon" -> Claims.pureDp(annotation.epsilon());
      case "delta" -> Claims.approximateDp(annotation.epsilon(), annotation.delta());
      case "order" -> Claims.rdp(annotation.order(), annotation.epsilon());
      case "rho" -> Claims.zcdp(annotation.rho());
      default -> Claims.gdp(annotation.mu());
    };
  }

  private static Map<String, Double> given(AuditPrivacy annotation) {
    Map<String, Double> given = new LinkedHashMap<>();
    given.put("epsilon", annotation.epsilon());
    given.put("delta", annotation.delta());
    given.put("order", annotation.order());
    given.put("rho", annotation.rho());
    given.put("mu", annotation.mu());
    given.values().removeIf(value -> Double.isNaN(value));
    return given;
  }

  private static void requireSettings(AuditPrivacy annotation) {
    require(annotation.runs() >= 1, "runs", annotation.runs(), "at least 1");
    int bits = annotation.significantBits();
    require(bits >= 2 && bits <= 53, "significantBits", bits, "from 2 to 53");
    double error = annotation.errorProbability();
    boolean valid = Double.isNaN(error) || (error > 0 && error < 1);
    require(valid, "errorProbability", error, "strictly between 0 and 1");
    int seeds = annotation.seed().length;
    require(seeds <= 1, "number of seeds", seeds, "at most 1");
  }

  private static void require(boolean holds, String name, Number value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(name + " was " + value + ": it must be " + rule);
    }
  }
}
