package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivacyOdometerTest {
  private static final SortedSet<Double> ORDERS =
      Collections.unmodifiableSortedSet(new TreeSet<>(List.of(1.5, 3.0, 9.0, 40.0)));
  private static final DpEvent EVENT = DpEvent.gaussian(3, Sensitivity.unit(ADD_OR_REMOVE));

  /** One order is the tail bound S + log(1/delta)/(a-1), union and mixture alike. */
  @Test
  void oneOrderIsItsOwnBound() {
    PrivacyOdometer odometer =
        PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(List.of(5.0)), Math.exp(-8));
    odometer.record(rho(0.1));
    odometer.record(rho(0.1));
    assertEquals(1 + 2, odometer.lossBound(), 1e-12);
    assertEquals(1 + 2, odometer.lossBoundByUnion(), 1e-12);
    assertTrue(odometer.lossBound() >= 1 + 2);
  }

  @Test
  void anOdometerKnowsItsParameters() {
    PrivacyOdometer odometer = PrivacyOdometer.of(REPLACE_ONE, ORDERS, 0.01);
    assertEquals(REPLACE_ONE, odometer.adjacency());
    assertEquals(0.01, odometer.delta());
    assertEquals(1, odometer.record(new Guarantee.Pure(0.1, REPLACE_ONE)));
    assertEquals(2, odometer.record(new Guarantee.Pure(0.1, REPLACE_ONE)));
  }

  @Test
  void defaultOrdersGrowByRootsOfTwo() {
    SortedSet<Double> orders = PrivacyOdometer.defaultOrders();
    assertEquals(23, orders.size());
    assertEquals(1.5, orders.first());
    assertEquals(1025, orders.last());
    assertTrue(orders.containsAll(List.of(2.0, 3.0, 5.0)));
    assertEquals(1 + Math.sqrt(2), orders.tailSet(2.1).first(), 1e-12);
    assertThrows(UnsupportedOperationException.class, () -> orders.add(7.0));
  }

  @Test
  void mixtureIsNeverAboveUnionAndBothRise() {
    PrivacyOdometer odometer =
        PrivacyOdometer.of(ADD_OR_REMOVE, PrivacyOdometer.defaultOrders(), 1e-6);
    double last = 0;
    for (int i = 1; i <= 50; i++) {
      assertEquals(i, odometer.record(EVENT.poissonSampled(0.1).times(10)));
      double mixture = odometer.lossBound();
      assertTrue(mixture <= odometer.lossBoundByUnion());
      assertTrue(mixture > last);
      last = mixture;
    }
  }

  /** The root solves the equation: 1/m sum exp((a-1)(u - S)) = 1/delta. */
  @Test
  void mixtureSolvesItsEquation() {
    PrivacyOdometer odometer = PrivacyOdometer.of(ADD_OR_REMOVE, ORDERS, 0.01);
    odometer.record(rho(0.3));
    double u = odometer.lossBound();
    double mixture = 0;
    for (double order : ORDERS) {
      mixture += Math.exp((order - 1) * (u - 0.3 * order)) / 4;
    }
    assertEquals(100, mixture, 1e-9);
  }

  /**
   * 800 interactions with an adversary that adapts to the loss, each failing with probability at
   * most 0.05; chance of a false alarm below 1e-6.
   */
  @Test
  void lossExceedsTheBoundAtMostAsOftenAsStated() {
    double delta = 0.05;
    SplittableRandom random = new SplittableRandom(20_260_101);
    long failures =
        IntStream.range(0, 800).filter(i -> everExceeds(random.split(), delta, 1)).count();
    int most = new BinomialDistribution(null, 800, delta).inverseCumulativeProbability(1 - 1e-6);
    assertTrue(failures <= most, () -> failures + " failures, at most " + most + " expected");
  }

  /** The same check notices a bound of a third: it fails in far more than 5% of interactions. */
  @Test
  void coverageCheckHasPower() {
    SplittableRandom random = new SplittableRandom(20_260_102);
    long failures =
        IntStream.range(0, 400).filter(i -> everExceeds(random.split(), 0.05, 1.0 / 3)).count();
    assertTrue(failures > 60, () -> failures + " failures");
  }

  /** Gaussian mechanisms whose mu depends on the loss so far; the data follow P. */
  private static boolean everExceeds(SplittableRandom random, double delta, double factor) {
    PrivacyOdometer odometer = PrivacyOdometer.of(ADD_OR_REMOVE, ORDERS, delta);
    double loss = 0;
    double bound = 1;
    for (int t = 0; t < 25; t++) {
      double mu = loss > bound / 3 ? 1 : 0.3;
      odometer.record(new Guarantee.Gaussian(mu, ADD_OR_REMOVE));
      loss += mu * mu / 2 + mu * random.nextGaussian();
      bound = odometer.lossBound();
      if (loss > factor * bound) {
        return true;
      }
    }
    return false;
  }

  @Test
  void reopenedOdometerKnowsEverything(@TempDir Path directory) {
    Path journal = directory.resolve("odometer");
    double bound;
    try (PrivacyOdometer odometer = open(journal, 1e-5)) {
      odometer.record(EVENT);
      odometer.record(EVENT.poissonSampled(0.3));
      bound = odometer.lossBound();
    }
    try (PrivacyOdometer odometer = open(journal, 1e-5)) {
      assertEquals(bound, odometer.lossBound());
      assertEquals(3, odometer.record(EVENT));
    }
    assertThrows(IllegalArgumentException.class, () -> open(journal, 1e-6));
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(), 0.1));
    for (double bad : new double[] {0, 1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> PrivacyOdometer.of(ADD_OR_REMOVE, ORDERS, bad));
    }
    var one = new TreeSet<>(List.of(1.0, 2.0));
    assertThrows(IllegalArgumentException.class, () -> PrivacyOdometer.of(ADD_OR_REMOVE, one, 0.1));
    PrivacyOdometer odometer = PrivacyOdometer.of(REPLACE_ONE, ORDERS, 0.1);
    assertThrows(IllegalArgumentException.class, () -> odometer.record(rho(1)));
  }

  private static PrivacyOdometer open(Path journal, double delta) {
    return PrivacyOdometer.open(journal, ADD_OR_REMOVE, ORDERS, delta, Durability.OS_BUFFER);
  }

  private static Guarantee rho(double rho) {
    return new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE);
  }
}
