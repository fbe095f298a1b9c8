package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.audit.AuditRun.LowestBits;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.OutputPrecision;
import org.junit.jupiter.api.Test;

class LowestBitsTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final OutputPrecision DOUBLES = new OutputPrecision(53, 7, 16);
  private static final OutputPrecision SINGLES = new OutputPrecision(24, 7, 16);

  /** Of a mechanism that names its dataset if so many bits or more count. */
  private static AuditReport audit(int bits, int leaking, int runs) {
    return Auditor.of(new Guarantee.Pure(1, ADD))
        .maximumRuns(runs)
        .audit(
            (d, random) -> Outcome.of(bits >= leaking ? d : 0),
            List.of(AdjacentPair.of("1 and 2", 1.0, 2.0, ADD)));
  }

  private static Optional<String> explained(OutputPrecision precision, int leaking) {
    return new LowestBits(bits -> audit(bits, leaking, 300), precision)
        .explain()
        .map(stand -> stand.bits() + " " + stand.words());
  }

  @Test
  void theLeakLiesBetweenWhatStandsAndWhatFalls() {
    assertWords("below bit 24", "rounded to 40 it does not;", explained(DOUBLES, 30));
    assertWords("below bit 40", "rounded to 48 it does not;", explained(DOUBLES, 48));
    assertWords("below bit 48", "unrounded it does not;", explained(DOUBLES, 49));
    assertWords("below bit 10", "rounded to 14 it does not (numbers", explained(SINGLES, 14));
    assertWords("below bit 18", "unrounded it does not (numbers", explained(SINGLES, 20));
    assertEquals(Optional.empty(), explained(DOUBLES, 24));
    assertEquals(Optional.empty(), explained(new OutputPrecision(20, 7, 16), 20));
  }

  private static void assertWords(String stands, String falls, Optional<String> said) {
    String bits = stands.substring(stands.lastIndexOf(' ') + 1);
    assertTrue(said.orElse("nothing").startsWith(bits + " the leak"), said::toString);
    assertTrue(said.orElse("nothing").contains("the leak lies " + stands + ": "), said::toString);
    assertTrue(said.orElse("nothing").contains("the claim stands, " + falls), said::toString);
  }

  /** A budget that refutes nothing explains nothing. */
  @Test
  void onlyAClaimThatStoodExplains() {
    assertEquals(Optional.empty(), new LowestBits(bits -> audit(bits, 48, 30), DOUBLES).explain());
  }

  @Test
  void whatRoundingHidesNothingOf() {
    assertEquals(Optional.empty(), LowestBits.hidesNothing(23, SINGLES));
    assertTrue(
        LowestBits.hidesNothing(24, SINGLES)
            .orElseThrow()
            .endsWith("; take 10 to try the algorithm."));
    assertTrue(
        LowestBits.hidesNothing(24, new OutputPrecision(24, 12, 16))
            .orElseThrow()
            .endsWith("; take 14 to try the algorithm."));
    assertTrue(
        LowestBits.hidesNothing(24, new OutputPrecision(9, 7, 16))
            .orElseThrow()
            .endsWith("none has more than 9."));
  }
}
