package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lower ends against pairs of distributions that are listed here, weight by weight or density by
 * density, and summed in doubles. A lower end above the sum would refute true claims.
 */
class AttainedCostTest {
  private static final double[] ORDERS = {1.01, 1.5, 2, 3.25, 8};

  /** Relative error of sums of some 10^5 doubles of one sign. */
  private static final double SUMMED = 1e-9;

  /** A divergence as a function of its order, 1 being Kullback-Leibler. */
  private interface Divergence extends DoubleUnaryOperator {}

  private static Cost cost(DpEvent event, AdjacencyRelation relation) {
    return Cost.of(event, relation);
  }

  private static DpEvent laplace(double noise, AdjacencyRelation relation) {
    return DpEvent.laplace(noise, Sensitivity.unit(relation));
  }

  private static DpEvent gaussian(double noise, AdjacencyRelation relation) {
    return DpEvent.gaussian(noise, Sensitivity.unit(relation));
  }

  private static DpEvent discreteGaussian(double sigma, AdjacencyRelation relation) {
    return new DiscreteGaussianEvent(sigma, new Sensitivity(2, relation));
  }

  // ---- pairs

  private static Divergence of(double[] p, double[] q) {
    return order -> {
      double sum = 0;
      for (int i = 0; i < p.length; i++) {
        if (p[i] > 0 && q[i] > 0) {
          double loss = Math.log(p[i] / q[i]);
          sum += order == 1 ? p[i] * loss : p[i] * Math.exp((order - 1) * loss);
        }
      }
      return order == 1 ? sum : Math.log(sum) / (order - 1);
    };
  }

  private static double[] mix(double q, double[] with, double[] without) {
    return IntStream.range(0, with.length)
        .mapToDouble(i -> q * with[i] + (1 - q) * without[i])
        .toArray();
  }

  /** Midpoints of cells of the line, whose ends hold all kinks. */
  private static double[] density(DoubleUnaryOperator density) {
    int cells = 32_000;
    double width = 80.0 / cells;
    return normalized(
        IntStream.range(0, cells)
            .mapToDouble(i -> density.applyAsDouble(-40 + width * (i + 0.5)))
            .toArray());
  }

  private static double[] normalized(double[] weights) {
    double total = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / total).toArray();
  }

  private static double[] laplaceAt(double centre) {
    return density(x -> Math.exp(-Math.abs(x - centre)) / 2);
  }

  private static double[] gaussianAt(double centre, double sigma) {
    double norm = sigma * Math.sqrt(2 * Math.PI);
    return density(x -> Math.exp(-Math.pow((x - centre) / sigma, 2) / 2) / norm);
  }

  private static double[] integers(DoubleUnaryOperator weight) {
    return normalized(
        IntStream.rangeClosed(-200, 200).mapToDouble(x -> weight.applyAsDouble(x)).toArray());
  }

  private static double[] discreteLaplaceAt(int centre, double scale) {
    return integers(x -> Math.exp(-Math.abs(x - centre) / scale));
  }

  private static double[] discreteGaussianAt(int centre, double sigma) {
    return integers(x -> Math.exp(-Math.pow((x - centre) / sigma, 2) / 2));
  }

  /** The density of staircase noise of sensitivity 1. */
  private static double[] staircaseAt(double centre, double epsilon, double gamma) {
    double fall = Math.exp(-epsilon);
    double top = (1 - fall) / (2 * (gamma + (1 - gamma) * fall));
    return density(x -> top * Math.exp(-epsilon * Math.floor(Math.abs(x - centre) + 1 - gamma)));
  }

  private static double[] answers(int answers, double truth, int honest) {
    return IntStream.range(0, answers)
        .mapToDouble(i -> i == honest ? truth : (1 - truth) / (answers - 1))
        .toArray();
  }

  private static double[] coin(double p) {
    return new double[] {p, 1 - p};
  }

  /** Two candidates of any odds; neighbours change the odds by e^epsilon. */
  private static Divergence exponentialMechanism(double epsilon) {
    return worst(
        IntStream.rangeClosed(-4000, 4000)
            .mapToObj(i -> i * 0.004)
            .map(s -> of(coin(logistic(s)), coin(logistic(s - epsilon))))
            .toList());
  }

  private static double logistic(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  private static Divergence noisyMaximum(double epsilon, DoubleUnaryOperator tail) {
    DoubleUnaryOperator wins =
        lead -> lead >= 0 ? 1 - tail.applyAsDouble(lead) : tail.applyAsDouble(-lead);
    return worst(
        IntStream.rangeClosed(-4000, 4000)
            .mapToObj(i -> i * 0.008)
            .map(s -> of(coin(wins.applyAsDouble(s)), coin(wins.applyAsDouble(s - epsilon))))
            .toList());
  }

  private static Divergence worst(List<Divergence> all) {
    return order -> all.stream().mapToDouble(one -> one.applyAsDouble(order)).max().orElseThrow();
  }

  private static Arguments kind(DpEvent event, AdjacencyRelation relation, Divergence divergence) {
    return Arguments.of(event, relation, divergence);
  }

  private static Arguments added(DpEvent event, double[] with, double[] without) {
    return kind(event, ADD_OR_REMOVE, of(with, without));
  }

  private static Arguments replaced(DpEvent event, double[] with, double[] without) {
    return kind(event, REPLACE_ONE, of(with, without));
  }

  static Stream<Arguments> kinds() {
    double[] around = gaussianAt(0, 1.25);
    double[] moved = gaussianAt(1, 1.25);
    double q = 0.25;
    return Stream.of(
        added(laplace(1, ADD_OR_REMOVE), laplaceAt(1), laplaceAt(0)),
        added(laplace(1, ADD_OR_REMOVE).forGroupsOf(3), laplaceAt(3), laplaceAt(0)),
        replaced(laplace(1, ADD_OR_REMOVE), laplaceAt(2), laplaceAt(0)),
        replaced(
            new RandomizedResponseEvent(2, 0.88, REPLACE_ONE),
            answers(2, 0.88, 0),
            answers(2, 0.88, 1)),
        added(
            new RandomizedResponseEvent(5, 0.1, ADD_OR_REMOVE).forGroupsOf(2),
            answers(5, 0.1, 0),
            answers(5, 0.1, 1)),
        added(
            new DiscreteLaplaceEvent(1.5, new Sensitivity(2, ADD_OR_REMOVE)),
            discreteLaplaceAt(2, 1.5),
            discreteLaplaceAt(0, 1.5)),
        added(
            discreteGaussian(1.3, ADD_OR_REMOVE),
            discreteGaussianAt(2, 1.3),
            discreteGaussianAt(0, 1.3)),
        replaced(
            discreteGaussian(3.3, ADD_OR_REMOVE),
            discreteGaussianAt(4, 3.3),
            discreteGaussianAt(0, 3.3)),
        added(
            new StaircaseEvent(1.5, 0.25, ADD_OR_REMOVE),
            staircaseAt(1, 1.5, 0.25),
            staircaseAt(0, 1.5, 0.25)),
        added(
            new StaircaseEvent(1.5, 0.75, ADD_OR_REMOVE),
            staircaseAt(1, 1.5, 0.75),
            staircaseAt(0, 1.5, 0.75)),
        kind(new ExponentialMechanismEvent(2, REPLACE_ONE), REPLACE_ONE, exponentialMechanism(2)),
        kind(
            new ExponentialMechanismEvent(0.5, REPLACE_ONE).forGroupsOf(3),
            REPLACE_ONE,
            exponentialMechanism(1.5)),
        kind(
            new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.GUMBEL, 1, ADD_OR_REMOVE),
            REPLACE_ONE,
            exponentialMechanism(2)),
        added(gaussian(1.25, ADD_OR_REMOVE), moved, around),
        added(gaussian(1.25, ADD_OR_REMOVE).poissonSampled(q), mix(q, moved, around), around),
        added(
            gaussian(1.25, ADD_OR_REMOVE).poissonSampled(q).forGroupsOf(2),
            mix(q, mix(q, gaussianAt(2, 1.25), moved), mix(q, moved, around)),
            around),
        replaced(
            gaussian(1.25, ADD_OR_REMOVE).poissonSampled(q),
            mix(q, moved, around),
            mix(q, gaussianAt(-1, 1.25), around)),
        added(
            laplace(1, ADD_OR_REMOVE).poissonSampled(q),
            mix(q, laplaceAt(1), laplaceAt(0)),
            laplaceAt(0)),
        added(
            discreteGaussian(1.3, ADD_OR_REMOVE).poissonSampled(q),
            mix(q, discreteGaussianAt(2, 1.3), discreteGaussianAt(0, 1.3)),
            discreteGaussianAt(0, 1.3)),
        added(
            new RandomizedResponseEvent(5, 0.7, ADD_OR_REMOVE).poissonSampled(q),
            mix(q, answers(5, 0.7, 0), answers(5, 0.7, 1)),
            answers(5, 0.7, 1)),
        added(
            new DiscreteLaplaceEvent(1.5, new Sensitivity(3, ADD_OR_REMOVE)).poissonSampled(q),
            mix(q, discreteLaplaceAt(3, 1.5), discreteLaplaceAt(0, 1.5)),
            discreteLaplaceAt(0, 1.5)),
        added(
            new StaircaseEvent(1.5, 0.25, ADD_OR_REMOVE).poissonSampled(q),
            mix(q, staircaseAt(1, 1.5, 0.25), staircaseAt(0, 1.5, 0.25)),
            staircaseAt(0, 1.5, 0.25)),
        replaced(
            new RandomizedResponseEvent(2, 0.7, REPLACE_ONE).fixedSizeSampled(1, 4),
            mix(q, answers(2, 0.7, 0), answers(2, 0.7, 1)),
            answers(2, 0.7, 1)),
        replaced(gaussian(1.25, REPLACE_ONE).fixedSizeSampled(1, 4), mix(q, moved, around), around),
        replaced(
            laplace(1, ADD_OR_REMOVE).fixedSizeSampled(2, 8),
            mix(q, laplaceAt(2), laplaceAt(0)),
            laplaceAt(0)),
        replaced(
            discreteGaussian(1.3, REPLACE_ONE).fixedSizeSampled(1, 4),
            mix(q, discreteGaussianAt(2, 1.3), discreteGaussianAt(0, 1.3)),
            discreteGaussianAt(0, 1.3)),
        added(
            new MixtureOfGaussiansEvent(
                1.25, List.of(0.0, 1.0, 2.0), List.of(0.25, 0.5, 0.25), ADD_OR_REMOVE),
            mix(0.5, mix(0.5, around, moved), mix(0.5, moved, gaussianAt(2, 1.25))),
            around));
  }

  /** A lower end is neither above the divergence of the pair nor far below it. */
  @ParameterizedTest
  @MethodSource("kinds")
  void divergencesAreThoseOfThePair(
      DpEvent event, AdjacencyRelation relation, Divergence divergence) {
    Cost cost = cost(event, relation);
    Cost three = cost(event.times(3), relation);
    for (double order : ORDERS) {
      double expected = divergence.applyAsDouble(order);
      assertJustBelow(expected, cost.renyi(order), order + " of " + event.describe());
      assertJustBelow(3 * expected, three.renyi(order), order + " of three " + event.describe());
    }
  }

  private static void assertJustBelow(double expected, Enclosure found, String about) {
    // Cells of a density cost a few parts in a million.
    double tolerance = 5e-6 * expected;
    assertTrue(found.lower() <= expected + tolerance, () -> about + ": " + found + ", " + expected);
    assertTrue(found.lower() >= expected - tolerance, () -> about + ": " + found + ", " + expected);
    assertTrue(found.upper() >= expected - tolerance, () -> about + ": " + found + ", " + expected);
  }

  /** The largest slope over orders from 1, where it is that of Kullback and Leibler, to 64. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("kinds")
  void linesAreNoLowerThanTheSteepestOrder(
      DpEvent event, AdjacencyRelation relation, Divergence divergence) {
    double steepest = divergence.applyAsDouble(1);
    for (double order = 1.25; order <= 64; order *= 1.25) {
      double slope = divergence.applyAsDouble(order) / order;
      steepest = slope < Double.POSITIVE_INFINITY ? Math.max(steepest, slope) : steepest;
    }
    Enclosure rho = cost(event, relation).rho();
    double found = steepest;
    assertTrue(rho.upper() >= steepest * (1 - 5e-6), () -> rho + ", " + found);
    assertTrue(rho.lower() >= steepest * (1 - 5e-3), () -> rho + ", " + found);
    assertTrue(rho.lower() <= rho.upper());
  }

  @Test
  void boundedLossesAreSteepestNextToOrderOne() {
    Enclosure laplace = cost(laplace(1, ADD_OR_REMOVE), ADD_OR_REMOVE).rho();
    assertEquals(Math.exp(-1), laplace.lower(), 1e-11);
    assertEquals(Math.exp(-1), laplace.upper(), 1e-11);
    double truth = Math.exp(2) / (1 + Math.exp(2));
    Enclosure answer = cost(DpEvent.randomizedResponse(truth, REPLACE_ONE), REPLACE_ONE).rho();
    assertEquals(2 * Math.tanh(1), answer.lower(), 1e-11);
    assertEquals(2 * Math.tanh(1), answer.upper(), 1e-11);
  }

  /** The loss of two candidates by exponential and by Laplace noise; all orders, all leads. */
  @Test
  void choicesBetweenTwoCandidatesAreNeverBelow() {
    Divergence flips = noisyMaximum(2, lead -> Math.exp(-lead) / 2);
    Divergence doubleTails = noisyMaximum(2, lead -> (2 + lead) * Math.exp(-lead) / 4);
    DpEvent flip = new PermuteAndFlipEvent(2, REPLACE_ONE);
    DpEvent oneSided =
        new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.EXPONENTIAL, 2, REPLACE_ONE);
    DpEvent twoSided = new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.LAPLACE, 2, REPLACE_ONE);
    for (double order : ORDERS) {
      assertChoice(flips.applyAsDouble(order), cost(flip, REPLACE_ONE).renyi(order));
      assertChoice(flips.applyAsDouble(order), cost(oneSided, REPLACE_ONE).renyi(order));
      assertChoice(doubleTails.applyAsDouble(order), cost(twoSided, REPLACE_ONE).renyi(order));
    }
    // By an evaluation at 30 digits, at order 1 and a lead of 3/4.
    assertEquals(0.974084671981, cost(flip, REPLACE_ONE).rho().lower(), 1e-9);
    assertEquals(2, cost(flip, REPLACE_ONE).pureEpsilon().lower(), 1e-9);
  }

  private static void assertChoice(double most, Enclosure found) {
    assertTrue(found.lower() <= most * (1 + SUMMED), () -> found + " above " + most);
    assertTrue(found.lower() >= 0.97 * most, () -> found + " far below " + most);
  }

  /** Order 2 of one random step of t: {@code log(1 + (e^(1/σ²) - 1)/t)}. */
  @Test
  void allocationsAtOrderTwo() {
    DpEvent allocated = new RandomAllocationEvent(5, 1, gaussian(1.25, ADD_OR_REMOVE));
    double expected = Math.log1p(Math.expm1(1 / 1.5625) / 5);
    assertEquals(expected, cost(allocated, ADD_OR_REMOVE).renyi(2).lower(), 1e-9);
    DpEvent several = new RandomAllocationEvent(5, 2, gaussian(1.25, ADD_OR_REMOVE));
    assertEquals(0, cost(several, ADD_OR_REMOVE).renyi(2).lower());
  }

  /** Steps of unlike kinds, one of them known by epsilon only, which may release nothing. */
  @Test
  void divergencesOfStepsAddUp() {
    DpEvent answer = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
    DpEvent sampled = gaussian(1.25, ADD_OR_REMOVE).poissonSampled(0.25);
    DpEvent choice = new ExponentialMechanismEvent(1, ADD_OR_REMOVE);
    DpEvent all =
        DpEvent.sequence(
            laplace(1, ADD_OR_REMOVE).times(2),
            answer,
            sampled,
            choice,
            DpEvent.pure(1, ADD_OR_REMOVE));
    double[] around = gaussianAt(0, 1.25);
    for (double order : ORDERS) {
      double expected =
          2 * of(laplaceAt(1), laplaceAt(0)).applyAsDouble(order)
              + of(coin(0.75), coin(0.25)).applyAsDouble(order)
              + of(mix(0.25, gaussianAt(1, 1.25), around), around).applyAsDouble(order)
              + exponentialMechanism(1).applyAsDouble(order);
      assertEquals(
          expected, cost(all, ADD_OR_REMOVE).renyi(order).lower(), 1e-5 * expected, all::describe);
    }
  }

  @Test
  void whatIsOnlyPromisedRefutesNothing() {
    DpEvent published = new RandomAllocationEvent(5, 1, laplace(1, REPLACE_ONE));
    List<DpEvent> unknown =
        List.of(
            DpEvent.pure(1, REPLACE_ONE),
            DpEvent.zcdp(1, REPLACE_ONE),
            DpEvent.pure(1, REPLACE_ONE).fixedSizeSampled(1, 4),
            gaussian(1, REPLACE_ONE).sampledWithReplacement(2, 4),
            published);
    for (DpEvent event : unknown) {
      Cost cost = cost(event, REPLACE_ONE);
      assertEquals(0, cost.renyi(2).lower(), event::describe);
      assertEquals(0, cost.rho().lower(), event::describe);
    }
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {1}, new int[] {1}, new double[] {2});
    DpEvent last = new LastIterateEvent(schedule, 1, 1);
    assertEquals(0, cost(last, REPLACE_ONE).renyi(2).lower());
    assertEquals(0, cost(last, REPLACE_ONE).mu().lower());
    assertEquals(0, cost(DpEvent.pure(1, REPLACE_ONE), REPLACE_ONE).pureEpsilon().lower());
    assertEquals(0, cost(DpEvent.pure(1, REPLACE_ONE), REPLACE_ONE).mu().lower());
  }

  /**
   * Several steps of staircase noise have the bound of any mechanism of their epsilon, which is not
   * attained.
   */
  @Test
  void unitsLoseAtLeastWhatTheirRecordsLose() {
    DpEvent stairs = new StaircaseEvent(1.5, 0.25, ADD_OR_REMOVE);
    double one = cost(stairs, ADD_OR_REMOVE).renyi(2).lower();
    assertEquals(one, cost(stairs.forGroupsOf(2), ADD_OR_REMOVE).renyi(2).lower());
    assertEquals(one, cost(stairs, REPLACE_ONE).renyi(2).lower());
    DpEvent sampled = laplace(1, ADD_OR_REMOVE).poissonSampled(0.25);
    assertEquals(
        cost(sampled, ADD_OR_REMOVE).renyi(2).lower(),
        cost(sampled.forGroupsOf(2), ADD_OR_REMOVE).renyi(2).lower());
  }

  /**
   * The worst slots of two divisions may hold different records; by value a record may be anywhere.
   */
  @Test
  void slotsCountOnceAndValuesAlways() {
    DpEvent weak = gaussian(10, ADD_OR_REMOVE);
    DpEvent strong = gaussian(1, ADD_OR_REMOVE);
    DpEvent one = DpEvent.parallel(weak, strong);
    DpEvent other = DpEvent.parallel(strong, laplace(10, ADD_OR_REMOVE));
    assertEquals(1, lowerAtTwo(one), 1e-12);
    assertEquals(3, lowerAtTwo(one.times(3)), 1e-12);
    assertEquals(1, lowerAtTwo(DpEvent.sequence(one, other)), 1e-12);
    assertEquals(2, lowerAtTwo(DpEvent.sequence(one, strong)), 1e-12);
    DpEvent byValue = new ParallelEvent(List.of(weak, strong), ParallelEvent.Assignment.BY_VALUE);
    assertEquals(2, lowerAtTwo(byValue.times(2)), 1e-12);
  }

  private static double lowerAtTwo(DpEvent event) {
    return cost(event, ADD_OR_REMOVE).renyi(2).lower();
  }

  @Test
  void noiseThatIsCutOffRevealsARecord() {
    DpEvent cut = new TruncatedLaplaceEvent(1, 8, Sensitivity.unit(ADD_OR_REMOVE));
    Enclosure endless = Enclosure.exact(Double.POSITIVE_INFINITY);
    for (DpEvent event : List.of(cut, DpEvent.sequence(cut, DpEvent.pure(1, ADD_OR_REMOVE)))) {
      Cost cost = cost(event, ADD_OR_REMOVE);
      assertEquals(endless, cost.renyi(2));
      assertEquals(endless, cost.rho());
      assertEquals(endless, cost.mu());
      assertEquals(endless, cost.pureEpsilonOrInfinity());
    }
    Cost other =
        cost(new TruncatedLaplaceEvent(1, 8, Sensitivity.unit(REPLACE_ONE)), ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> other.renyi(2));
  }

  /** Laplace noise and two answers touch a Gaussian's trade-off where both errors are equal. */
  @Test
  void gaussiansThatTouch() {
    // 2 Φ^-1(1 - e^(-1/2)/2) and 2 Φ^-1(3/4), by bisection at 30 digits.
    assertMu(1.0300639976, laplace(1, ADD_OR_REMOVE));
    assertMu(1.3489795004, DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE));
    assertMu(0.8, gaussian(1.25, ADD_OR_REMOVE));
    assertMu(1.6, gaussian(1.25, ADD_OR_REMOVE).times(4));
  }

  private static void assertMu(double expected, DpEvent event) {
    Enclosure mu = cost(event, ADD_OR_REMOVE).mu();
    assertEquals(expected, mu.lower(), 2e-8, event::describe);
    assertEquals(expected, mu.upper(), 2e-8, event::describe);
  }

  /** Unbounded losses are attained; those of a bounded range are approached. */
  @Test
  void largestLosses() {
    DpEvent sampled = gaussian(1, ADD_OR_REMOVE).poissonSampled(0.5);
    assertEquals(
        Enclosure.exact(Double.POSITIVE_INFINITY),
        cost(sampled, ADD_OR_REMOVE).pureEpsilonOrInfinity());
    Enclosure choice =
        cost(new ExponentialMechanismEvent(2, REPLACE_ONE), REPLACE_ONE).pureEpsilon();
    assertEquals(2, choice.lower(), 1e-9);
    Enclosure laplace =
        cost(laplace(0.5, ADD_OR_REMOVE).poissonSampled(0.5), ADD_OR_REMOVE).pureEpsilon();
    assertEquals(Math.log1p(Math.expm1(2) / 2), laplace.lower(), 1e-12);
  }
}
