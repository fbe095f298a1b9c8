package org.assay.ledger.internal.range;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;

/**
 * A claim about an event, for all values of some parameters; without parameters, about one event.
 *
 * @param name the claim's name, unique in its file
 * @param statement the claim as it was written, in words
 * @param parameters the ranges; empty for a claim about one event
 * @param condition holds at the points that the claim is about
 * @param instances event and claim at a point; throws {@link PointException} if they make no sense
 */
public record RangeClaim(
    String name,
    String statement,
    List<Parameter> parameters,
    Predicate<Point> condition,
    Function<Point, Instance> instances) {
  /** Copies the list. */
  public RangeClaim {
    parameters = List.copyOf(parameters);
  }
}
