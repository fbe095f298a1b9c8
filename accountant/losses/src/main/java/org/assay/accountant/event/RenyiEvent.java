package org.assay.accountant.event;

import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism whose Rényi divergences of some orders have known bounds, in both orders of
 * neighbours.
 *
 * @param statement the bounds, of from 1 to 1000 orders
 * @param name what the mechanism is called, if anything
 * @param citation where the bounds are proved, if that is said
 */
public record RenyiEvent(
    Guarantee.Renyi statement, Optional<String> name, Optional<String> citation)
    implements KnownCurveEvent {
  static final int MOST_POINTS = 1000;

  /**
   * Checks the number of orders.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public RenyiEvent {
    requireFew("orders", Parameters.requireGiven("statement", statement).epsilonByOrder().size());
  }

  /**
   * Bounds without a name.
   *
   * @param statement the bounds
   * @return the event
   */
  public static RenyiEvent of(Guarantee.Renyi statement) {
    return new RenyiEvent(statement, Optional.empty(), Optional.empty());
  }

  static void requireFew(String name, int points) {
    if (!(points <= MOST_POINTS)) {
      throw new IllegalArgumentException(
          name + " had " + points + " numbers: there may be " + MOST_POINTS + " points");
    }
  }

  @Override
  public AdjacencyRelation adjacency() {
    return statement.adjacency();
  }

  @Override
  public <R> R curve(Curves<R> curves) {
    return curves.renyi(this);
  }
}
