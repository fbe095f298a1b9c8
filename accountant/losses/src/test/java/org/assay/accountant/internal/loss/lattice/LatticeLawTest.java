package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small lattice distributions, whose moments and compositions can be summed by hand. */
class LatticeLawTest {
  private static final LatticeLaw COIN = new LatticeLaw(0.5, Map.of(-1L, 0.25, 3L, 0.75), 0);

  private static final LatticeLaw LEAKY =
      new LatticeLaw(0.5, Map.of(-2L, 0.125, 0L, 0.375, 1L, 0.25), 0.25);

  /** The profile of a distribution, by its definition. */
  private static double delta(
      Map<Long, Double> masses, double step, double infinite, double epsilon) {
    double sum = infinite;
    for (Map.Entry<Long, Double> mass : masses.entrySet()) {
      double excess = mass.getKey() * step - epsilon;
      sum += excess > 0 ? -mass.getValue() * Math.expm1(-excess) : 0;
    }
    return sum;
  }

  private static Map<Long, Double> masses(LatticeLaw law) {
    Map<Long, Double> masses = new TreeMap<>();
    for (int i = 0; i < law.size(); i++) {
      masses.merge(law.index(i), law.mass(i), Double::sum);
    }
    return masses;
  }

  private static Map<Long, Double> convolved(Map<Long, Double> one, Map<Long, Double> two) {
    Map<Long, Double> sum = new TreeMap<>();
    one.forEach((i, p) -> two.forEach((j, q) -> sum.merge(i + j, p * q, Double::sum)));
    return sum;
  }

  @Test
  void pointsAreSortedAndEmptyOnesLeftOut() {
    LatticeLaw law = new LatticeLaw(0.25, Map.of(5L, 0.5, -3L, 0.25, 2L, 0.0), 0.125);
    assertEquals(2, law.size());
    assertEquals(-3, law.index(0));
    assertEquals(5, law.index(1));
    assertEquals(-0.75, law.loss(0));
    assertEquals(1.25, law.loss(1));
    assertEquals(0.25, law.mass(0));
    assertEquals(0.125, law.infinite());
    assertEquals(0.25, law.step());
    assertEquals(Enclosure.exact(0.875), law.total());
    assertEquals(Enclosure.exact(-0.75), LatticeLaw.loss(0.25, -3));
  }

  @Test
  void totalsOfRoundedMassesAreEnclosed() {
    Enclosure total = new LatticeLaw(1, Map.of(0L, 0.1, 1L, 0.2, 2L, 0.7), 0x1p-60).total();
    assertTrue(total.contains(1 + 0x1p-55) || total.contains(1), total::toString);
    assertTrue(total.lower() < total.upper() && total.width() < 1e-15, total::toString);
  }

  /** log E e^(θL), the mean and the variance of the tilted distribution. */
  @ParameterizedTest
  @CsvSource({"0", "1", "-2.5", "30", "-900", "5000"})
  void momentsOfACoin(double theta) {
    double up = 0.75 * Math.exp(Math.min(0, 2 * theta));
    double down = 0.25 * Math.exp(Math.min(0, -2 * theta));
    double peak = Math.max(1.5 * theta, -0.5 * theta);
    double share = up / (up + down);
    double[] moments = COIN.logMoments(theta);
    double log = peak + Math.log(up + down);
    assertEquals(log, moments[0], COIN.logMomentError(theta));
    assertEquals(1.5 * share - 0.5 * (1 - share), moments[1], 1e-14);
    assertEquals(4 * share * (1 - share), moments[2], 1e-14);
    double roundings = (8 * (Math.abs(theta) * 1.5 + 745) + 102) * 0x1p-51;
    assertEquals(roundings, COIN.logMomentError(theta), 1e-6 * roundings);
  }

  @ParameterizedTest
  @CsvSource({"1,0.5", "4,0.5", "4,1.5", "50,0.5", "50,0.1", "400,0.02"})
  void compositionsEncloseTheirProfile(int count, double theta) {
    Map<Long, Double> sum = Map.of(0L, 1.0);
    for (int i = 0; i < count; i++) {
      sum = convolved(sum, masses(COIN));
    }
    LatticeComposition composition =
        new LatticeComposition(List.of(COIN), new long[] {count}, theta, 1e-12);
    double mean = count * (1.5 * 0.75 - 0.5 * 0.25);
    for (double epsilon : new double[] {mean * 0.9, mean, mean + 0.3, mean * 1.1}) {
      double exact = delta(sum, 0.5, 0, epsilon);
      Enclosure found = composition.delta(epsilon);
      assertNear(found, exact, 1e-8);
    }
  }

  @Test
  void compositionsOfSeveralLawsLeakToInfinity() {
    Map<Long, Double> sum = convolved(convolved(masses(COIN), masses(COIN)), masses(LEAKY));
    LatticeComposition composition =
        new LatticeComposition(List.of(COIN, LEAKY), new long[] {2, 1}, 1.5, 1e-12);
    for (double epsilon : new double[] {0, 0.5, 1.25, 3, 3.5, 10}) {
      assertNear(composition.delta(epsilon), delta(sum, 0.5, 0.25, epsilon), 1e-9);
    }
  }

  /** {@code 1 - (3/4)^n}. */
  @Test
  void infiniteMassGrowsWithTheCount() {
    assertEquals(Enclosure.ZERO, LatticeComposition.infinite(List.of(COIN), new long[] {100}));
    for (int count : new int[] {1, 2, 40}) {
      Enclosure infinite = LatticeComposition.infinite(List.of(LEAKY), new long[] {count});
      assertNear(infinite, 1 - Math.pow(0.75, count), 1e-13);
    }
    Enclosure both = LatticeComposition.infinite(List.of(COIN, LEAKY), new long[] {7, 3});
    assertNear(both, 1 - Math.pow(0.75, 3), 1e-13);
  }

  /** Totals above 1, as pessimistic distributions have, count in full. */
  @Test
  void totalsOtherThanOneAreKept() {
    LatticeLaw heavy = new LatticeLaw(1, Map.of(0L, 1.0), 0.5);
    Enclosure infinite = LatticeComposition.infinite(List.of(heavy), new long[] {3});
    assertNear(infinite, 1.5 * 1.5 * 1.5 - 1, 1e-13);
  }

  private static void assertNear(Enclosure found, double exact, double accuracy) {
    double slack = 1e-12 * exact + 1e-300;
    assertTrue(found.lower() <= exact + slack, () -> found + " and " + exact);
    assertTrue(found.upper() >= exact - slack, () -> found + " and " + exact);
    assertTrue(found.width() <= accuracy, () -> "width of " + found);
  }

  /** The mass outside a window, by its definition, is at most the bound. */
  @ParameterizedTest
  @CsvSource({"40,0.01,1e-3", "40,1,1e-6", "400,0.05,1e-9"})
  void windowsHoldAllButTheTail(int count, double theta, double tail) {
    LatticeWindow window = LatticeWindow.of(List.of(COIN), new long[] {count}, theta, tail, 20);
    double share = 0.75 * Math.exp(2 * theta) / (0.75 * Math.exp(2 * theta) + 0.25);
    long size = 1L << window.logSize();
    double outside = 0;
    double logTerm = count * Math.log1p(-share);
    for (int k = 0; k <= count; k++) {
      long place = -count + 4L * k;
      outside += place < window.start() || place >= window.start() + size ? Math.exp(logTerm) : 0;
      logTerm += Math.log((count - k) / (k + 1.0)) + Math.log(share / (1 - share));
    }
    double bound = window.outside(size);
    assertTrue(bound >= outside && bound <= 1.1 * tail, bound + " for " + outside);
    double deviation = 4 * Math.sqrt(count * share * (1 - share));
    assertTrue(size < 40 * deviation, () -> "size " + size);
    double center = count * (4 * share - 1);
    assertTrue(window.start() < center && center < window.start() + size);
  }

  @Test
  void windowsEndWhereTheLossesDo() {
    LatticeWindow window = LatticeWindow.of(List.of(COIN), new long[] {2}, 1, 1e-300, 20);
    assertEquals(4, window.logSize());
    assertTrue(window.start() <= -2 && window.start() > -6, () -> "start " + window.start());
    assertEquals(0, window.outside(16));
  }

  /** A window of limited length keeps the middle, and its bound counts the rest. */
  @Test
  void windowsThatAreTooLongAreCut() {
    LatticeWindow window = LatticeWindow.of(List.of(COIN), new long[] {4000}, 0.01, 1e-9, 6);
    assertEquals(6, window.logSize());
    double share = 0.75 * Math.exp(0.02) / (0.75 * Math.exp(0.02) + 0.25);
    double center = 4000 * (4 * share - 1);
    assertEquals(center, (double) (window.start() + 32), 20);
    double outside = window.outside(64);
    assertTrue(outside > 0.5 && outside <= 2.01, () -> "outside " + outside);
  }

  /** At the saddle point the derivative of the exponent is 0. */
  @ParameterizedTest
  @CsvSource({"1,1.2", "30,20", "30,40"})
  void tiltsSolveTheSaddlePointEquation(int count, double epsilon) {
    SaddlePoint saddle = new SaddlePoint(List.of(COIN), new long[] {count});
    double theta = saddle.tiltForEpsilon(epsilon);
    assertEquals(epsilon, saddle.epsilon(theta), 0.04 * count);
    double mean = count * COIN.logMoments(theta)[1];
    assertEquals(mean - 1 / theta - 1 / (theta + 1), saddle.epsilon(theta), 1e-12 * mean);
    double again = saddle.tiltForDelta(Math.exp(saddle.logDelta(theta)));
    assertEquals(1, again / theta, 0.05);
  }

  /** The saddle point's value is close to the profile for many coins. */
  @Test
  void saddlePointsEstimateTheProfile() {
    Map<Long, Double> sum = Map.of(0L, 1.0);
    for (int i = 0; i < 100; i++) {
      sum = convolved(sum, masses(COIN));
    }
    SaddlePoint saddle = new SaddlePoint(List.of(COIN), new long[] {100});
    for (double epsilon : new double[] {105, 115, 125}) {
      double theta = saddle.tiltForEpsilon(epsilon);
      double exact = delta(sum, 0.5, 0, epsilon);
      assertEquals(Math.log(exact), saddle.logDelta(theta), 0.35);
    }
    assertTrue(saddle.logDelta(1e-3) <= 0);
  }

  @Test
  void noTiltReachesBeyondTheLargestLoss() {
    SaddlePoint saddle = new SaddlePoint(List.of(COIN), new long[] {2});
    double theta = saddle.tiltForEpsilon(100);
    assertEquals(saddle.tiltForEpsilon(0.95 * 3), theta);
    assertTrue(theta > 1 && theta < 100, () -> "tilt " + theta);
  }
}
