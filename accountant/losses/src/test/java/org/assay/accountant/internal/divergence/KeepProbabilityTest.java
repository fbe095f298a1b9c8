package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepProbabilityTest {
  private static final MathContext DIGITS = new MathContext(40);

  @ParameterizedTest
  @CsvSource({
    "1, 1e-5, 5, 0.00085791024883721609",
    "1, 1e-5, 12, 0.76031099692262716",
    "0.1, 1e-6, 5, 6.1682571814530907e-6",
    "2, 1e-8, 5, 3.4473739866665384e-5",
    "2, 1e-8, 30, 1"
  })
  void enclosesTheRecursionInFortyDigits(
      double epsilon, double delta, long records, BigDecimal value) {
    Enclosure kept = new KeepProbability(epsilon, delta).of(records);
    double margin = 1e-15 * value.doubleValue();

    assertTrue(
        kept.lower() <= value.doubleValue() + margin
            && kept.upper() >= value.doubleValue() - margin,
        kept::toString);
    assertTrue(kept.relativeWidth() < 1e-12, kept::toString);
  }

  @Test
  void isCertainFromTheFirstCertainNumberOn() {
    KeepProbability kept = new KeepProbability(1, 1e-5);

    assertEquals(23, kept.certainFrom());
    assertEquals(1, kept.of(23).lower());
    assertTrue(kept.of(22).upper() < 1);
    assertEquals(0, kept.of(0).upper());
  }

  @ParameterizedTest
  @CsvSource({"1, 1e-5", "0.1, 1e-6", "2, 1e-8", "0.01, 1e-3", "5, 0.3"})
  void lowerEndsAreAsPrivateAsTheyClaim(double epsilon, double delta) {
    KeepProbability kept = new KeepProbability(epsilon, delta);
    BigDecimal factor = BigDecimalMath.exp(new BigDecimal(epsilon), DIGITS);
    BigDecimal spare = new BigDecimal(delta);

    for (long n = 0; n < kept.certainFrom(); n++) {
      BigDecimal fewer = new BigDecimal(kept.of(n).lower());
      BigDecimal more = new BigDecimal(kept.of(n + 1).lower());
      requireAtMost(more, factor.multiply(fewer).add(spare));
      requireAtMost(fewer, factor.multiply(more).add(spare));
      requireAtMost(not(fewer), factor.multiply(not(more)).add(spare));
      requireAtMost(not(more), factor.multiply(not(fewer)).add(spare));
    }
  }

  private static BigDecimal not(BigDecimal probability) {
    return BigDecimal.ONE.subtract(probability);
  }

  private static void requireAtMost(BigDecimal left, BigDecimal right) {
    assertTrue(left.compareTo(right) <= 0, () -> left + " > " + right);
  }

  @Tag("slow")
  @Test
  void refusesWhatTakesTooLong() {
    KeepProbability tiny = new KeepProbability(1e-12, 1e-30);

    assertThrows(IllegalArgumentException.class, tiny::certainFrom);
    assertThrows(IllegalArgumentException.class, () -> tiny.of(-1));
  }
}
