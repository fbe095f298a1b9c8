package org.assay.verify.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Witness;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/** Bounds are told in few digits, rounded to the side that keeps them true. */
class ProseTest {
  @Test
  void aLowerBoundReadsNoLargerThanItIs() {
    LowerBound bound = new LowerBound("epsilon", 0.18306, 1, 0.001, List.of());
    assertEquals("epsilon > 0.183", Prose.shown(bound));
  }

  @Test
  void intervalsOfFrequenciesReadNoNarrowerThanTheyAre() {
    Frequency frequency = new Frequency(1, 8, 0.12346, 0.87654);
    String told = Prose.witness(new Witness("pair", "event", true, frequency, frequency));
    assertTrue(told.contains("(probability 0.1234 to 0.8766)"), told);
  }

  /** The event is likelier on the dataset that it favours; 1/(1 + e^-1) = 0.731058… */
  @Test
  void ratesAreThoseOfATestForTheFavouredDataset() {
    Frequency often = new Frequency(16, 18, 0.57839, 0.98778);
    Frequency seldom = new Frequency(0, 14, 0, 0.31501);
    String rates = "true positives of at least 57.83% at false positives of at most 31.51%";
    String left = Prose.rates(new Witness("pair", "event", true, often, seldom)).orElseThrow();
    assertTrue(left.contains(rates), left);
    String right = Prose.rates(new Witness("pair", "event", false, seldom, often)).orElseThrow();
    assertEquals(left, right);
    Frequency wide = new Frequency(6, 14, 0.288, 0.5605);
    Frequency between = new Frequency(8, 14, 0.3, 0.57839);
    assertTrue(Prose.rates(new Witness("pair", "event", true, wide, often)).isEmpty());
    assertTrue(Prose.rates(new Witness("pair", "event", true, often, between)).isEmpty());
    AuditReport audit =
        Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE))
            .seed(1)
            .maximumRuns(2000)
            .audit(
                Mechanism.ofScalar((records, random) -> records.size()),
                List.of(ListPairs.addOne(List.of(), 1)));
    String claimed = Prose.risk(audit, false);
    assertTrue(claimed.endsWith("is right at most 73.11% of the time"), claimed);
    assertTrue(Prose.risk(audit, true).startsWith(claimed + "; the runs show true"));
  }

  @Test
  void theSmallestViolationReadsNoSmallerThanItIs() {
    AuditReport audit =
        Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE))
            .seed(1)
            .maximumRuns(2000)
            .audit(
                Mechanism.ofScalar((records, random) -> random.nextInt(2)),
                List.of(ListPairs.addOne(List.of(), 1)));
    String told = Prose.power(audit);
    String where = " on the one pair tried (";
    double said = Double.parseDouble(told.substring("epsilon ".length(), told.indexOf(where)));
    double exact = audit.power().learningViolation();
    assertTrue(said >= exact && said <= 1.001 * exact, told + " for " + exact);
  }
}
