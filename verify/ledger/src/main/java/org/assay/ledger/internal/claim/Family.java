package org.assay.ledger.internal.claim;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Instances of a claim, one for each value of the parameters.
 *
 * @param quantity what is compared, for example {@code delta at the claimed epsilon}
 * @param parameters the parameters
 * @param admissible points that a search may try
 * @param compare compares cost and claim
 * @param recheck compares them by arbitrary precision
 * @param instance data, losses and constants in words
 * @param departure how the instances violate the printed assumptions; empty if they do not
 */
public record Family(
    String quantity,
    List<Parameter> parameters,
    Predicate<Point> admissible,
    Function<Point, Comparison> compare,
    Function<Point, Recheck> recheck,
    Function<Point, String> instance,
    String departure) {
  /** Copies the parameters. */
  public Family {
    parameters = List.copyOf(parameters);
  }

  /**
   * Instances that satisfy the printed assumptions.
   *
   * @param quantity what is compared
   * @param compare compares cost and claim
   * @param parameters the parameters
   * @return the family
   */
  public static Family of(
      String quantity, Function<Point, Comparison> compare, Parameter... parameters) {
    return new Family(
        quantity,
        List.of(parameters),
        point -> true,
        compare,
        point -> {
          throw new IllegalStateException(
              quantity + " is violated at " + point + " and has no second computation");
        },
        Point::toString,
        "");
  }

  /**
   * Adds a condition on the parameters.
   *
   * @param condition holds at points that a search may try
   * @return the changed family
   */
  public Family where(Predicate<Point> condition) {
    return new Family(
        quantity, parameters, admissible.and(condition), compare, recheck, instance, departure);
  }

  /**
   * Adds the second computation, which every refutation needs.
   *
   * @param precisely cost and claim by arbitrary precision
   * @return the changed family
   */
  public Family recheckedBy(Function<Point, Recheck> precisely) {
    return new Family(quantity, parameters, admissible, compare, precisely, instance, departure);
  }

  /**
   * Adds the instances in words.
   *
   * @param words data, losses and constants at a point
   * @return the changed family
   */
  public Family toldAs(Function<Point, String> words) {
    return new Family(quantity, parameters, admissible, compare, recheck, words, departure);
  }

  /**
   * Marks the instances as violating the printed assumptions.
   *
   * @param how the violated assumption
   * @return the changed family
   */
  public Family outsideAssumptions(String how) {
    return new Family(quantity, parameters, admissible, compare, recheck, instance, how);
  }

  /**
   * Keeps the results of comparisons, if these take long.
   *
   * @return the changed family
   */
  public Family remembering() {
    Map<Point, Comparison> known = new ConcurrentHashMap<>();
    Function<Point, Comparison> once = point -> known.computeIfAbsent(point, compare);
    return new Family(quantity, parameters, admissible, once, recheck, instance, departure);
  }

  /** Cost against claim at a point. */
  Comparison at(Point point) {
    return compare.apply(point);
  }
}
