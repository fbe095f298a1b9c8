package org.assay.cli.claims;

import java.util.TreeMap;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * The profile that the accountant certifies of an event, as a claim: the epsilons, rounded up, at
 * deltas from a half down to the smallest one of interest, two for each power of ten. Points of
 * epsilon 0 are left out, since no factor of the epsilons would change them.
 */
final class EventProfile {
  private static final double LARGEST_DELTA = 0.5;
  private static final double RATIO = Math.sqrt(10);

  private final TightestBound bound;
  private final TreeMap<Double, Double> points = new TreeMap<>();

  private EventProfile(TightestBound bound) {
    this.bound = bound;
  }

  /**
   * The claim that what is run costs no more than an event.
   *
   * @param event what is said to be run
   * @param smallestDelta the smallest delta of the profile, strictly between 0 and 1
   * @param adjacency the relation of the claim
   * @return the profile
   * @throws IllegalArgumentException if the event has no finite epsilon above 0 at any of the
   *     deltas
   */
  static Guarantee of(DpEvent event, double smallestDelta, AdjacencyRelation adjacency) {
    EventProfile profile = new EventProfile(TightestBound.of(event, adjacency));
    profile.add(smallestDelta);
    for (double delta = LARGEST_DELTA; delta > smallestDelta; delta /= RATIO) {
      profile.add(delta);
    }
    if (profile.points.isEmpty()) {
      throw new IllegalArgumentException(
          "event was "
              + event.describe()
              + ": it has no finite epsilon above 0 at deltas from "
              + smallestDelta
              + " to "
              + LARGEST_DELTA
              + "; claim 'pure' or 'approximate' instead");
    }
    return new Guarantee.Profile(profile.points, adjacency);
  }

  private void add(double delta) {
    double epsilon = bound.epsilon(delta).value().upper();
    if (epsilon > 0 && epsilon < Double.POSITIVE_INFINITY) {
      points.merge(epsilon, delta, Math::min);
    }
  }
}
