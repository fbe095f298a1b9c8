package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NonEuclideanEntriesTest {
  @Test
  @Tag("slow")
  void everyEntryTrains() {
    TwoFeatures.requireTraining(TwoFeatures.entries(21, 24), NonEuclideanEntriesTest::spent);
  }

  /** Of every currency that is certified; noise that is not Gaussian has no mu. */
  @Test
  void everyEntryMeetsConcentratedAndGaussianTargets() {
    Guarantee.ZeroConcentrated rho = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    Guarantee.Gaussian mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    for (AlgorithmEntry entry : TwoFeatures.entries(21, 24)) {
      for (int features : new int[] {2, 8}) {
        TrainingTask task =
            new TrainingTask(TwoFeatures.RECORDS, features, TrainingTask.Labels.SIGNS, 1);
        DpEvent event = entry.calibrated().setUp(task, rho).algorithm().event();
        double spent = Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
        assertTrue(spent <= 0.5 && spent > 0.499, entry.id() + " spends rho " + spent);
        if (features == 8 && entry.number() > 21) {
          refuses("target was", () -> entry.calibrated().setUp(task, mu));
        } else {
          DpEvent gaussian = entry.calibrated().setUp(task, mu).algorithm().event();
          double spentMu = Steps.of(gaussian, REPLACE_ONE).squaredMu().sqrt().upper();
          assertTrue(spentMu <= 0.5 && spentMu > 0.499, entry.id() + " spends mu " + spentMu);
        }
        refuses("target was", () -> entry.paperSchedule().setUp(task, rho));
      }
    }
  }

  private static double spent(DpEvent event) {
    return Cost.of(event, REPLACE_ONE)
        .withAccuracy(Cost.CALIBRATION_ACCURACY)
        .epsilon(TwoFeatures.DELTA)
        .value()
        .upper();
  }
}
