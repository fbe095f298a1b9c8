package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

class ClaimedPointsProperties {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.ADD_OR_REMOVE;

  /** One point gives the same bound as the approximate guarantee. */
  @Property(tries = 200)
  void onePointIsTheApproximateGuarantee(
      @ForAll @DoubleRange(min = 0.01, max = 5) double claimed,
      @ForAll @DoubleRange(min = 0, max = 0.9) double delta,
      @ForAll @DoubleRange(min = 0, max = 6) double epsilon) {
    var approximate = new Guarantee.Approximate(claimed, delta, ADJACENCY);
    Enclosure expected = PrivacyProfile.of(approximate).delta(epsilon);
    Enclosure found = PrivacyProfile.of(profile(claimed, delta)).delta(epsilon);
    assertEquals(expected.midpoint(), found.midpoint(), 1e-12);
    assertTrue(found.lower() <= expected.upper() && expected.lower() <= found.upper());
  }

  /** Points of a Gaussian profile bound it everywhere and meet it at the points. */
  @Property(tries = 100)
  void pointsOfAProfileBoundIt(
      @ForAll @DoubleRange(min = 0.1, max = 3) double mu,
      @ForAll @DoubleRange(min = 0, max = 8) double epsilon) {
    PrivacyProfile gaussian = PrivacyProfile.of(new Guarantee.Gaussian(mu, ADJACENCY));
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (double at : new double[] {0, 0.5, 1, 2, 4}) {
      points.put(at, gaussian.delta(at).upper());
    }
    PrivacyProfile claimed = PrivacyProfile.of(new Guarantee.Profile(points, ADJACENCY));
    assertTrue(claimed.delta(epsilon).upper() >= gaussian.delta(epsilon).lower());
    points.forEach(
        (at, delta) -> assertEquals(delta, claimed.delta(at).upper(), 1e-15 + 1e-12 * delta));
  }

  /** The curve of (log 3, 0.1) by its corners, against its closed form. */
  @Property(tries = 100)
  void cornersOfAnApproximateCurveAreTheGuarantee(
      @ForAll @DoubleRange(min = 0, max = 4) double epsilon) {
    var approximate = new Guarantee.Approximate(Math.log(3), 0.1, ADJACENCY);
    NavigableMap<Double, Double> corners = new TreeMap<>();
    corners.put(0.0, 0.9);
    corners.put(0.225, 0.225);
    corners.put(0.9, 0.0);
    Guarantee tradeoff = new Guarantee.Tradeoff(corners, ADJACENCY);
    double expected = PrivacyProfile.of(approximate).delta(epsilon).midpoint();
    assertEquals(expected, PrivacyProfile.of(tradeoff).delta(epsilon).midpoint(), 1e-12);
    double alpha = epsilon / 4;
    double curve = TradeoffCurve.of(approximate).at(alpha).lower();
    assertEquals(curve, TradeoffCurve.of(tradeoff).at(alpha).lower(), 1e-9);
  }

  /** All chords of points that are near a profile, far apart or close together. */
  @Property(tries = 150)
  void theLowestOfAllChords(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @DoubleRange(min = 0, max = 4) double epsilon) {
    SplittableRandom random = new SplittableRandom(seed);
    double spread = Math.pow(10, random.nextDouble(-9, 2.8));
    double fall = Math.pow(10, random.nextDouble(-1, 1.5)) / spread;
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      double at = spread * random.nextDouble();
      points.put(at, 0.9 * Math.exp(-fall * at) * (1 - 0.3 * random.nextDouble()));
    }
    Guarantee.Profile claimed = new Guarantee.Profile(points, ADJACENCY);
    double at = random.nextInt(4) == 0 ? points.floorKey(2 * spread) : epsilon * spread / 3;
    BigDecimal expected = lowestChord(points, at);
    Enclosure found = PrivacyProfile.of(claimed).delta(at);
    assertTrue(new BigDecimal(found.lower()).compareTo(expected) <= 0, found + " " + expected);
    assertTrue(new BigDecimal(found.upper()).compareTo(expected) >= 0, found + " " + expected);
  }

  private static final MathContext DIGITS = new MathContext(60);

  private static BigDecimal lowestChord(NavigableMap<Double, Double> points, double epsilon) {
    BigDecimal lowest = BigDecimal.ONE;
    BigDecimal here = exp(epsilon);
    for (double delta : points.headMap(epsilon, true).values()) {
      lowest = lowest.min(new BigDecimal(delta));
    }
    for (var right : points.tailMap(epsilon, false).entrySet()) {
      BigDecimal end = exp(right.getKey());
      BigDecimal there = new BigDecimal(right.getValue());
      for (var left : points.entrySet()) {
        BigDecimal value = new BigDecimal(left.getValue());
        BigDecimal low = exp(left.getKey());
        if (left.getKey() < epsilon) {
          lowest = lowest.min(onLine(low, value, end, there, here));
        }
        BigDecimal inverse = BigDecimal.ONE.divide(low, DIGITS);
        BigDecimal mirrored =
            BigDecimal.ONE.subtract(BigDecimal.ONE.subtract(value).multiply(inverse, DIGITS));
        lowest = lowest.min(onLine(inverse, mirrored, end, there, here));
      }
    }
    return lowest;
  }

  private static BigDecimal onLine(
      BigDecimal low, BigDecimal value, BigDecimal end, BigDecimal there, BigDecimal here) {
    BigDecimal share = here.subtract(low).divide(end.subtract(low), DIGITS);
    return value.add(there.subtract(value).multiply(share, DIGITS));
  }

  private static BigDecimal exp(double x) {
    return BigDecimalMath.exp(new BigDecimal(x), new MathContext(80));
  }

  /** Of several hundred points nearly all chords are excluded by plain doubles. */
  @Test
  void manyPointsAreQuick() {
    PrivacyProfile gaussian = PrivacyProfile.of(new Guarantee.Gaussian(1, ADJACENCY));
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i < 600; i++) {
      points.put(i / 100.0, gaussian.delta(i / 100.0).upper());
    }
    PrivacyProfile claimed = PrivacyProfile.of(new Guarantee.Profile(points, ADJACENCY));
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 200; i++) {
            double epsilon = 0.005 + 0.03 * i;
            double exact = gaussian.delta(epsilon).lower();
            assertEquals(exact, claimed.delta(epsilon).upper(), 1e-3 * exact + 1e-9);
          }
        });
  }

  @Test
  void pointsThatSayNothingTrueAreRefused() {
    NavigableMap<Double, Double> none = new TreeMap<>();
    assertThrows(IllegalArgumentException.class, () -> new Guarantee.Profile(none, ADJACENCY));
    assertThrows(IllegalArgumentException.class, () -> profile(-1, 0.1));
    assertThrows(IllegalArgumentException.class, () -> profile(1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> tradeoff(0.1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> tradeoff(0, 1.5));
    NavigableMap<Double, Double> better = new TreeMap<>();
    better.put(0.0, 1.0);
    better.put(0.5, 0.6);
    assertThrows(IllegalArgumentException.class, () -> new Guarantee.Tradeoff(better, ADJACENCY));
  }

  @Test
  void pointsAreDescribed() {
    assertEquals("(1.0, 0.1)-DP under add-remove", described(profile(1, 0.1)));
    assertEquals(
        "tests with errors of at least (0.0, 0.9) under add-remove", described(tradeoff(0, 0.9)));
    NavigableMap<Double, Double> many = new TreeMap<>();
    for (int i = 0; i < 9; i++) {
      many.put((double) i, 0.5 / (1 + i));
    }
    assertTrue(described(new Guarantee.Profile(many, ADJACENCY)).startsWith("9 points"));
  }

  private static String described(Guarantee guarantee) {
    return guarantee.describe().replace(ADJACENCY.toString(), "add-remove");
  }

  private static Guarantee profile(double epsilon, double delta) {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(epsilon, delta);
    return new Guarantee.Profile(points, ADJACENCY);
  }

  private static Guarantee tradeoff(double alpha, double beta) {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(alpha, beta);
    return new Guarantee.Tradeoff(points, ADJACENCY);
  }
}
