package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Sums are exact; doubles made of them round to the safe side. */
class BalanceTest {
  @Test
  void remainderIsExact() {
    Balance balance = balance("1", "0.1");
    assertEquals(new BigDecimal("0.9"), balance.remaining());
    assertEquals(new BigDecimal("0.65"), balance.plus(new BigDecimal("0.25")).remaining());
  }

  @Test
  void equalNumbersAreEqualBalances() {
    assertEquals(balance("1.00", "0.50"), balance("1", "0.5"));
  }

  @Test
  void spendingTheLimitIsNotOverspending() {
    assertFalse(balance("1", "1").overspent());
    assertTrue(balance("1", "1.000000000000000000000000000001").overspent());
  }

  @Test
  void doublesRoundToTheSafeSide() {
    // The double nearest one tenth lies above it.
    BigDecimal tenth = new BigDecimal("0.1");
    assertEquals(Math.nextDown(0.1), Balance.down(tenth));
    assertEquals(0.1, Balance.up(tenth));
    // The one nearest three tenths lies below it.
    BigDecimal threeTenths = new BigDecimal("0.3");
    assertEquals(0.3, Balance.down(threeTenths));
    assertEquals(Math.nextUp(0.3), Balance.up(threeTenths));
    assertEquals(0.25, Balance.down(new BigDecimal("0.25")));
    assertEquals(0.25, Balance.up(new BigDecimal("0.25")));
    assertEquals(Math.nextDown(0.1), balance("1.1", "1").remainingDown());
  }

  @Test
  void extremesStayOnTheirSide() {
    BigDecimal huge = new BigDecimal("1e400");
    assertEquals(Double.MAX_VALUE, Balance.down(huge));
    assertEquals(Double.POSITIVE_INFINITY, Balance.up(huge));
    BigDecimal tiny = new BigDecimal("1e-400");
    assertEquals(0, Balance.down(tiny));
    assertEquals(Double.MIN_VALUE, Balance.up(tiny));
    assertEquals(0, Balance.up(BigDecimal.ZERO));
  }

  @Test
  void saysWhatIsLeft() {
    assertEquals("rho: 0.75 of 1.0 left", new Balance("rho", BigDecimal.ONE, quarter()).toString());
  }

  private static BigDecimal quarter() {
    return new BigDecimal("0.25");
  }

  private static Balance balance(String limit, String spent) {
    return new Balance("rho", new BigDecimal(limit), new BigDecimal(spent));
  }
}
