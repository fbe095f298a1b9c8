package org.assay.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.input.Guard;

/**
 * An argument of a function.
 *
 * @param name its name in the batch language
 * @param guard which finite numbers it may be
 * @param limit the function's value where the argument is infinite, if it may be
 * @param word the only text that the argument may be, if it is no number
 */
record Argument(String name, Guard guard, Optional<Enclosure> limit, Optional<String> word) {
  static Argument of(String name, Guard guard) {
    return new Argument(name, guard, Optional.empty(), Optional.empty());
  }

  /** An argument that so far has one value only; it must be given all the same. */
  static Argument ofWord(String name, String word) {
    return new Argument(name, (any, value) -> {}, Optional.empty(), Optional.of(word));
  }

  /** This argument, allowed to be infinite, with the function's limit there. */
  Argument orInfinite(Enclosure limitAtInfinity) {
    return new Argument(name, guard, Optional.of(limitAtInfinity), word);
  }

  /** The value in a question; 0 for a word. */
  double read(JsonNode node) {
    if (node.isMissingNode()) {
      throw new LineException("argument " + name + " is missing");
    }
    if (word.isPresent()) {
      requireWord(word.get(), node);
      return 0;
    }
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return switch (node.asText()) {
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new LineException("argument " + name + " is not a number");
    };
  }

  private void requireWord(String known, JsonNode node) {
    if (!(node.isTextual() && node.textValue().equals(known))) {
      throw new LineException(
          "argument " + name + " was " + node + ": it is known for \"" + known + "\" only");
    }
  }

  boolean isAtLimit(double value) {
    return limit.isPresent() && value == Double.POSITIVE_INFINITY;
  }

  void require(double value) {
    if (isAtLimit(value)) {
      return;
    }
    try {
      guard.require(name, value);
    } catch (IllegalArgumentException e) {
      throw new LineException("argument " + e.getMessage());
    }
  }
}
