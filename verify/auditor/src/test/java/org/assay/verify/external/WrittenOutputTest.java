package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.Program.AnswerReader;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts with enough noise, which are written in one way or another. */
class WrittenOutputTest {
  /** A noisy count whose form is certain for every dataset, and the audit of what is read. */
  private static Verdict audit(String less, String more, int bits) {
    Mechanism<Boolean> program =
        (hasMore, random) -> {
          int up = (int) -Math.log(1 - random.nextDouble());
          int noise = up - (int) -Math.log(1 - random.nextDouble());
          String output = String.format(hasMore ? more : less, noise + (hasMore ? 1 : 0));
          Reply reply = AnswerReader.read("{\"outputs\": [" + output + "]}", 1);
          return reply.seen().orElseThrow().get(0);
        };
    AdjacentPair<Boolean> pair =
        AdjacentPair.of("one more", false, true, AdjacencyRelation.ADD_OR_REMOVE);
    return Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE))
        .maximumRuns(3000)
        .significantBits(bits)
        .audit(program, List.of(pair))
        .verdict();
  }

  /** Error probabilities are 1e-3 an audit. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "%d!%d.0!24",
        "%d.25!%d.250!53",
        "%de0!%dE0!24",
        "[7, %d]![7,%d]!53",
        "[7.0, %d]![7, %d]!24",
        "[\"n=%d\"]![\"n=%d.0\"]!24",
        "{\"n\": %d}!{\"n\": %d.00}!24",
        "\"n=%d\"!\"n=%d.00\"!24",
      })
  void aFormThatTellsIsFoundAndItsTwinStands(String less, String more, int bits) {
    assertEquals(Verdict.REFUTED, audit(less, more, bits));
    assertEquals(Verdict.NOT_REFUTED, audit(less, less, bits));
    assertEquals(Verdict.NOT_REFUTED, audit(more, more, bits));
  }

  /** Of numbers that are seen rounded it is hidden how many digits were written. */
  @Test
  void roundingHidesDigits() {
    assertEquals(Verdict.NOT_REFUTED, audit("%d.25", "%d.250", 24));
    assertEquals(Verdict.NOT_REFUTED, audit("\"n=%d.25\"", "\"n=%d.250\"", 24));
    assertEquals(Verdict.REFUTED, audit("\"n=%d.25\"", "\"n=%d.250\"", 53));
  }
}
