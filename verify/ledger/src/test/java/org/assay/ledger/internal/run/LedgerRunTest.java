package org.assay.ledger.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Verdict;
import org.junit.jupiter.api.Test;

/** Runs of the ledger: their order, their progress, and what ends them. */
class LedgerRunTest {
  private static final Judgement OPEN = Judgement.undecided(Enclosure.ONE, "x", "y");

  private static LedgerClaim claim(String id) {
    return LedgerClaim.of(Paper.C, id, "nowhere", "nothing", () -> OPEN);
  }

  /** The first claim can be judged only after the second has been. */
  @Test
  void entriesKeepTheOrderOfTheirClaims() {
    CountDownLatch second = new CountDownLatch(1);
    LedgerClaim late =
        LedgerClaim.of(
            Paper.C,
            "C-late",
            "nowhere",
            "nothing",
            () -> {
              await(second);
              return OPEN;
            });
    LedgerClaim early =
        LedgerClaim.of(
            Paper.C,
            "C-early",
            "nowhere",
            "nothing",
            () -> {
              second.countDown();
              return OPEN;
            });
    List<String> heard = new ArrayList<>();
    List<Entry> entries = new LedgerRun(2, heard::add).judge(List.of(late, early));
    assertEquals(
        List.of("C-late", "C-early"), entries.stream().map(entry -> entry.claim().id()).toList());
    assertEquals(List.of("judged 0 of 2 claims", "judged 1 of 2 claims"), heard);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void brokenClaimsAreNamed() {
    LedgerClaim broken =
        LedgerClaim.of(
            Paper.C,
            "C-broken",
            "nowhere",
            "nothing",
            () -> {
              throw new ArithmeticException("no number");
            });
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> new LedgerRun(1, words -> {}).judge(List.of(claim("C-fine"), broken)));
    String told = String.valueOf(thrown.getMessage());
    assertTrue(told.endsWith("C-broken could not be judged: no number"), told);
  }

  @Test
  void interruptedRunsSaySoAndStayInterrupted() {
    Thread.currentThread().interrupt();
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> new LedgerRun(1, words -> {}).judge(List.of(claim("C-fine"))));
    assertTrue(Thread.interrupted());
    assertEquals("interrupted", thrown.getMessage());
  }

  @Test
  void claimsWithoutAnAttackAreLeftAsTheyAre() {
    LedgerClaim excused = claim("C-excused").notAttackedBecause(() -> "it is arithmetic");
    List<Entry> judged = new LedgerRun(1, words -> {}).judge(List.of(excused, claim("C-fine")));
    assertEquals(Optional.of("it is arithmetic"), judged.get(0).obstacle());
    assertEquals(Optional.empty(), judged.get(1).obstacle());
    List<String> heard = new ArrayList<>();
    List<Entry> attacked = new LedgerRun(1, heard::add).attack(judged);
    assertSame(judged.get(0), attacked.get(0));
    assertEquals(List.of(), heard);
    assertFalse(attacked.get(0).attackFailed());
  }

  /** Too few runs to refute anything. */
  @Test
  void attacksThatRefuteNothingAreToldAsChanges() {
    LedgerClaim gradient = Ledger.find("d-l8-GRADIENT").orElseThrow();
    EmpiricalCheck full = gradient.attack().check().orElseThrow();
    LedgerClaim small =
        claim("C-small").attackedBy(new EmpiricalCheck("few runs", 1, 200, full.experiment()));
    List<String> heard = new ArrayList<>();
    Entry entry = new Entry(small, OPEN, Optional.empty(), Optional.empty());
    List<Entry> attacked = new LedgerRun(1, heard::add).attack(List.of(entry));
    assertEquals("attacking C-small", heard.get(0));
    assertTrue(attacked.get(0).attackFailed());
    Expectations same = new Expectations(Map.of("C-small", Verdict.UNDECIDED));
    assertEquals(List.of("C-small withstood its attack"), same.changes(attacked));
  }

  @Test
  void selectionsFollowNamesAndAlgorithms() {
    assertEquals(Optional.empty(), Ledger.find("C-T3"));
    assertEquals("C-T3.1", Ledger.find("c-t3.1").orElseThrow().id());
    assertEquals(
        List.of("C-P5.6", "C-eq5.2", "C-eq5.3"),
        Ledger.about("strongly-convex-noisy-sgd").stream()
            .filter(claim -> claim.paper() == Paper.C)
            .map(LedgerClaim::id)
            .toList());
    assertEquals(List.of(), Ledger.about("noisy"));
  }

  @Test
  void unknownNamesAreTold() {
    Expectations expected = new Expectations(Map.of("C-none", Verdict.REFUTED));
    assertEquals(List.of("C-none is expected and not in the ledger"), expected.absent());
    Entry entry = new Entry(claim("C-new"), OPEN, Optional.empty(), Optional.empty());
    assertEquals(List.of("C-new is undecided, expected nothing"), expected.changes(List.of(entry)));
    Expectations same = new Expectations(Map.of("C-new", Verdict.UNDECIDED));
    assertEquals(List.of(), same.changes(List.of(entry)));
  }
}
