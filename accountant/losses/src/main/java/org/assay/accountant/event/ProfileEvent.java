package org.assay.accountant.event;

import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism of which several (epsilon, delta) statements hold together, in both orders of
 * neighbours.
 *
 * @param statement the points, from 1 to 1000 of them
 * @param name what the mechanism is called, if anything
 * @param citation where the statements are proved, if that is said
 */
public record ProfileEvent(
    Guarantee.Profile statement, Optional<String> name, Optional<String> citation)
    implements KnownCurveEvent {
  /**
   * Checks the number of points.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public ProfileEvent {
    RenyiEvent.requireFew(
        "epsilons", Parameters.requireGiven("statement", statement).deltaByEpsilon().size());
  }

  /**
   * Statements without a name.
   *
   * @param statement the points
   * @return the event
   */
  public static ProfileEvent of(Guarantee.Profile statement) {
    return new ProfileEvent(statement, Optional.empty(), Optional.empty());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return statement.adjacency();
  }

  @Override
  public <R> R curve(Curves<R> curves) {
    return curves.profile(this);
  }
}
