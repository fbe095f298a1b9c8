package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final Point POINT = new Point(Map.of("x", 1.0));
  private static final Comparison TWICE = new Comparison(Enclosure.exact(2), Enclosure.ONE);

  private static Family constant(double cost) {
    return Family.of(
            "cost",
            p -> new Comparison(Enclosure.exact(cost), Enclosure.ONE),
            Parameter.choice("x", 1))
        .recheckedBy(p -> Recheck.of(BigDecimal.valueOf(cost), BigDecimal.ONE));
  }

  private static Witness witness(Comparison comparison, Recheck recheck) {
    return new Witness(POINT, "", "cost", comparison, "", recheck);
  }

  @Test
  void witnessesNeedAViolation() {
    Recheck equal = Recheck.of(BigDecimal.ONE, BigDecimal.ONE);
    Comparison touching = new Comparison(Enclosure.of(1, 2), Enclosure.ONE);
    assertThrows(IllegalStateException.class, () -> witness(touching, equal));
    assertFalse(equal.confirms());
  }

  @Test
  void witnessesNeedASecondComputationThatAgrees() {
    Recheck other = Recheck.of(BigDecimal.valueOf(3), BigDecimal.ONE);
    assertTrue(other.confirms());
    assertThrows(IllegalStateException.class, () -> witness(TWICE, other));
    Recheck same = Recheck.of(BigDecimal.valueOf(2), BigDecimal.ONE);
    assertTrue(witness(TWICE, same).insideAssumptions());
  }

  @Test
  void differencesBelowThePrecisionConfirmNothing() {
    BigDecimal above = new BigDecimal("1.000001");
    assertFalse(new Recheck(above, BigDecimal.ONE, 6).confirms());
    assertTrue(new Recheck(above, BigDecimal.ONE, 9).confirms());
  }

  @Test
  void refutationsNeedAWitness() {
    assertThrows(
        IllegalStateException.class,
        () ->
            new Judgement(
                Verdict.REFUTED,
                Enclosure.ONE,
                "",
                Optional.empty(),
                new Judgement.Prose("", "", "", ""),
                Optional.empty()));
    Family unchecked = Family.of("cost", p -> TWICE, Parameter.choice("x", 1));
    assertThrows(IllegalStateException.class, () -> Judgement.of(unchecked));
  }

  @Test
  void verdictsAreQualifiedOnlyWhereTheyFit() {
    Judgement bad = Judgement.of(constant(2));
    Judgement good = Judgement.of(constant(0.5));
    assertEquals(Verdict.REFUTED, bad.verdict());
    assertEquals(Verdict.CERTIFIED, good.verdict());
    assertEquals(Verdict.REFUTED_AS_PRINTED, bad.asPrinted().verdict());
    assertEquals(Verdict.CERTIFIED, good.asPrinted().verdict());
    assertEquals(Verdict.CERTIFIED_IN_RANGE, bad.exceptIn(good, "x").verdict());
    assertEquals(Verdict.REFUTED, bad.exceptIn(bad, "x").verdict());
    assertEquals(Verdict.CERTIFIED_AFTER_REPAIR, bad.repairedBy(good, "half").verdict());
    assertEquals(Verdict.REFUTED, bad.repairedBy(bad, "half").verdict());
    assertEquals("half", bad.repairedBy(good, "half").correction());
  }

  @Test
  void nothingClaimedAndSomethingSpentIsAnInfiniteRatio() {
    Comparison free = new Comparison(Enclosure.ONE, Enclosure.ZERO);
    assertTrue(free.violates());
    assertEquals(Enclosure.exact(Double.POSITIVE_INFINITY), free.ratio());
    Comparison nothing = new Comparison(Enclosure.ZERO, Enclosure.ZERO);
    assertFalse(nothing.violates());
    assertTrue(nothing.obeys());
  }
}
