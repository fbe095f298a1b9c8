package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NotationException;
import org.assay.accountant.event.ProfileEvent;
import org.assay.accountant.event.RenyiEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Curves stated by the user, against sums over all outcomes and chords between all points. */
class KnownCurvesTest {
  private static final MathContext DIGITS = new MathContext(50);
  private static final double[] LEFT = {0.25, 0.5, 0.25, 0};
  private static final double[] RIGHT = {0.125, 0.5, 0.3125, 0.0625};
  private static final DpEvent PAIR =
      parsed("pair([1/4, 1/2, 0.25, 0], [1/8, 0.5, 5/16, 1/16])", ADD_OR_REMOVE);

  private static DpEvent parsed(String text, AdjacencyRelation adjacency) {
    return DpEvent.parse(text, adjacency);
  }

  private static Enclosure delta(DpEvent event, double epsilon) {
    return TightestBound.of(event, event.adjacency()).delta(epsilon).value();
  }

  private static void assertNear(double expected, Enclosure found, double width) {
    assertTrue(
        found.lower() <= expected + 1e-15 && found.upper() >= expected - 1e-15,
        () -> found + " and not " + expected);
    assertTrue(found.upper() <= expected * (1 + width) + 1e-14, () -> found + ": " + expected);
  }

  /** The sum of {@code max(0, P - e^epsilon Q)} over all sequences of outcomes. */
  private static double counted(double[] p, double[] q, int times, double epsilon) {
    return counted(p, q, times, BigDecimal.ONE, new BigDecimal(Math.exp(epsilon))).doubleValue();
  }

  private static BigDecimal counted(
      double[] p, double[] q, int times, BigDecimal first, BigDecimal second) {
    if (times == 0) {
      return first.subtract(second).max(BigDecimal.ZERO);
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < p.length; i++) {
      BigDecimal one = first.multiply(new BigDecimal(p[i]), DIGITS);
      BigDecimal other = second.multiply(new BigDecimal(q[i]), DIGITS);
      sum = sum.add(counted(p, q, times - 1, one, other), DIGITS);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aPairIsSummedOverAllOutcomes(int times) {
    for (double epsilon : new double[] {0, 0.1, 0.5, 1, 2}) {
      double both =
          Math.max(counted(LEFT, RIGHT, times, epsilon), counted(RIGHT, LEFT, times, epsilon));
      assertNear(both, delta(times == 1 ? PAIR : PAIR.times(times), epsilon), 1e-3);
    }
  }

  /**
   * {@code left} is with the record: the sample mixes it, for either order of the distributions.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.75})
  void aSampleOfAPairMixesTheLeftLaw(double probability) {
    double[] mixed = new double[LEFT.length];
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = probability * LEFT[i] + (1 - probability) * RIGHT[i];
    }
    for (double epsilon : new double[] {0, 0.1, 0.2}) {
      double both = Math.max(counted(mixed, RIGHT, 3, epsilon), counted(RIGHT, mixed, 3, epsilon));
      assertNear(both, delta(PAIR.poissonSampled(probability).times(3), epsilon), 1e-3);
    }
  }

  /** Order 3 of one way: {@code Σ P³/Q² = 1/27 / 1/25 + ...} in fractions. */
  @Test
  void divergencesOfAPairAreTheLargerOfBothOrders() {
    DpEvent pair = parsed("pair([1/3, 1/2, 1/6], [1/5, 3/5, 1/5])", ADD_OR_REMOVE);
    double forward = 25.0 / 27 + 25.0 / 72 + 25.0 / 216;
    double backward = 9.0 / 125 + 4 * 27.0 / 125 + 36.0 / 125;
    double expected = Math.log(Math.max(forward, backward)) / 2;
    Enclosure found = Steps.of(pair, ADD_OR_REMOVE).renyi().at(3);
    assertEquals(expected, found.midpoint(), 1e-14);
    DpEvent exchanged = parsed("pair([1/5, 3/5, 1/5], [1/3, 1/2, 1/6])", ADD_OR_REMOVE);
    assertEquals(expected, Steps.of(exchanged, ADD_OR_REMOVE).renyi().at(3).midpoint(), 1e-14);
    Enclosure largest = Steps.of(pair, ADD_OR_REMOVE).epsilon();
    assertEquals(Math.log(5.0 / 3), largest.midpoint(), 1e-14);
  }

  @Test
  void aPairWithAnOutcomeOfOneLawHasNoEpsilon() {
    assertThrows(UnsupportedEventException.class, () -> Steps.of(PAIR, ADD_OR_REMOVE).epsilon());
    assertThrows(UnsupportedEventException.class, () -> Steps.of(PAIR, ADD_OR_REMOVE).renyi());
    assertThrows(UnsupportedEventException.class, () -> Steps.of(PAIR, REPLACE_ONE).losses());
    DpEvent group = PAIR.forGroupsOf(2);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(group, ADD_OR_REMOVE).losses());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pair([1/3, 1/3], [1/2, 1/2])",
        "pair([0.333333333333333333, 0.666666666666666666], [1/2, 1/2])",
        "pair([1], [1/2, 1/2])",
        "pair([-1, 2], [1/2, 1/2])",
        "pair([1/0, 1], [1/2, 1/2])",
        "pair([?, 1], [1/2, 1/2])",
        "renyi([2, 3], [1])",
        "renyi([2, 2], [1, 2])",
        "renyi([1], [1])",
        "renyi([2], [-1])",
        "profile([1, 1], [0, 0.1])",
        "profile([1], [1.1])",
        "profile([1], [0, 1])"
      })
  void whatIsNoCurveIsRefused(String text) {
    assertThrows(NotationException.class, () -> parsed(text, ADD_OR_REMOVE));
  }

  @Test
  void theSumOfALawIsNamed() {
    NotationException refusal =
        assertThrows(
            NotationException.class,
            () -> parsed("pair([1/4, 1/2, 1/5], [1/2, 1/2, 0])", ADD_OR_REMOVE));
    assertTrue(String.valueOf(refusal.getMessage()).contains("19/20"), refusal::toString);
  }

  private static RenyiEvent orders(NavigableMap<Double, Double> points) {
    return RenyiEvent.of(new Guarantee.Renyi(points, ADD_OR_REMOVE));
  }

  /** The lowest of all chords between two points, (0, 0) among them, in twice the digits. */
  private static double lowestChord(NavigableMap<Double, Double> points, double order) {
    List<BigDecimal[]> all = new ArrayList<>();
    all.add(new BigDecimal[] {BigDecimal.ZERO, BigDecimal.ZERO});
    points.forEach(
        (at, epsilon) -> {
          BigDecimal b = new BigDecimal(at).subtract(BigDecimal.ONE);
          all.add(new BigDecimal[] {b, b.multiply(new BigDecimal(epsilon))});
        });
    BigDecimal here = new BigDecimal(order).subtract(BigDecimal.ONE);
    double lowest = Double.POSITIVE_INFINITY;
    for (BigDecimal[] left : all) {
      for (BigDecimal[] right : all) {
        if (left[0].compareTo(here) < 0 && right[0].compareTo(here) >= 0) {
          BigDecimal share = here.subtract(left[0]).divide(right[0].subtract(left[0]), DIGITS);
          BigDecimal moment = left[1].add(right[1].subtract(left[1]).multiply(share));
          lowest = Math.min(lowest, moment.divide(here, DIGITS).doubleValue());
        }
      }
    }
    return lowest;
  }

  @Test
  void ordersAreBoundedByTheLowestChord() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 200; round++) {
      NavigableMap<Double, Double> points = new TreeMap<>();
      for (int i = random.nextInt(1, 7); i > 0; i--) {
        double order = 1 + Math.exp(random.nextDouble(-5, 6));
        points.put(order, Math.exp(random.nextDouble(-8, 3)));
      }
      RenyiEvent event = orders(points);
      for (int i = 0; i < 30; i++) {
        double order = 1 + Math.exp(random.nextDouble(-6, 7));
        Enclosure found = Steps.of(event, ADD_OR_REMOVE).renyi().at(order);
        double expected = lowestChord(points, order);
        if (expected == Double.POSITIVE_INFINITY) {
          assertEquals(expected, found.lower());
        } else {
          assertTrue(found.upper() >= expected * (1 - 1e-15), found + " at " + order);
          assertEquals(expected, found.midpoint(), 1e-13 * expected);
        }
      }
    }
  }

  /** A divergence of 0 at any order implies that neighbours' distributions are equal. */
  @Test
  void aDivergenceOfZeroRevealsNothing() {
    DpEvent nothing = parsed("renyi([2, 9], [0, 1])", ADD_OR_REMOVE);
    assertEquals(Enclosure.ZERO, Steps.of(nothing, ADD_OR_REMOVE).renyi().at(100));
    assertEquals(0, delta(nothing, 0).upper());
  }

  /** By hand: {@code ε + log(1 - 1/α) - (log δ + log α)/(α - 1)} at the only order. */
  @Test
  void oneOrderIsConvertedAtThisOrder() {
    Enclosure found =
        TightestBound.of(parsed("renyi([8], [0.5])", ADD_OR_REMOVE), ADD_OR_REMOVE)
            .epsilon(1e-6)
            .value();
    double expected = 0.5 + Math.log(7.0 / 8) - (Math.log(1e-6) + Math.log(8)) / 7;
    assertEquals(expected, found.upper(), 1e-12);
    assertEquals(expected, found.lower(), 1e-9);
  }

  private static DpEvent gaussian(double mu) {
    return DpEvent.gaussian(1 / mu, Sensitivity.unit(ADD_OR_REMOVE));
  }

  /** The stated points of a Gaussian never cost less than the Gaussian, sampled and composed. */
  @Test
  void someOrdersOfAGaussianCostMore() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (double order : new double[] {1.5, 3, 6, 20, 60}) {
      points.put(order, order * 0.125);
    }
    assertCostsMore(orders(points), gaussian(0.5));
  }

  /**
   * Orders give the same bound by their pair as by the conversion, up to its two hundred chords.
   */
  @Test
  void thePairOfOrdersIsTheConversion() {
    DpEvent known = parsed("renyi([2, 8, 32], [0.1, 0.5, 3])", ADD_OR_REMOVE);
    Accountant orders = Accountant.rdp(ADD_OR_REMOVE).compose(known);
    for (double epsilon : new double[] {0.3, 1, 2, 3}) {
      double converted = orders.deltaAt(epsilon).upper();
      double paired = Steps.of(known, ADD_OR_REMOVE).losses().delta(epsilon).upper();
      assertEquals(converted, paired, 0.1 * converted, "at " + epsilon);
    }
  }

  @Test
  void somePointsOfAGaussianCostMore() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (double epsilon : new double[] {0.1, 0.5, 1, 2, 3}) {
      points.put(epsilon, GaussianMechanism.delta(0.5, epsilon).upper());
    }
    assertCostsMore(ProfileEvent.of(new Guarantee.Profile(points, ADD_OR_REMOVE)), gaussian(0.5));
  }

  private static void assertCostsMore(DpEvent known, DpEvent truth) {
    for (double epsilon : new double[] {0.3, 1.5}) {
      assertTrue(delta(known, epsilon).upper() >= delta(truth, epsilon).lower());
      assertTrue(
          Steps.of(known.times(4), ADD_OR_REMOVE).losses().delta(epsilon).upper()
              >= delta(truth.times(4), epsilon).lower());
      assertTrue(
          delta(known.poissonSampled(0.1), epsilon).upper()
              >= delta(truth.poissonSampled(0.1), epsilon).lower());
      assertTrue(
          TightestBound.of(known, REPLACE_ONE).delta(epsilon).value().upper()
              >= TightestBound.of(truth, REPLACE_ONE).delta(epsilon).value().lower());
    }
  }

  /** The lowest chord between two points or their mirror images, in doubles. */
  private static double implied(NavigableMap<Double, Double> points, double epsilon) {
    List<double[]> all = new ArrayList<>();
    all.add(new double[] {0, 1});
    points.forEach(
        (at, delta) -> {
          all.add(new double[] {Math.exp(-at), 1 - Math.exp(-at) * (1 - delta)});
          all.add(new double[] {Math.exp(at), delta});
        });
    double here = Math.exp(epsilon);
    double lowest = 1;
    for (double[] left : all) {
      for (double[] right : all) {
        double chord = left[1] + (right[1] - left[1]) * (here - left[0]) / (right[0] - left[0]);
        boolean between = left[0] < here && right[0] >= here;
        lowest = between ? Math.min(lowest, chord) : lowest;
      }
      lowest = left[0] <= here ? Math.min(lowest, left[1]) : lowest;
    }
    return lowest;
  }

  @Test
  void profilesAreTheLowestChord() {
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 40; round++) {
      NavigableMap<Double, Double> points = new TreeMap<>();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        double delta = random.nextInt(5) == 0 ? 0 : Math.exp(random.nextDouble(-12, 0));
        points.put(random.nextDouble(0, 4), delta);
      }
      DpEvent event = ProfileEvent.of(new Guarantee.Profile(points, ADD_OR_REMOVE));
      for (int i = 0; i < 8; i++) {
        double epsilon = random.nextDouble(0, 5);
        double expected = implied(points, epsilon);
        Enclosure found = Steps.of(event, ADD_OR_REMOVE).losses().delta(epsilon);
        assertTrue(found.upper() >= expected - 1e-13, points + " at " + epsilon + ": " + found);
        assertEquals(expected, found.upper(), 1e-4 * expected + 1e-12, points + " at " + epsilon);
      }
    }
  }

  @Test
  void onePointIsApproximate() {
    DpEvent point = parsed("profile([0.7], [0.001])", ADD_OR_REMOVE);
    DpEvent approximate = new ApproximateEvent(0.7, 0.001, ADD_OR_REMOVE);
    for (int size = 1; size <= 3; size++) {
      for (double epsilon : new double[] {0, 0.3, 1, 2}) {
        Enclosure found =
            Steps.of(point.forGroupsOf(size).times(3), ADD_OR_REMOVE).losses().delta(epsilon);
        Enclosure expected =
            Steps.of(approximate.forGroupsOf(size).times(3), ADD_OR_REMOVE).losses().delta(epsilon);
        assertTrue(found.upper() >= expected.lower(), size + " at " + epsilon);
        assertEquals(expected.upper(), found.upper(), 1e-3 * expected.upper());
      }
    }
  }

  @Test
  void aPointWithoutDeltaIsPure() {
    DpEvent points = parsed("profile([0.2, 0.5], [0.01, 0])", ADD_OR_REMOVE);
    assertEquals(Enclosure.exact(0.5), Steps.of(points, ADD_OR_REMOVE).epsilon());
    DpEvent others = parsed("profile([0.2, 0.5], [0.01, 1e-9])", ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(others, ADD_OR_REMOVE).epsilon());
    assertThrows(UnsupportedEventException.class, () -> Steps.of(others, ADD_OR_REMOVE).renyi());
  }

  /**
   * A lattice rounds the largest losses up, too. References are sums over all 64 outcomes with 40
   * digits by separate code; the pure epsilons of the steps add up to 3.83547854.
   */
  @Test
  void noAnswerIsAboveTheSumOfPureEpsilons() {
    DpEvent event =
        parsed("4 x randomized-response(.7) then 2 x pair([.6, .4], [.5, .5])", ADD_OR_REMOVE);
    Enclosure found = TightestBound.of(event, ADD_OR_REMOVE).epsilon(1e-6).value();
    double sum = Steps.of(event, ADD_OR_REMOVE).epsilon().upper();
    assertEquals(3.835478544177234, sum, 1e-14);
    assertTrue(found.upper() <= sum, found::toString);
    assertTrue(found.contains(Enclosure.exact(3.835461884313345)), found::toString);
    // Above the sum of epsilons no delta is needed.
    assertTrue(delta(event, 3.8355).upper() <= 1e-15, delta(event, 3.8355)::toString);
    DpEvent steps = parsed("3 x laplace(2) then 2 x pair([.6, .4], [.5, .5])", ADD_OR_REMOVE);
    double largest = Steps.of(steps, ADD_OR_REMOVE).epsilon().upper();
    double upper = TightestBound.of(steps, ADD_OR_REMOVE).epsilon(1e-8).value().upper();
    assertTrue(upper <= largest, upper + " and " + largest);
  }
}
