package org.assay.algorithms.optimize.perturbation;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.analysis.PldAnalysis;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PerturbationEntriesTest {
  @Test
  void theyAreNumberedInOrder() {
    assertEquals(
        List.of(10, 11, 12, 13),
        PerturbationEntries.entries().stream().map(AlgorithmEntry::number).toList());
  }

  @Test
  @Tag("slow")
  void everyEntryTrains() {
    TwoFeatures.requireTraining(PerturbationEntries.entries(), PerturbationEntriesTest::spent);
  }

  /** Of every currency that is certified; objective perturbation has no mu. */
  @Test
  void everyEntryMeetsConcentratedAndGaussianTargets() {
    Guarantee.ZeroConcentrated rho = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    Guarantee.Gaussian mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    for (AlgorithmEntry entry : PerturbationEntries.entries()) {
      TrainingTask task = new TrainingTask(TwoFeatures.RECORDS, 2, TrainingTask.Labels.SIGNS, 1);
      Training concentrated = entry.calibrated().setUp(task, rho);
      DpEvent event = concentrated.algorithm().event();
      double spent = Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
      assertTrue(spent <= 0.5 && spent > 0.499, entry.id() + " spends rho " + spent);
      TwoFeatures.requireRelease(entry.id(), concentrated, task);
      if (entry.number() >= 12) {
        refuses("target was", () -> entry.calibrated().setUp(task, mu));
      } else {
        Training gaussian = entry.calibrated().setUp(task, mu);
        assertEquals(0.5, mu(gaussian.algorithm().event()), 1e-5, entry.id());
        assertTrue(mu(gaussian.algorithm().event()) <= 0.5, entry.id());
        TwoFeatures.requireRelease(entry.id(), gaussian, task);
      }
      refuses("target was", () -> entry.paperSchedule().setUp(task, rho));
    }
  }

  private static double mu(DpEvent event) {
    return new GaussianAnalysis(REPLACE_ONE).analyze(event).sqrt().upper();
  }

  private static double spent(DpEvent event) {
    double delta = TwoFeatures.DELTA;
    return event instanceof SelfComposedEvent
        ? new PldAnalysis(REPLACE_ONE).analyze(event).epsilon(delta, 1e-3).upper()
        : Accountant.rdp(REPLACE_ONE).compose(event).tightestRenyiEpsilonAt(delta).upper();
  }
}
