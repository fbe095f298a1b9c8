package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Searches on functions whose maximum is known. */
class WorstCaseTest {
  private static final Parameter X = Parameter.positive("x", 0.01, 100, 9);
  private static final Parameter N = Parameter.count("n", 1, 1000, 5);

  private static Comparison ratio(double value) {
    return new Comparison(Enclosure.exact(value), Enclosure.ONE);
  }

  /** A peak of the given height at x = 7. */
  private static Family peak(double height) {
    return Family.of(
            "height",
            p -> ratio(height / (1 + Math.pow(Math.log(p.get("x") / 7), 2)) / p.whole("n")),
            N,
            X)
        .recheckedBy(
            p ->
                Recheck.of(
                    BigDecimal.valueOf(
                        height / (1 + Math.pow(Math.log(p.get("x") / 7), 2)) / p.whole("n")),
                    BigDecimal.ONE));
  }

  @Test
  void refinementFindsPeaksBetweenPointsOfTheGrid() {
    WorstCase worst = WorstCase.of(peak(5));
    assertEquals(7, worst.point().get("x"), 0.2);
    assertEquals(1, worst.point().whole("n"));
    assertEquals(5, worst.ratio().lower(), 0.01);
    assertFalse(worst.obeyed());
  }

  /** All powers of ten are simpler than other numbers; 10 is the closest to the peak. */
  @Test
  void theSmallestWitnessIsSimple() {
    assertEquals(new Point(Map.of("n", 1.0, "x", 10.0)), sorted(WorstCase.of(peak(5)).smallest()));
  }

  private static Point sorted(Point p) {
    return new Point(Map.of("n", p.get("n"), "x", p.get("x")));
  }

  @Test
  void smallExcessesStayNineTenths() {
    Point small = WorstCase.of(peak(1.1)).smallest();
    assertTrue(peak(1.1).at(small).ratio().lower() >= 1.089, small::toString);
  }

  @Test
  void nothingViolatedIsNoWitness() {
    WorstCase worst = WorstCase.of(peak(1));
    assertTrue(worst.obeyed());
    assertThrows(IllegalStateException.class, worst::smallest);
    assertEquals(Verdict.CERTIFIED, Judgement.of(worst).verdict());
  }

  @Test
  void conditionsAreKept() {
    WorstCase worst = WorstCase.of(peak(50).where(p -> p.get("x") <= 1));
    assertEquals(1, worst.point().get("x"), 1e-9);
    assertTrue(worst.smallest().get("x") <= 1);
    assertThrows(
        IllegalArgumentException.class, () -> WorstCase.of(peak(5).where(p -> p.get("x") < 0)));
  }

  @Test
  void enclosuresOnBothSidesOfTheClaimDecideNothing() {
    Family vague = Family.of("vague", p -> new Comparison(Enclosure.of(0.5, 2), Enclosure.ONE), X);
    Judgement judgement = Judgement.of(vague);
    assertEquals(Verdict.UNDECIDED, judgement.verdict());
    assertEquals(Enclosure.of(0.5, 2), judgement.ratio());
  }
}
