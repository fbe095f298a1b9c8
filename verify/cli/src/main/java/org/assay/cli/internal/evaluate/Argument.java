package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.internal.input.Guard;

/**
 * An argument of a function.
 *
 * @param name its name in the batch language
 * @param guard the rule for finite numbers
 * @param limit the function's value at an infinite argument, if allowed
 * @param words the possible texts, if the argument is no number; its value is a text's place
 * @param absent the value of an argument that is left out, if allowed
 */
record Argument(
    String name,
    Guard guard,
    Optional<Enclosure> limit,
    List<String> words,
    OptionalDouble absent) {
  static Argument of(String name, Guard guard) {
    return new Argument(name, guard, Optional.empty(), List.of(), OptionalDouble.empty());
  }

  /** An argument that is one of some words; it must be given even if there is only one so far. */
  static Argument ofWords(String name, List<String> words) {
    return new Argument(
        name, (any, value) -> {}, Optional.empty(), List.copyOf(words), OptionalDouble.empty());
  }

  /** This argument, which may be left out and is then NaN, which no batch can state. */
  Argument orAbsent() {
    Guard whereGiven =
        (label, value) -> {
          if (!Double.isNaN(value)) {
            guard.require(label, value);
          }
        };
    return new Argument(name, whereGiven, limit, words, OptionalDouble.of(Double.NaN));
  }

  /** This argument, allowed to be infinite, with the function's limit there. */
  Argument orInfinite(Enclosure limitAtInfinity) {
    return new Argument(name, guard, Optional.of(limitAtInfinity), words, absent);
  }

  /** The value in a question; its place among the words for a word. */
  double read(JsonNode node) {
    if (node.isMissingNode()) {
      if (absent.isPresent()) {
        return absent.getAsDouble();
      }
      throw new LineException("argument " + name + " is missing");
    }
    if (!words.isEmpty()) {
      return place(node);
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

  private double place(JsonNode node) {
    int place = node.isTextual() ? words.indexOf(node.textValue()) : -1;
    if (place < 0) {
      String known = "\"" + String.join("\", \"", words) + "\"";
      throw new LineException(
          "argument " + name + " was " + node + ": it is known for " + known + " only");
    }
    return place;
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
