package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Each bettor is there for a mistake that the others see late or never. Nothing is random. */
class CountBetsTest {
  private static final CountLaw SIZES = CountLaws.binomial(60000, 256.0 / 60000);
  private static final CountLaw OVERLAPS = CountLaws.binomial(256, 256.0 / 60000);

  /** After how many counts the law is refuted. */
  private static long refuted(CountBets bets, CountLaw law, IntToLongFunction counts) {
    for (int i = 0; i < 300 && !bets.isRefuted(); i++) {
      bets.settle(counts.applyAsLong(i), law);
    }
    assertTrue(bets.isRefuted());
    return bets.steps();
  }

  private static CountBets sizes() {
    return CountBets.onSizes(1e-4);
  }

  private static CountBets overlaps() {
    return CountBets.onOverlaps(1e-4);
  }

  /** Each size comes four times and never again. */
  @Test
  void theLastCountAgain() {
    assertTrue(refuted(sizes(), SIZES, i -> 240 + i / 4 * 7 % 33) <= 12);
  }

  /** Two sizes in turn, whose mean is right. */
  @Test
  void countsThatWereSeen() {
    assertTrue(refuted(sizes(), SIZES, i -> i % 2 == 0 ? 250 : 262) <= 12);
  }

  /** All sizes differ. */
  @Test
  void anotherRate() {
    assertTrue(refuted(sizes(), SIZES, i -> 230 - i % 8) <= 16);
  }

  @Test
  void noneAndAll() {
    assertEquals(1, refuted(overlaps(), OVERLAPS, i -> 256));
    assertTrue(refuted(overlaps(), CountLaws.binomial(2000, 256.0 / 60000), i -> 0) <= 3);
    assertTrue(refuted(overlaps(), OVERLAPS, i -> 4) <= 10);
  }

  @Test
  void whatCannotBe() {
    CountBets bets = sizes();
    bets.settle(256, CountLaws.certain(256));
    assertFalse(bets.isRefuted());
    bets.settle(255, CountLaws.certain(256));
    assertTrue(bets.isRefuted() && bets.isImpossible());
  }
}
