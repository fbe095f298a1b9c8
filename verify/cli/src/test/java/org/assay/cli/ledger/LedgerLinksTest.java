package org.assay.cli.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.algorithms.registry.AlgorithmRegistry;
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

  /** Those that break their paper's promise among them. */
  @Test
  void everyAlgorithmHasALine() {
    List<String> without =
        AlgorithmRegistry.ids().stream().filter(id -> LedgerLinks.about(id).isEmpty()).toList();
    assertEquals(List.of(), without);
  }
}
