package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.fraction.BigFraction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/**
 * Curves and profiles of guarantees that are given by points, against definitions that are
 * evaluated over all chords and all crossings of lines in rational numbers.
 */
class ClaimedCurvesProperties {
  private static final double ROUNDING = 2e-15;

  /** A point of rational coordinates. */
  private record Point(BigFraction x, BigFraction y) {
    static Point of(double x, double y) {
      return new Point(new BigFraction(x), new BigFraction(y));
    }

    Point mirrored() {
      return new Point(y, x);
    }
  }

  @Provide
  Arbitrary<NavigableMap<Double, Double>> errors() {
    Arbitrary<Double> alpha =
        Arbitraries.oneOf(
            Arbitraries.of(1e-6, 1e-3, 1.0 / 16, 0.25, 0.5, 1.0),
            Arbitraries.doubles().between(0, 1).ofScale(6),
            Arbitraries.doubles().between(-30, 0).ofScale(3).map(Math::exp));
    Arbitrary<Double> share =
        Arbitraries.oneOf(
            Arbitraries.of(0.0, 1e-6, 1.0 / 16, 0.5, 1.0),
            Arbitraries.doubles().between(0, 1).ofScale(6));
    Arbitrary<Map<Double, Double>> some = Arbitraries.maps(alpha, share).ofMinSize(0).ofMaxSize(4);
    return some.flatMap(
        points ->
            share.map(
                first -> {
                  NavigableMap<Double, Double> all = new TreeMap<>();
                  points.forEach((x, y) -> all.put(x, y * (1 - x)));
                  all.put(0.0, 1 - first);
                  return all;
                }));
  }

  @Provide
  Arbitrary<NavigableMap<Double, Double>> deltas() {
    Arbitrary<Double> epsilon = Arbitraries.doubles().between(0, 12).ofScale(2);
    Arbitrary<Double> delta =
        Arbitraries.oneOf(
            Arbitraries.of(0.0, 1e-9, 1e-3, 1.0), Arbitraries.doubles().between(0, 1).ofScale(5));
    return Arbitraries.maps(epsilon, delta).ofMinSize(1).ofMaxSize(6).map(TreeMap::new);
  }

  /** A pair of 2.8-DP meets these points, which an earlier curve excluded. */
  @Example
  void pointsThatAreNotSymmetricHoldInBothOrders() {
    NavigableMap<Double, Double> points = new TreeMap<>(Map.of(0.0, 1.0, 1e-6, 1.0 / 16));
    Guarantee claim = new Guarantee.Tradeoff(points, REPLACE_ONE);
    TradeoffCurve curve = TradeoffCurve.of(claim);
    assertEquals(0.2000008, curve.at(0.05).lower(), 1e-15);
    assertEquals(0.2000008, curve.at(0.05).upper(), 1e-15);
    assertEquals(0, PrivacyProfile.of(claim).delta(Math.log(16)).upper(), 1e-15);
    TradeoffCurve pure = TradeoffCurve.of(new Guarantee.Pure(2.8, REPLACE_ONE));
    double[] everywhere = {1e-9, 1e-6, 0.01, 0.05, 1.0 / 16, 0.3, 0.9};
    assertEquals(TradeoffCurve.Comparison.AT_LEAST_AS_PRIVATE, curve.compare(pure, everywhere));
  }

  @Property(tries = 150, seed = "20221101")
  void theCurveOfPointsIsTheLargerOfBothOrders(
      @ForAll("errors") NavigableMap<Double, Double> points,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double alpha) {
    TradeoffCurve curve = TradeoffCurve.of(new Guarantee.Tradeoff(points, REPLACE_ONE));
    List<Double> alphas = new ArrayList<>(points.keySet());
    alphas.addAll(points.values());
    alphas.add(alpha);
    for (double at : alphas) {
      double exact = larger(claimed(points), new BigFraction(at)).doubleValue();
      assertEncloses(curve.at(at), exact, 4 * Math.ulp(exact) + Double.MIN_NORMAL, points);
    }
  }

  @Property(tries = 40, seed = "20221101")
  void theProfileOfErrorsIsTheConjugateOfTheLargerOfBothOrders(
      @ForAll("errors") NavigableMap<Double, Double> points,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 14) double epsilon) {
    Guarantee claim = new Guarantee.Tradeoff(points, REPLACE_ONE);
    Enclosure atZero = PrivacyProfile.of(claim).delta(0);
    BigFraction variation = conjugate(claimed(points), 1);
    assertTrue(new BigFraction(atZero.lower()).compareTo(variation) <= 0, points::toString);
    assertTrue(new BigFraction(atZero.upper()).compareTo(variation) >= 0, points::toString);
    double exact = conjugate(claimed(points), Math.exp(epsilon)).doubleValue();
    assertEncloses(PrivacyProfile.of(claim).delta(epsilon), exact, ROUNDING, points);
    Enclosure byCurve = TradeoffCurve.of(claim).delta(epsilon);
    assertEncloses(byCurve, exact, ROUNDING, points);
    assertTrue(byCurve.width() <= 1e-10, () -> byCurve + " for " + points);
  }

  /** The curve by the profile, whose search needs a convex profile. */
  @Property(tries = 60, seed = "20221101")
  void theCurveOfTheProfileOfErrorsIsTheCurve(
      @ForAll("errors") NavigableMap<Double, Double> points,
      @ForAll @Scale(6) @DoubleRange(min = 1e-5, max = 1) double alpha) {
    Guarantee claim = new Guarantee.Tradeoff(points, REPLACE_ONE);
    Enclosure back = TradeoffCurve.of(PrivacyProfile.of(claim)).at(alpha);
    double exact = larger(claimed(points), new BigFraction(alpha)).doubleValue();
    assertEncloses(back, exact, ROUNDING, points);
    assertTrue(back.width() <= 1e-9, () -> back + " for " + points);
  }

  @Property(tries = 100, seed = "20221101")
  void profilesOfPointsAndTheirCurvesAreTheLowestChords(
      @ForAll("deltas") NavigableMap<Double, Double> points,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 13) double epsilon,
      @ForAll @Scale(6) @DoubleRange(min = 1e-5, max = 1) double alpha) {
    Guarantee claim = new Guarantee.Profile(points, REPLACE_ONE);
    List<Point> all = bothOrders(points);
    double exact = lowest(all, new BigFraction(Math.exp(epsilon))).doubleValue();
    assertEncloses(PrivacyProfile.of(claim).delta(epsilon), exact, ROUNDING, points);
    BigFraction error = BigFraction.ZERO;
    for (Point bend : all) {
      BigFraction lost = bend.x().multiply(new BigFraction(alpha)).add(lowest(all, bend.x()));
      error = max(error, BigFraction.ONE.subtract(lost));
    }
    Enclosure curve = TradeoffCurve.of(claim).at(alpha);
    assertEncloses(curve, error.doubleValue(), ROUNDING, points);
    assertTrue(curve.width() <= 1e-9, () -> curve + " for " + points);
  }

  /** Epsilons beyond the range of exponentials, and corners below the range of doubles. */
  @Example
  void extremePointsAreEnclosed() {
    NavigableMap<Double, Double> points = new TreeMap<>(Map.of(0.0, 1.0, 1e-320, 1e-310));
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Tradeoff(points, REPLACE_ONE));
    assertEquals(0, profile.delta(1e6).lower());
    assertTrue(profile.delta(1e6).upper() < 1);
    assertEquals(1, profile.delta(0).upper(), 1e-15);
    NavigableMap<Double, Double> lossy = new TreeMap<>(Map.of(0.0, 0.75, 0.75, 0.0));
    PrivacyProfile constant = PrivacyProfile.of(new Guarantee.Tradeoff(lossy, REPLACE_ONE));
    assertEquals(Enclosure.exact(0.25), constant.delta(1e6));
  }

  private static void assertEncloses(
      Enclosure found, double exact, double slack, Map<Double, Double> points) {
    boolean encloses = found.lower() <= exact + slack && found.upper() >= exact - slack;
    assertTrue(encloses, () -> found + " for " + exact + " of " + points);
    assertTrue(found.width() <= 1e-9, () -> found + " is wide, of " + points);
  }

  private static List<Point> claimed(Map<Double, Double> errors) {
    List<Point> points = new ArrayList<>();
    errors.forEach((alpha, beta) -> points.add(Point.of(alpha, beta)));
    points.add(Point.of(1, 0));
    return points;
  }

  /** The larger of the curve and its inverse, by their definitions. */
  private static BigFraction larger(List<Point> points, BigFraction alpha) {
    BigFraction inverse = BigFraction.ONE;
    for (Point left : points) {
      for (Point right : points) {
        inverse = min(inverse, firstAtMost(left, right, alpha));
      }
    }
    return max(lowest(points, alpha), inverse);
  }

  /** The smallest x on the line between two points at which it is at most a value, or 1. */
  private static BigFraction firstAtMost(Point left, Point right, BigFraction value) {
    if (left.y().compareTo(value) <= 0) {
      return left.x();
    }
    if (right.y().compareTo(value) > 0 || right.x().compareTo(left.x()) < 0) {
      return BigFraction.ONE;
    }
    BigFraction share = left.y().subtract(value).divide(left.y().subtract(right.y()));
    return left.x().add(right.x().subtract(left.x()).multiply(share));
  }

  /** The largest convex function below points that falls, as the lowest of all chords. */
  private static BigFraction lowest(List<Point> points, BigFraction x) {
    BigFraction lowest = BigFraction.ONE;
    for (Point left : points) {
      if (left.x().compareTo(x) <= 0) {
        lowest = min(lowest, left.y());
        for (Point right : points) {
          if (right.x().compareTo(x) > 0) {
            lowest = min(lowest, onLine(left, right, x));
          }
        }
      }
    }
    return lowest;
  }

  private static BigFraction onLine(Point left, Point right, BigFraction x) {
    BigFraction share = x.subtract(left.x()).divide(right.x().subtract(left.x()));
    return left.y().add(right.y().subtract(left.y()).multiply(share));
  }

  /** The largest value at any point and at any crossing of two lines through two points each. */
  private static BigFraction conjugate(List<Point> points, double odds) {
    List<Point> mirrored = points.stream().map(Point::mirrored).toList();
    List<BigFraction> places = new ArrayList<>();
    points.forEach(point -> places.add(point.x()));
    mirrored.forEach(point -> places.add(point.x()));
    for (Point first : points) {
      for (Point second : points) {
        for (Point third : mirrored) {
          for (Point fourth : mirrored) {
            addCrossing(first, second, third, fourth, places);
          }
        }
      }
    }
    BigFraction largest = BigFraction.ZERO;
    BigFraction slope = new BigFraction(odds);
    for (BigFraction alpha : new HashSet<>(places)) {
      BigFraction lost = alpha.multiply(slope);
      if (lost.compareTo(BigFraction.ONE) < 0) {
        largest = max(largest, BigFraction.ONE.subtract(lost).subtract(larger(points, alpha)));
      }
    }
    return largest;
  }

  private static void addCrossing(
      Point first, Point second, Point third, Point fourth, List<BigFraction> places) {
    if (first.x().compareTo(second.x()) >= 0 || third.x().compareTo(fourth.x()) >= 0) {
      return;
    }
    BigFraction rise = second.y().subtract(first.y()).divide(second.x().subtract(first.x()));
    BigFraction other = fourth.y().subtract(third.y()).divide(fourth.x().subtract(third.x()));
    if (!rise.equals(other)) {
      BigFraction gap = third.y().subtract(first.y());
      BigFraction shift = rise.multiply(first.x()).subtract(other.multiply(third.x()));
      BigFraction alpha = gap.add(shift).divide(rise.subtract(other));
      if (alpha.compareTo(BigFraction.ZERO) >= 0 && alpha.compareTo(BigFraction.ONE) <= 0) {
        places.add(alpha);
      }
    }
  }

  /** The points of a profile as a function of e^epsilon, for both orders. */
  private static List<Point> bothOrders(Map<Double, Double> deltas) {
    List<Point> points = new ArrayList<>();
    points.add(Point.of(0, 1));
    deltas.forEach(
        (epsilon, delta) -> {
          Point point = Point.of(Math.exp(epsilon), delta);
          BigFraction rest = BigFraction.ONE.subtract(point.y()).divide(point.x());
          points.add(point);
          points.add(new Point(point.x().reciprocal(), BigFraction.ONE.subtract(rest)));
        });
    return points;
  }

  private static BigFraction min(BigFraction first, BigFraction second) {
    return first.compareTo(second) <= 0 ? first : second;
  }

  private static BigFraction max(BigFraction first, BigFraction second) {
    return first.compareTo(second) >= 0 ? first : second;
  }
}
