package org.assay.verify.internal.inference;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Claims that a mechanism is as private as a curve. A claim holds points of the profile, rounded
 * up, so the claim is true whenever the curve is. It says nothing between the points.
 */
public final class CurveClaims {
  /** Points of a claim that is made from a profile. Not tuned. */
  private static final int POINTS = 33;

  /** The largest epsilon of a claim has about this delta. */
  private static final double NEGLIGIBLE_DELTA = 1e-9;

  /** No point has a larger epsilon. */
  private static final double LARGEST_EPSILON = 256;

  /** The largest epsilon of a claim is at least about this number. */
  private static final double SMALLEST_EPSILON = 1e-3;

  /** Exponent of the spacing of epsilons: above 1, points are denser near 0. Not tuned. */
  private static final double SPREAD = 1.5;

  /** The largest delta of a claim that is made from epsilons. */
  private static final double LARGEST_DELTA = 0.5;

  /** Ratio of neighbouring deltas: two points for each power of ten. */
  private static final double RATIO = Math.sqrt(10);

  private CurveClaims() {}

  /**
   * The claim that a profile holds.
   *
   * @param profile the profile
   * @return points of it
   */
  public static Guarantee.Profile of(PrivacyProfile profile) {
    return points(profile::delta, profile.adjacency());
  }

  /**
   * The claim that a trade-off curve holds for both orders of the neighbours.
   *
   * @param curve the curve
   * @return points of its profile
   */
  public static Guarantee.Profile of(TradeoffCurve curve) {
    return points(curve::delta, curve.adjacency());
  }

  /**
   * The claim that the profile of a privacy loss distribution holds.
   *
   * @param losses the distribution
   * @return points of its profile
   */
  public static Guarantee.Profile of(PrivacyLossDistribution losses) {
    return points(losses::delta, losses.adjacency());
  }

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
          "smallestDelta was "
              + smallestDelta
              + ": the profile has no finite epsilon above 0 at any delta from there to "
              + LARGEST_DELTA
              + "; claim one epsilon, with or without a delta, instead");
    }
    return new Guarantee.Profile(points, adjacency);
  }

  private static Guarantee.Profile points(
      DoubleFunction<Enclosure> profile, AdjacencyRelation adjacency) {
    double largest = LARGEST_EPSILON;
    while (largest > SMALLEST_EPSILON && profile.apply(largest / 2).upper() <= NEGLIGIBLE_DELTA) {
      largest /= 2;
    }
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i < POINTS; i++) {
      double epsilon = largest * Math.pow(i / (POINTS - 1.0), SPREAD);
      points.put(epsilon, profile.apply(epsilon).upper());
    }
    return new Guarantee.Profile(points, adjacency);
  }
}
