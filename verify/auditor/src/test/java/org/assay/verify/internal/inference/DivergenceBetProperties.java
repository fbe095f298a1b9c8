package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * The law of bets against divergences: on every pair of finite laws with exactly the claimed
 * divergence the computed factor has expectation at most 1, rounding included. Laws are dyadic and
 * expectations exact decimal sums, so these tests have no false alarms.
 */
class DivergenceBetProperties {
  private static final int GRID = 1 << 20;

  /** Laws p and q on a few cells, each cell with some mass under both. */
  private static final class Laws {
    private final double[] p;
    private final double[] q;

    Laws(double[] p, double[] q) {
      this.p = p.clone();
      this.q = q.clone();
    }

    static Laws random(SplittableRandom random, int cells) {
      return new Laws(law(random, cells), law(random, cells));
    }

    private static double[] law(SplittableRandom random, int cells) {
      double[] weights = new double[cells];
      double sum = 0;
      for (int i = 0; i < cells; i++) {
        weights[i] = Math.exp(random.nextDouble(-3, 3));
        sum += weights[i];
      }
      double[] law = new double[cells];
      double rest = 1;
      for (int i = 1; i < cells; i++) {
        law[i] = Math.max(1, Math.floor(weights[i] / sum * GRID / 2)) / GRID;
        rest -= law[i];
      }
      law[0] = rest;
      return law;
    }

    /** The divergence of p from q, or of q from p, as a bound that is true. */
    DivergenceBound bound(double order, boolean forward) {
      double[] x = forward ? p : q;
      double[] y = forward ? q : p;
      Enclosure sum = Enclosure.ZERO;
      for (int i = 0; i < x.length; i++) {
        Enclosure log = Enclosure.exact(x[i]).dividedBy(y[i]).log();
        sum = sum.plus((order == 1 ? log : log.times(order - 1).exp()).times(x[i]));
      }
      double divergence = order == 1 ? sum.upper() : sum.log().dividedBy(order - 1).upper();
      return new DivergenceBound(order, Math.max(0, divergence), forward);
    }

    List<Double> logRatios(boolean forward) {
      return IntStream.range(0, p.length)
          .mapToObj(i -> Math.log(forward ? p[i] / q[i] : q[i] / p[i]))
          .toList();
    }

    BigDecimal expectation(DivergenceBet bet) {
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < p.length; i++) {
        sum = sum.add(exact(p[i]).multiply(factor(bet, p.length, i, true)));
        sum = sum.add(exact(q[i]).multiply(factor(bet, p.length, i, false)));
      }
      return sum.multiply(new BigDecimal("0.5"));
    }
  }

  /** The ratios are the best ones, so the expectation is 1 but for rounding. */
  @Property(seed = "21", tries = 500)
  void expectedFactorIsOneWhereTheClaimHoldsWithEquality(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 8) int cells,
      @ForAll @DoubleRange(min = 0.05, max = 1) double fraction,
      @ForAll boolean forward) {
    SplittableRandom random = new SplittableRandom(seed);
    Laws laws = Laws.random(random, cells);
    DivergenceBound bound = laws.bound(order(random), forward);
    DivergenceBet bet = largest(List.of(bound), List.of(laws.logRatios(forward)), 0, fraction);
    BigDecimal expectation = laws.expectation(bet);
    assertTrue(expectation.compareTo(BigDecimal.ONE) <= 0, () -> bound + ": " + expectation);
    assertEquals(1, expectation.doubleValue(), 1e-10, bound.toString());
  }

  /** Whatever the ratios, the stakes and the side bet; with bounds of both directions at once. */
  @Property(seed = "22", tries = 500)
  void expectedFactorIsAtMostOneWhateverIsStaked(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 8) int cells,
      @ForAll @DoubleRange(min = -0.4, max = 0.4) double coin,
      @ForAll @DoubleRange(min = 0.05, max = 1) double fraction) {
    SplittableRandom random = new SplittableRandom(seed);
    Laws laws = Laws.random(random, cells);
    List<DivergenceBound> bounds = new ArrayList<>();
    List<List<Double>> ratios = new ArrayList<>();
    for (boolean forward : new boolean[] {true, false, true}) {
      bounds.add(laws.bound(order(random), forward));
      double noise = random.nextDouble();
      int sign = random.nextInt(3) == 0 ? -1 : 1;
      ratios.add(
          laws.logRatios(forward).stream()
              .map(ratio -> sign * ratio + noise * random.nextDouble(-1, 1))
              .toList());
    }
    DivergenceBet bet = largest(bounds, ratios, coin, fraction);
    BigDecimal expectation = laws.expectation(bet);
    assertTrue(expectation.compareTo(BigDecimal.ONE) <= 0, () -> bounds + ": " + expectation);
  }

  /**
   * Gaussian laws at the distance that a zero-concentrated claim just allows, in cells so fine that
   * hardly anything is lost. The cells' probabilities are right to within 1e-14, and payoffs below
   * 1e4 in sum, hence the margin; that the expectation is near 1 shows that the test bites.
   */
  @Property(seed = "23", tries = 15)
  void expectedFactorIsAtMostOneForGaussians(
      @ForAll @DoubleRange(min = 0.01, max = 1) double rho,
      @ForAll @IntRange(min = 0, max = 11) int which) {
    double mu = Math.sqrt(2 * rho);
    int cells = 1000;
    double[] p = new double[cells];
    double[] q = new double[cells];
    NormalDistribution normal = NormalDistribution.of(0, 1);
    for (int i = 0; i < cells; i++) {
      double from = i == 0 ? -40 : -9 + (18 + mu) * i / cells;
      double to = i == cells - 1 ? 40 : -9 + (18 + mu) * (i + 1) / cells;
      q[i] = normal.probability(from, to);
      p[i] = normal.probability(from - mu, to - mu);
    }
    Guarantee claim = new Guarantee.ZeroConcentrated(rho, AdjacencyRelation.ADD_OR_REMOVE);
    DivergenceBound bound = DivergenceBounds.of(claim).get(which);
    List<Double> ratios =
        IntStream.range(0, cells)
            .mapToObj(
                i -> {
                  double middle = -9 + (18 + mu) * (i + 0.5) / cells;
                  double ratio = mu * (middle - mu / 2);
                  return Math.max(-6, Math.min(6, bound.forward() ? ratio : -ratio));
                })
            .toList();
    DivergenceBet bet = largest(List.of(bound), List.of(ratios), 0, 1);
    double expectation = 0;
    for (int i = 0; i < cells; i++) {
      expectation += p[i] / 2 * factor(bet, cells, i, true).doubleValue();
      expectation += q[i] / 2 * factor(bet, cells, i, false).doubleValue();
    }
    assertTrue(expectation <= 1 + 1e-10, bound + ": " + expectation);
    assertTrue(expectation > 0.99, bound + ": " + expectation);
  }

  @Example
  void aBetThatCouldLoseEverythingIsRefused() {
    DivergenceBound bound = new DivergenceBound(2, 1, true);
    List<Double> ratios = List.of(0.0, 1.0);
    for (double stake : new double[] {2.1, -0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> bet(bound, stake, ratios, 0));
    }
    assertThrows(IllegalArgumentException.class, () -> bet(bound, 0.1, ratios, 1));
    assertThrows(IllegalArgumentException.class, () -> bet(bound, 0.1, ratios, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> bet(bound, 0.1, List.of(0.0, Double.NaN), 0));
    assertThrows(IllegalArgumentException.class, () -> new DivergenceBound(0.9, 1, true));
    assertThrows(IllegalArgumentException.class, () -> new DivergenceBound(2, -1, true));
  }

  @Example
  void growthIsTheSumOverRunsAndFractionsScaleEveryStake() {
    DivergenceBet bet = bet(new DivergenceBound(2, 0.5, true), 0.2, List.of(-0.5, 0.5), -0.1);
    double[] left = {logGrowth(bet, 2, 0, true), logGrowth(bet, 2, 1, true)};
    double[] right = {logGrowth(bet, 2, 0, false), logGrowth(bet, 2, 1, false)};
    double together = bet.logGrowth(new long[] {3, 4}, new long[] {5, 6});
    assertEquals(3 * left[0] + 4 * left[1] + 5 * right[0] + 6 * right[1], together, 1e-12);
    double half = Math.expm1(logGrowth(bet.times(0.5), 2, 1, false));
    assertEquals(0.5 * Math.expm1(right[1]), half, 1e-12);
    assertThrows(
        IllegalArgumentException.class, () -> bet.logGrowth(new long[] {1}, new long[] {1}));
  }

  /** Where the factor itself has no rounding only the logarithm's is left, which goes down. */
  @Example
  void logarithmsAreRoundedDown() {
    DivergenceBet bet = bet(new DivergenceBound(1, 0.5, true), 0.25, List.of(0.0), 0.125);
    BigDecimal exact = BigDecimalMath.log(new BigDecimal("1.3125"), MathContext.DECIMAL128);
    double computed = logGrowth(bet, 1, 0, true);
    assertTrue(exact(computed).compareTo(exact) <= 0, computed + " is above " + exact);
    assertEquals(exact.doubleValue(), computed, 1e-15);
    BigDecimal many = exact.multiply(new BigDecimal(3001));
    double sum = bet.logGrowth(new long[] {3001}, new long[] {0});
    assertTrue(exact(sum).compareTo(many) <= 0, sum + " is above " + many);
  }

  @Example
  void boundsOfClaims() {
    AdjacencyRelation relation = AdjacencyRelation.ADD_OR_REMOVE;
    List<DivergenceBound> bounds =
        DivergenceBounds.of(new Guarantee.ZeroConcentrated(0.25, relation));
    assertEquals(30, bounds.size());
    for (DivergenceBound bound : bounds) {
      assertEquals(0.25 * bound.order(), bound.bound());
    }
    assertEquals(15, bounds.stream().filter(DivergenceBound::forward).count());
    assertEquals(List.of(), DivergenceBounds.of(new Guarantee.Pure(1, relation)));
  }

  /** Orders from 1, where the formula is another one, to 20. */
  private static double order(SplittableRandom random) {
    return random.nextInt(4) == 0 ? 1 : 1 + Math.exp(random.nextDouble(-3, 3));
  }

  private static DivergenceBet bet(
      DivergenceBound bound, double stake, List<Double> ratios, double coin) {
    return new DivergenceBet(List.of(new DivergenceBet.Term(bound, stake, ratios)), coin);
  }

  /** Equal stakes, so large that a hundredth of the wealth is left at worst, times a fraction. */
  private static DivergenceBet largest(
      List<DivergenceBound> bounds, List<List<Double>> ratios, double coin, double fraction) {
    double worst = 0;
    for (int cell = 0; cell < ratios.get(0).size(); cell++) {
      double onLeft = 0;
      double onRight = 0;
      for (int i = 0; i < bounds.size(); i++) {
        DivergenceBound bound = bounds.get(i);
        double ratio = ratios.get(i).get(cell);
        double first = bound.roughlyOnFirst(ratio) - bound.allowance() / 2;
        double second = -bound.roughlyOnSecond(ratio) - bound.allowance() / 2;
        onLeft += bound.forward() ? first : second;
        onRight += bound.forward() ? second : first;
      }
      worst = Math.max(worst, Math.max(-onLeft, -onRight));
    }
    double stake = fraction * (0.99 - Math.abs(coin)) / Math.max(worst, 1e-3);
    List<DivergenceBet.Term> terms = new ArrayList<>();
    for (int i = 0; i < bounds.size(); i++) {
      terms.add(new DivergenceBet.Term(bounds.get(i), stake, ratios.get(i)));
    }
    return new DivergenceBet(terms, coin);
  }

  /** The computed factor; the exponential is rounded down as every later use of a wealth is. */
  private static BigDecimal factor(DivergenceBet bet, int cells, int cell, boolean left) {
    return exact(Rounding.expDown(logGrowth(bet, cells, cell, left)));
  }

  private static double logGrowth(DivergenceBet bet, int cells, int cell, boolean left) {
    long[] none = new long[cells];
    long[] one = Arrays.copyOf(none, cells);
    one[cell] = 1;
    return left ? bet.logGrowth(one, none) : bet.logGrowth(none, one);
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }
}
