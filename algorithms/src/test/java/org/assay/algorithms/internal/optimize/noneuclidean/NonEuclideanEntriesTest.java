package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NonEuclideanEntriesTest {
  private static final TrainingTask TASK = new TrainingTask(400, 9, TrainingTask.Labels.SIGNS, 2);

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

  /** On the ball of an index that is asked for, entries meet the target; all others refuse it. */
  @Test
  void theIndexOfTheBallIsTheOneAskedFor() {
    Guarantee.Approximate target = new Guarantee.Approximate(1, TwoFeatures.DELTA, REPLACE_ONE);
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      boolean small = entry.number() >= 22 && entry.number() <= 24;
      boolean large = entry.number() == 25;
      for (double index : new double[] {1.01, 1.2, 2, 3, 100}) {
        TrainingTask task = TASK.withBallIndex(index);
        if (index <= 2 ? small : large) {
          Training training = entry.calibrated().setUp(task, target);
          assertTrue(spent(training.algorithm().event()) <= 1, entry.id());
          assertEquals(LpBall.of(9, index, 2).toString(), training.set().toString());
          TwoFeatures.requireRelease(entry.id(), training, task);
          ConstraintSet ofPaper = entry.paperSchedule().setUp(task, target).set();
          assertEquals(training.set().toString(), ofPaper.toString());
        } else {
          refuses("ballIndex was " + index, () -> entry.calibrated().setUp(task, target));
          refuses("ballIndex was " + index, () -> entry.paperSchedule().setUp(task, target));
        }
      }
    }
    refuses("ballIndex was NaN", () -> TASK.withBallIndex(Double.NaN));
    refuses("ballIndex was 100.5", () -> TASK.withBallIndex(100.5));
  }

  private static double spent(DpEvent event) {
    return Cost.of(event, REPLACE_ONE)
        .withAccuracy(Cost.CALIBRATION_ACCURACY)
        .epsilon(TwoFeatures.DELTA)
        .value()
        .upper();
  }
}
