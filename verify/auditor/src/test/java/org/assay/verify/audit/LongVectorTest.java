package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaks far behind the first coordinates. Error probabilities are 1e-3 an audit, as elsewhere. */
class LongVectorTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.ADD_OR_REMOVE;
  private static final int LENGTH = 200;

  private static AuditReport audit(Mechanism<double[]> mechanism, int place, double shift) {
    double[] more = new double[LENGTH];
    more[place] = shift;
    AdjacentPair<double[]> pair =
        AdjacentPair.of("one coordinate", new double[LENGTH], more, ADJACENCY);
    return Auditor.of(new Guarantee.Gaussian(1, ADJACENCY))
        .maximumRuns(20_000)
        .seed(3)
        .audit(mechanism, List.of(pair));
  }

  private static double[] noisy(double[] data, int noisyCoordinates, RandomGenerator random) {
    double[] output = data.clone();
    for (int i = 0; i < noisyCoordinates; i++) {
      output[i] += random.nextGaussian();
    }
    return output;
  }

  /** Twice the sensitivity that is claimed, at one of many coordinates. */
  @ParameterizedTest
  @CsvSource({"3", "63", "64", "149", "198"})
  void aShiftIsFoundWhereverItIs(int place) {
    AuditReport report =
        audit(Mechanism.ofVector((data, random) -> noisy(data, LENGTH, random)), place, 2);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
    String event = report.witness().orElseThrow().event();
    assertTrue(event.contains("coordinate " + (place + 1) + " "), event);
  }

  /** Noise on the first hundred coordinates only. */
  @Test
  void missingNoiseIsFoundWhereverItIs() {
    AuditReport report =
        audit(Mechanism.ofVector((data, random) -> noisy(data, 100, random)), 149, 1e-3);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
  }

  /** How long runs take decides how they are divided among threads, and nothing else. */
  @Tag("slow")
  @Test
  void theReportDoesNotDependOnTimes() {
    Guarantee claim = new Guarantee.Pure(1, ADJACENCY);
    AdjacentPair<double[]> pair =
        AdjacentPair.of("one coordinate", new double[90], unit(90, 7), ADJACENCY);
    List<AuditReport> reports = new ArrayList<>();
    for (int pause : new int[] {Integer.MAX_VALUE, 20}) {
      AtomicInteger runs = new AtomicInteger();
      Mechanism<double[]> mechanism =
          (data, random) -> {
            if (runs.incrementAndGet() % pause == 0) {
              Thread.sleep(1);
            }
            return Outcome.of(noisy(data, 90, random));
          };
      Auditor auditor = Auditor.of(claim).seed(11).maximumRuns(4000).untilBudgetEnds();
      reports.add(auditor.audit(mechanism, List.of(pair)).withoutTiming());
    }
    assertEquals(reports.get(0).trajectory(), reports.get(1).trajectory());
    assertEquals(reports.get(0), reports.get(1));
  }

  private static double[] unit(int length, int place) {
    double[] data = new double[length];
    data[place] = 1;
    return data;
  }

  /** A correct twin stands, and the report says what was not looked at. */
  @Tag("slow")
  @Test
  void theTwinStands() {
    AuditReport report =
        audit(Mechanism.ofVector((data, random) -> noisy(data, LENGTH, random)), 149, 1);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report.reason());
    assertTrue(report.reason().contains("of vectors of 200 coordinates"), report.reason());
  }
}
