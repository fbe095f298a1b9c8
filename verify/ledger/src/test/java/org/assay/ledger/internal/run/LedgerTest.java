package org.assay.ledger.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.verify.audit.AuditReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for every claim before it is judged. */
class LedgerTest {
  private static final Path BIBLIOGRAPHY = Path.of("../../docs/papers/references.bib");

  @Test
  void namesAreUnique() {
    assertEquals(new HashSet<>(Ledger.ids()).size(), Ledger.ids().size());
  }

  @Test
  void everyClaimIsExpectedAndEveryExpectationIsOfAClaim() {
    assertEquals(new HashSet<>(Ledger.ids()), Expectations.committed().verdicts().keySet());
    assertEquals(List.of(), Expectations.committed().absent());
  }

  @Test
  void sourcesAreInTheBibliography() throws IOException {
    String text = Files.readString(BIBLIOGRAPHY);
    for (Paper paper : Paper.values()) {
      assertTrue(text.contains("{" + paper.key() + ","), paper.key());
    }
    for (LedgerClaim claim : Ledger.claims()) {
      for (Citation source : claim.proof().sources()) {
        assertTrue(text.contains("{" + source.key() + ","), claim.id() + " cites " + source);
      }
    }
  }

  @Test
  void algorithmsAreInTheRegistry() {
    for (LedgerClaim claim : Ledger.claims()) {
      for (String id : claim.algorithms()) {
        assertTrue(AlgorithmRegistry.find(id).isPresent(), claim.id() + " names " + id);
      }
    }
  }

  @Test
  void claimsThatDoNotHoldAsPrintedAreAttackedOrSayWhyNot() {
    Set<Verdict> fine = EnumSet.of(Verdict.CERTIFIED, Verdict.UNDECIDED);
    for (LedgerClaim claim : Ledger.claims()) {
      Verdict verdict = Expectations.committed().verdicts().get(claim.id());
      boolean tried = claim.attack().check().isPresent();
      boolean excused = claim.attack().obstacle().isPresent();
      assertFalse(tried && excused, claim.id());
      assertTrue(fine.contains(verdict) || tried || excused, claim.id() + " is " + verdict);
      assertFalse(fine.contains(verdict) && excused, claim.id());
      claim.attack().obstacle().ifPresent(why -> assertFalse(why.get().isBlank(), claim.id()));
    }
  }

  @Test
  void attacksHaveSeedsOfTheirOwn() {
    List<Long> seeds =
        Ledger.claims().stream()
            .flatMap(claim -> claim.attack().check().stream())
            .map(EmpiricalCheck::seed)
            .toList();
    assertEquals(new HashSet<>(seeds).size(), seeds.size());
  }

  /** Refuted with probability 1e-4 at most if the claim were true; the seed settles it. */
  @Tag("slow")
  @Test
  void equalSeedsGiveEqualReportsWhateverTheNumberOfThreads() {
    EmpiricalCheck check =
        Ledger.find("D-L8-gradient").flatMap(claim -> claim.attack().check()).orElseThrow();
    AuditReport one = check.run(1, state -> {}).withoutTiming();
    assertEquals(one, check.run(2, state -> {}).withoutTiming());
    assertEquals(org.assay.verify.audit.Verdict.REFUTED, one.verdict());
  }

  @Test
  void changedVerdictsAreTold() {
    LedgerClaim claim = Ledger.claims().get(0);
    Judgement open = Judgement.undecided(Enclosure.ONE, "nothing", "everything");
    Entry entry = new Entry(claim, open, Optional.empty(), Optional.empty());
    Expectations expected = new Expectations(Map.of(claim.id(), Verdict.CERTIFIED));
    assertEquals(
        List.of(claim.id() + " is undecided, expected certified"),
        expected.changes(List.of(entry)));
    assertFalse(entry.attackFailed());
  }
}
