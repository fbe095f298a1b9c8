package org.assay.verify.internal.inference;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Claims that a mechanism is as private as a curve. A claim holds points of the profile, rounded
 * up, so the claim is true whenever the curve is. The claim is silent between the points.
 */
public final class CurveClaims {
  /** The largest delta of a claim that is made from epsilons. Not tuned. */
  private static final double LARGEST_DELTA = 0.5;

  /** Ratio of neighbouring deltas: two points for each power of ten. Not tuned. */
  private static final double RATIO = Math.sqrt(10);

  private CurveClaims() {}

  /**
   * The claim of a profile that is known by its epsilons: points at deltas from a half down to the
   * smallest one of interest, two for each power of ten. Points without a finite epsilon above 0
   * are left out.
   *
   * @param epsilonAt the epsilon at a delta; its upper end is claimed
   * @param smallestDelta strictly between 0 and 1
   * @param adjacency the relation
   * @return points of the profile
   * @throws IllegalArgumentException if no point is left
   */
  public static Guarantee.Profile of(
      DoubleFunction<Enclosure> epsilonAt, double smallestDelta, AdjacencyRelation adjacency) {
    Parameters.requireOpenProbability("smallestDelta", smallestDelta);
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (double delta = LARGEST_DELTA; ; delta /= RATIO) {
      double next = Math.max(delta, smallestDelta);
      double epsilon = epsilonAt.apply(next).upper();
      if (epsilon > 0 && epsilon < Double.POSITIVE_INFINITY) {
        points.merge(epsilon, next, Math::min);
      }
      if (next == smallestDelta) {
        break;
      }
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              "smallestDelta was %s: the profile has no finite epsilon above 0 at any delta from"
                  + " there to %s; claim one epsilon, with or without a delta, instead",
              smallestDelta, LARGEST_DELTA));
    }
    return new Guarantee.Profile(points, adjacency);
  }
}
