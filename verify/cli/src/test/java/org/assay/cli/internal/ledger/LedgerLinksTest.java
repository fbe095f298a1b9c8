package org.assay.cli.internal.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.ledger.internal.claim.Paper;
import org.junit.jupiter.api.Test;

class LedgerLinksTest {
  @Test
  void aLineIsToldWithItsCommittedVerdict() {
    LedgerLinks links = LedgerLinks.about("phased-erm");
    assertTrue(links.words().contains("A-L4.6 refuted, A-L4.7 certified in range"), links::words);
    assertTrue(links.command().startsWith("assay ledger --claim A-"), links::command);
    assertEquals(links.ids().size(), links.command().split(",").length);
  }

  @Test
  void whatIsCertifiedIsNotDoubtful() {
    LedgerLinks links = LedgerLinks.about("phased-sgd");
    assertTrue(links.ids().contains("A-L4.3"), links::words);
    assertTrue(links.doubtful().isEmpty(), links::words);
    assertEquals(List.of(), LedgerLinks.about("no-such-algorithm").ids());
  }

  /** Those that break their paper's promise among them; the ledger knows no other papers. */
  @Test
  void everyAlgorithmOfTheLedgersPapersHasALine() {
    List<String> without =
        AlgorithmRegistry.all().stream()
            .filter(entry -> LedgerLinks.about(entry.id()).isEmpty())
            .map(AlgorithmEntry::source)
            .filter(LedgerLinksTest::isOfTheLedgersPapers)
            .toList();
    assertEquals(List.of(), without);
    assertEquals(
        25, AlgorithmRegistry.all().stream().filter(e -> isOfTheLedgersPapers(e.source())).count());
  }

  private static boolean isOfTheLedgersPapers(String source) {
    return Arrays.stream(Paper.values()).anyMatch(paper -> source.contains(paper.key()));
  }
}
