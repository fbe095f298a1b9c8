package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Which end of cost and claim refutes, certifies and is shown. */
class ComparisonTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static Comparison of(double low, double high, double claimedLow, double claimedHigh) {
    return new Comparison(Enclosure.of(low, high), Enclosure.of(claimedLow, claimedHigh));
  }

  /** The least cost over the largest claim, and the other way round. */
  @Test
  void ratiosAreOfOppositeEnds() {
    Enclosure ratio = of(3, 6, 2, 4).ratio();
    assertEquals(0.75, ratio.lower(), 1e-15);
    assertEquals(3, ratio.upper(), 1e-15);
  }

  @Test
  void claimsThatMayBeNothingLeaveTheUpperEndOpen() {
    assertEquals(Enclosure.of(1.5, INFINITE), of(3, 6, 0, 2).ratio());
    assertEquals(Enclosure.of(0, INFINITE), of(1, 6, 0, 2).ratio());
    assertEquals(Enclosure.of(0, INFINITE), of(0, 6, 0, 0).ratio());
    assertEquals(Enclosure.of(INFINITE, INFINITE), of(1, 6, 0, 0).ratio());
    assertEquals(Enclosure.ZERO, of(0, 0, 0, 2).ratio());
  }

  @Test
  void onlyTheLowerEndAboveTheWholeClaimViolates() {
    assertTrue(of(Math.nextUp(2), 3, 1, 2).violates());
    assertFalse(of(2, 3, 1, 2).violates());
    assertFalse(of(1, 3, 1, 2).violates());
  }

  /** Equality may be missed by a relative 1e-9, and no more. */
  @Test
  void onlyTheUpperEndBelowTheWholeClaimObeys() {
    assertTrue(of(0, 1, 1, 2).obeys());
    assertTrue(of(0, 1 + 0.99e-9, 1, 1).obeys());
    assertFalse(of(0, 1 + 1.01e-9, 1, 1).obeys());
    assertFalse(of(0, 1.5, 1, 2).obeys());
    assertFalse(of(0, 1, 0, 0).obeys());
  }

  private static Recheck recheck(String exact, String claimed, int digits) {
    return new Recheck(new BigDecimal(exact), new BigDecimal(claimed), digits);
  }

  /** The slack is the sum of both sides times 10^(1-digits): 2.02 · 0.01 = 0.0202 at 3 digits. */
  @Test
  void secondComputationsAllowForTheirOwnError() {
    assertFalse(recheck("1.0202", "1", 3).confirms());
    assertTrue(recheck("1.0205", "1", 3).confirms());
    assertFalse(recheck("0.5", "1", 3).confirms());
    assertFalse(recheck("0", "0", 3).confirms());
    assertTrue(recheck("1e-300", "0", 30).confirms());
    assertTrue(recheck("-1", "-1.1", 3).confirms());
  }

  /** The slack is one in the last digit, 0.01 for 1.00 and 0.1 for 10.0. */
  @Test
  void secondComputationsLieInTheFirst() {
    Comparison first = of(2, 3, 0.5, 1);
    assertTrue(recheck("2", "1", 3).agreesWith(first));
    assertTrue(recheck("1.99", "1.005", 3).agreesWith(first));
    assertFalse(recheck("1.97", "1", 3).agreesWith(first));
    assertFalse(recheck("3.04", "1", 3).agreesWith(first));
    assertFalse(recheck("2.5", "1.02", 3).agreesWith(first));
    assertFalse(recheck("2.5", "0.49", 3).agreesWith(first));
    assertTrue(recheck("1e400", "1", 3).agreesWith(of(2, INFINITE, 1, 1)));
    assertFalse(recheck("1.9", "1", 3).agreesWith(of(2, INFINITE, 1, 1)));
  }

  @Test
  void rechecksShowFifteenDigitsOrFewer() {
    assertEquals(
        "1.23456789012346 against 1 (30 digits)",
        Recheck.of(new BigDecimal("1.234567890123456789"), BigDecimal.ONE).toString());
    assertEquals("1.23 against 2 (3 digits)", recheck("1.2345", "2", 3).toString());
  }
}
