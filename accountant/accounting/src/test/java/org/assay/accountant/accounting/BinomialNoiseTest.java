package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binomial noise against sums over all outcomes with sixty digits. */
class BinomialNoiseTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static DpEvent noise(long coins, double probability, long shift) {
    return new BinomialEvent(coins, probability, new Sensitivity(shift, ADD_OR_REMOVE));
  }

  /** The masses of a number of heads. */
  private static List<BigDecimal> heads(int coins, double probability) {
    BigDecimal yes = new BigDecimal(probability);
    BigDecimal no = BigDecimal.ONE.subtract(yes);
    List<BigDecimal> masses = new ArrayList<>(List.of(BigDecimal.ONE));
    for (int coin = 0; coin < coins; coin++) {
      List<BigDecimal> next = new ArrayList<>();
      for (int k = 0; k <= masses.size(); k++) {
        BigDecimal fewer = k == 0 ? BigDecimal.ZERO : masses.get(k - 1).multiply(yes, DIGITS);
        BigDecimal same = k == masses.size() ? BigDecimal.ZERO : masses.get(k).multiply(no, DIGITS);
        next.add(fewer.add(same, DIGITS));
      }
      masses = next;
    }
    return masses;
  }

  /** A distribution of outputs by their masses. */
  private record Law(List<BigDecimal> masses, int shift) {
    BigDecimal at(int output) {
      int heads = output - shift;
      return heads < 0 || heads >= masses.size() ? BigDecimal.ZERO : masses.get(heads);
    }

    int outputs() {
      return masses.size() + shift;
    }
  }

  /** The sum of {@code max(0, P - e^epsilon Q)} over all outputs. */
  private static double delta(Law first, Law second, double epsilon) {
    BigDecimal odds = BigDecimalMath.exp(new BigDecimal(epsilon), DIGITS);
    return sum(first, second, BigDecimal.ONE, odds).doubleValue();
  }

  private static BigDecimal sum(Law first, Law second, BigDecimal p, BigDecimal q) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int output = 0; output < first.outputs() + second.shift(); output++) {
      BigDecimal one = p.multiply(first.at(output), DIGITS);
      BigDecimal other = q.multiply(second.at(output), DIGITS);
      sum = sum.add(one.subtract(other).max(BigDecimal.ZERO), DIGITS);
    }
    return sum;
  }

  /** Two queries; after the first output, the second is moved to the side that reveals more. */
  private static double adaptiveDelta(Law first, Law second, double epsilon) {
    BigDecimal odds = BigDecimalMath.exp(new BigDecimal(epsilon), DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    for (int output = 0; output < first.outputs() + second.shift(); output++) {
      BigDecimal p = first.at(output);
      BigDecimal q = second.at(output).multiply(odds, DIGITS);
      sum = sum.add(sum(first, second, p, q).max(sum(second, first, p, q)), DIGITS);
    }
    return sum.doubleValue();
  }

  private static void assertEncloses(Enclosure found, double expected) {
    double error = 1e-14 * expected;
    assertTrue(
        found.lower() <= expected + error && found.upper() >= expected - error,
        () -> found + " and not " + expected);
    assertTrue(found.upper() <= expected * (1 + 1e-9) + 1e-14, found::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0.5, 1",
    "1001, 0.5, 1",
    "1200, 0.5, 200",
    "1000, 0.5, 7",
    "40, 0.3, 3",
    "40, 0.7, 3",
    "39, 0.5, 2",
    "3, 0.5, 3",
    "400, 0.1, 5",
    "1, 0.25, 1",
    "600, 0.99, 2"
  })
  void deltaIsTheSumOverAllOutputs(int coins, double probability, int shift) {
    List<BigDecimal> heads = heads(coins, probability);
    Law still = new Law(heads, 0);
    Law moved = new Law(heads, shift);
    TightestBound bound = TightestBound.of(noise(coins, probability, shift), ADD_OR_REMOVE);
    for (double epsilon : new double[] {0, 0.05, 0.3, 1, 3}) {
      double expected = Math.max(delta(moved, still, epsilon), delta(still, moved, epsilon));
      Bound found = bound.delta(epsilon);
      assertEncloses(found.value(), expected);
      assertTrue(found.method().exact());
    }
  }

  @Test
  void epsilonOfAThousandCoins() {
    Enclosure epsilon = TightestBound.of(noise(1000, 0.5, 1), ADD_OR_REMOVE).epsilon(1e-6).value();
    assertEquals(0.2441425, epsilon.midpoint(), 5e-8);
    assertTrue(epsilon.relativeWidth() < 1e-8);
  }

  /** Every smaller shift, in both directions, is below the bound of the sensitivity. */
  @ParameterizedTest
  @CsvSource({"30, 0.5", "30, 0.2"})
  void smallerShiftsCostNoMore(int coins, double probability) {
    List<BigDecimal> heads = heads(coins, probability);
    TightestBound bound = TightestBound.of(noise(coins, probability, 4), ADD_OR_REMOVE);
    for (double epsilon : new double[] {0, 0.2, 1, 2}) {
      double guarantee = bound.delta(epsilon).value().upper();
      for (int shift = 1; shift < 4; shift++) {
        Law moved = new Law(heads, shift);
        Law still = new Law(heads, 0);
        assertTrue(delta(moved, still, epsilon) <= guarantee);
        assertTrue(delta(still, moved, epsilon) <= guarantee);
      }
    }
  }

  /** Two queries, each of which a record may move either way. */
  @ParameterizedTest
  @CsvSource({"12, 0.5", "12, 0.2"})
  void twoQueriesMayMoveEitherWay(int coins, double probability) {
    Law still = new Law(heads(coins, probability), 0);
    Law moved = new Law(heads(coins, probability), 2);
    Steps twice = Steps.of(noise(coins, probability, 2).times(2), ADD_OR_REMOVE);
    for (double epsilon : new double[] {0, 0.5, 1.5}) {
      double worst =
          Math.max(adaptiveDelta(moved, still, epsilon), adaptiveDelta(still, moved, epsilon));
      double guarantee = twice.losses().delta(epsilon).upper();
      assertTrue(guarantee >= worst * (1 - 1e-12), () -> guarantee + " below " + worst);
      assertTrue(guarantee <= worst * 1.05, () -> guarantee + " far above " + worst);
    }
  }

  /** A replaced record moves the query twice as far. */
  @Test
  void replacingIsTwoSteps() {
    Enclosure replaced = TightestBound.of(noise(300, 0.5, 1), REPLACE_ONE).delta(0.1).value();
    Enclosure twice = TightestBound.of(noise(300, 0.5, 2), ADD_OR_REMOVE).delta(0.1).value();
    assertEquals(twice, replaced);
  }

  @Test
  void aShiftBeyondTheCoinsRevealsEverything() {
    DpEvent noise = noise(4, 0.5, 5);
    assertEquals(1, TightestBound.of(noise, ADD_OR_REMOVE).delta(2).value().upper());
  }

  @Test
  void tooManyOutcomesAreRefused() {
    DpEvent noise = noise(1L << 40, 0.5, 1);
    UnsupportedEventException refusal =
        assertThrows(
            UnsupportedEventException.class, () -> TightestBound.of(noise, ADD_OR_REMOVE).delta(1));
    assertTrue(String.valueOf(refusal.getMessage()).contains("fewer coins"), refusal::toString);
  }

  @Test
  void parametersAreChecked() {
    LongStream.of(0, -1, Long.MAX_VALUE)
        .forEach(coins -> assertThrows(IllegalArgumentException.class, () -> noise(coins, 0.5, 1)));
    for (double probability : new double[] {0, 1, Double.NaN, -0.1}) {
      assertThrows(IllegalArgumentException.class, () -> noise(5, probability, 1));
    }
    Sensitivity half = new Sensitivity(0.5, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> new BinomialEvent(5, 0.5, half));
  }
}
