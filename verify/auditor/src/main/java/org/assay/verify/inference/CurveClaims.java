package org.assay.verify.inference;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * Claims that a mechanism is as private as a curve says. A claim holds points of the profile, upper
 * ends, so it is true whenever the curve is; what it leaves out lies between the points.
 */
public final class CurveClaims {
  private static final int POINTS = 33;
  private static final double NEGLIGIBLE_DELTA = 1e-9;
  private static final double LARGEST_EPSILON = 256;
  private static final double SMALLEST_EPSILON = 1e-3;
  private static final double SPREAD = 1.5;

  private CurveClaims() {}

  /**
   * The claim of a profile.
   *
   * @param profile the profile
   * @return points of it
   */
  public static Guarantee.Profile of(PrivacyProfile profile) {
    return points(profile::delta, profile.adjacency());
  }

  /**
   * The claim that a trade-off curve bounds both orders of the neighbours.
   *
   * @param curve the curve
   * @return points of its profile
   */
  public static Guarantee.Profile of(TradeoffCurve curve) {
    return points(curve::delta, curve.adjacency());
  }

  /**
   * The claim of a composition's privacy loss distribution.
   *
   * @param losses the distribution
   * @return points of its profile
   */
  public static Guarantee.Profile of(PrivacyLossDistribution losses) {
    return points(losses::delta, losses.adjacency());
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
