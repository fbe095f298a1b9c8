package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People are told the simplest of the events that would refute, be it a little later. */
class WitnessEventTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  private static Outcome output(String name, boolean marked, RandomGenerator random) {
    return switch (name) {
      case "bit" -> Outcome.of(random.nextDouble() < (marked ? .9 : .1) ? 1 : 0);
      case "digit" -> Outcome.of(marked && random.nextBoolean() ? 7 : random.nextInt(7));
      case "word" -> Outcome.of(random.nextDouble() < (marked ? .9 : .1) ? "yes" : "no");
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest
  @CsvSource({"bit, 1.0, 0.0", "digit, 7.0, 7.0", "word, '\"yes\"', '\"no\"'"})
  void eventsNameTheirValues(String name, String marked, String unmarked) {
    for (int seed = 1; seed <= 4; seed++) {
      Mechanism<Boolean> mechanism = (dataset, random) -> output(name, dataset, random);
      AuditReport report =
          Auditor.of(new Guarantee.Pure(1, ADJACENCY))
              .seed(seed)
              .audit(mechanism, List.of(AdjacentPair.of("mark", false, true, ADJACENCY)));
      assertEquals(Verdict.REFUTED, report.verdict());
      Witness witness = report.witness().orElseThrow();
      String value = witness.favoursLeft() ? unmarked : marked;
      assertTrue(witness.event().startsWith("output is " + value), witness.event());
    }
  }
}
