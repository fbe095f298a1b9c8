package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;

/** No choice of charges, from everything seen before, can exceed the budget. */
class PrivacyFilterProperties {
  private static final MathContext DIGITS = new MathContext(60);

  @Property(tries = 200, seed = "20200504")
  void sumsOfRhoStayWithinTheBudget(
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 6) double logRho, @ForAll long seed) {
    double rho = Math.pow(10, logRho);
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE));
    Adversary adversary = new Adversary(seed, rho);
    BigDecimal spent = BigDecimal.ZERO;
    for (int i = 0; i < 60; i++) {
      double charge = adversary.next(filter.balances().get(0).remainingDown());
      boolean granted =
          filter.tryCharge(new Guarantee.ZeroConcentrated(charge, ADD_OR_REMOVE)).granted();
      BigDecimal after = spent.add(new BigDecimal(charge));
      assertEquals(
          after.compareTo(new BigDecimal(rho)) <= 0, granted, "granted exactly if it fits");
      spent = granted ? after : spent;
      adversary.sees(granted);
    }
    assertEquals(
        Rational.of(rho).minus(filter.balances().get(0).remaining()),
        filter.balances().get(0).spent());
    assertEquals(0, spent.compareTo(decimal(filter.balances().get(0).spent())));
  }

  @Property(tries = 100, seed = "20200504")
  void everyOrderStaysWithinItsBudget(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 10) double first,
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 10) double second,
      @ForAll long seed) {
    double[] limits = {first, second};
    PrivacyFilter filter = PrivacyFilter.of(curve(first, second));
    Adversary adversary = new Adversary(seed, Math.max(first, second));
    BigDecimal[] spent = {BigDecimal.ZERO, BigDecimal.ZERO};
    for (int i = 0; i < 60; i++) {
      double[] charge = new double[2];
      boolean fits = true;
      for (int k = 0; k < 2; k++) {
        charge[k] = adversary.next(filter.balances().get(k).remainingDown());
        fits &= spent[k].add(new BigDecimal(charge[k])).compareTo(new BigDecimal(limits[k])) <= 0;
      }
      boolean granted = filter.tryCharge(curve(charge[0], charge[1])).granted();
      assertEquals(fits, granted);
      for (int k = 0; granted && k < 2; k++) {
        spent[k] = spent[k].add(new BigDecimal(charge[k]));
      }
      adversary.sees(granted);
    }
  }

  /** The theorem's formula, evaluated in 60 digits over everything granted. */
  @Tag("slow")
  @Property(tries = 60, seed = "20200504")
  void composedEpsilonStaysWithinTheBudget(
      @ForAll @Scale(15) @DoubleRange(min = -3, max = 2) double logEpsilon,
      @ForAll @Scale(15) @DoubleRange(min = 2, max = 30) double logInverseSlack,
      @ForAll long seed) {
    double epsilon = Math.pow(10, logEpsilon);
    double slack = Math.pow(10, -logInverseSlack);
    double delta = Math.min(1, 3 * slack);
    PrivacyFilter filter =
        PrivacyFilter.of(new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE), slack);
    Adversary epsilons = new Adversary(seed, epsilon);
    Adversary deltas = new Adversary(~seed, slack);
    List<double[]> granted = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double e = epsilons.next(Math.sqrt(filter.balances().get(0).remainingDown()));
      double d = Math.min(1, deltas.next(filter.balances().get(1).remainingDown()));
      boolean fits = filter.tryCharge(new Guarantee.Approximate(e, d, ADD_OR_REMOVE)).granted();
      if (fits) {
        granted.add(new double[] {e, d});
      }
      epsilons.sees(fits);
      deltas.sees(fits);
    }
    // An epsilon-private mechanism is epsilon tanh(epsilon/2)-zCDP.
    BigDecimal squares = sum(granted, pair -> twiceRho(new BigDecimal(pair[0])));
    BigDecimal composed = composed(squares, slack);
    assertTrue(composed.compareTo(new BigDecimal(epsilon)) <= 0, () -> composed + " > " + epsilon);
    BigDecimal spentDelta = sum(granted, pair -> new BigDecimal(pair[1]));
    assertTrue(
        spentDelta.add(new BigDecimal(slack)).compareTo(new BigDecimal(delta)) <= 0,
        spentDelta::toString);
  }

  /** The limit on the sum of squares is the theorem's, up to rounding. */
  @Property(tries = 200, seed = "20200504")
  void limitOnSquaresIsTight(
      @ForAll @Scale(15) @DoubleRange(min = -8, max = 3) double logEpsilon,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 300) double logInverseSlack) {
    double epsilon = Math.pow(10, logEpsilon);
    double slack = Math.pow(10, -logInverseSlack);
    PrivacyFilter filter =
        PrivacyFilter.of(new Guarantee.Approximate(epsilon, slack, ADD_OR_REMOVE), slack);
    BigDecimal limit = decimal(filter.balances().get(0).limit());
    BigDecimal above = limit.multiply(BigDecimal.ONE.add(new BigDecimal("1e-12")));
    assertTrue(composed(limit, slack).compareTo(new BigDecimal(epsilon)) <= 0);
    assertTrue(composed(above, slack).compareTo(new BigDecimal(epsilon)) > 0);
    assertFalse(filter.tryCharge(new Guarantee.Pure(epsilon + 1, ADD_OR_REMOVE)).granted());
  }

  private static BigDecimal twiceRho(BigDecimal epsilon) {
    BigDecimal half = epsilon.divide(BigDecimal.valueOf(2), DIGITS);
    return epsilon.multiply(BigDecimal.valueOf(2)).multiply(BigDecimalMath.tanh(half, DIGITS));
  }

  private static BigDecimal decimal(Rational dyadic) {
    List<String> parts = List.of((dyadic + "/1").split("/", -1));
    return new BigDecimal(parts.get(0)).divide(new BigDecimal(parts.get(1)));
  }

  private static BigDecimal composed(BigDecimal squares, double slack) {
    BigDecimal twoLogs =
        BigDecimalMath.log(new BigDecimal(slack), DIGITS).multiply(new BigDecimal(-2));
    BigDecimal half = squares.divide(new BigDecimal(2), DIGITS);
    return BigDecimalMath.sqrt(twoLogs.multiply(squares), DIGITS).add(half);
  }

  private static BigDecimal sum(
      List<double[]> charges, java.util.function.Function<double[], BigDecimal> cost) {
    return charges.stream().map(cost).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Guarantee.Renyi curve(double first, double second) {
    return new Guarantee.Renyi(new TreeMap<>(Map.of(1.5, first, 16.0, second)), ADD_OR_REMOVE);
  }

  /** Charges the rest, one rounding error more or less, a tiny amount, or a share. */
  private static final class Adversary {
    private final SplittableRandom random;
    private final double scale;
    private int refusals;

    Adversary(long seed, double scale) {
      this.random = new SplittableRandom(seed);
      this.scale = scale;
    }

    void sees(boolean granted) {
      refusals = granted ? 0 : refusals + 1;
    }

    double next(double left) {
      if (refusals > 2) {
        return left * random.nextDouble();
      }
      return switch (random.nextInt(7)) {
        case 0 -> left;
        case 1 -> Math.nextUp(left);
        case 2 -> Math.max(0, Math.nextDown(left));
        case 3 -> scale / 10;
        case 4 -> scale * Math.pow(2, -60 * random.nextDouble());
        case 5 -> Double.MIN_VALUE;
        default -> left * random.nextDouble();
      };
    }
  }
}
