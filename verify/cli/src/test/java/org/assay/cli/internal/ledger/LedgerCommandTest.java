package org.assay.cli.internal.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.assay.ledger.internal.run.Ledger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCommandTest {
  @TempDir private Path directory = Path.of("");

  @Tag("slow")
  @Test
  void allVerdictsAreTheCommittedOnes() throws IOException {
    Invocation run = Invocation.of("ledger", "--report", directory.toString());
    assertEquals(0, run.code(), run.out() + run.err());
    assertEquals(Ledger.ids().size() + 3, run.out().lines().count(), run.out());
    assertTrue(run.out().contains("; all as committed"), run.out());
    for (String id : Ledger.ids()) {
      assertTrue(run.out().contains("\n" + id + " "), id);
    }
    assertTrue(Files.readString(directory.resolve("index.html")).contains("A-L4.6.html"));
    String page = Files.readString(directory.resolve("A-L4.6.html"));
    assertTrue(page.contains("<svg"));
    String caption = page.substring(page.indexOf("<figcaption>"), page.indexOf("</figcaption>"));
    String words = caption.replaceAll("<[^>]*>", "");
    assertTrue(words.contains("delta at ε") && words.contains("as at δ = 1e-5"), words);
    JsonNode report = new ObjectMapper().readTree(directory.resolve("ledger.json").toFile());
    assertEquals(Ledger.ids().size(), report.get("claims").size());
  }

  @Test
  void explainsOneClaimInProse() {
    Invocation run = Invocation.of("ledger", "--claim", "a-l4.6");
    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.out().contains("\nSource: Feldman, Koren and Talwar (2020), Lemma 4.6, https:"),
        run.out());
    assertTrue(run.out().startsWith("A-L4.6: refuted\nClaim: If A(S)"), run.out());
    assertTrue(run.out().contains("\nSecond computation: "), run.out());
    assertTrue(run.out().endsWith("1 claim: 1 refuted; all as committed\n"), run.out());
  }

  /** Refuted with probability 1e-4 at most if the claim were true; the seed settles it. */
  @Test
  void attacksTheRunningAlgorithm() {
    Invocation run = Invocation.of("ledger", "--claim", "A-Alg1", "--audit");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("\nOutcome: attack succeeded after "), run.out());
  }

  @Test
  void printsJson() throws IOException {
    Invocation run = Invocation.of("ledger", "--claim", "A-L4.6", "--json");
    assertEquals(0, run.code(), run.err());
    JsonNode claim = new ObjectMapper().readTree(run.out()).get("claims").get(0);
    assertEquals("REFUTED", claim.get("verdict").textValue());
    double exact = Double.parseDouble(claim.at("/witness/exact/0").textValue());
    double claimed = Double.parseDouble(claim.at("/witness/claimed/1").textValue());
    assertTrue(exact > claimed, claim::toString);
  }

  @Test
  void unknownClaimsAreOneLine() {
    Invocation bad = Invocation.of("ledger", "--claim", "A-L4.66");
    assertEquals(2, bad.code());
    assertEquals("assay: --claim was 'A-L4.66': did you mean 'A-L4.6'?\n", bad.err());
  }
}
