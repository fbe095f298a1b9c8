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
 * @param parameters what varies
 * @param admissible which points a search may look at
 * @param compare cost against claim
 * @param recheck the same by arbitrary precision
 * @param instance data, losses and constants in words
 * @param departure how the instances leave the printed assumptions; empty if they do not
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
   * Instances that obey the printed assumptions.
   *
   * @param quantity what is compared
   * @param compare cost against claim
   * @param parameters what varies
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
   * This family with a condition on its parameters.
   *
   * @param condition holds where a search may look
   * @return the changed family
   */
  public Family where(Predicate<Point> condition) {
    return new Family(
        quantity, parameters, admissible.and(condition), compare, recheck, instance, departure);
  }

  /**
   * This family with its second computation, which every refutation needs.
   *
   * @param precisely cost and claim by arbitrary precision
   * @return the changed family
   */
  public Family recheckedBy(Function<Point, Recheck> precisely) {
    return new Family(quantity, parameters, admissible, compare, precisely, instance, departure);
  }

  /**
   * This family with its instances told in words.
   *
   * @param words data, losses and constants at a point
   * @return the changed family
   */
  public Family toldAs(Function<Point, String> words) {
    return new Family(quantity, parameters, admissible, compare, recheck, words, departure);
  }

  /**
   * This family as one that leaves the printed assumptions.
   *
   * @param how in what respect
   * @return the changed family
   */
  public Family outsideAssumptions(String how) {
    return new Family(quantity, parameters, admissible, compare, recheck, instance, how);
  }

  /**
   * This family with what was compared kept, for comparisons that take long.
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
