package org.assay.algorithms.internal.optimize.kl;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Test;

class KlEntriesTest {
  private static double rho(DpEvent event) {
    return Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
  }

  private static DpEvent calibrated(AlgorithmEntry entry, TrainingTask task, Guarantee target) {
    return entry.calibrated().setUp(task, target).algorithm().event();
  }

  @Test
  void everyEntryMeetsEveryTarget() {
    for (AlgorithmEntry entry : TwoFeatures.entries(17, 20)) {
      for (TrainingTask.Labels labels : entry.labels()) {
        TrainingTask task = new TrainingTask(2000, 5, labels, 2);
        double rho = rho(calibrated(entry, task, new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE)));
        assertTrue(rho <= 0.1 * (1 + 1e-12) && rho > 0.098, entry.id() + " spent rho " + rho);
        DpEvent gaussian = calibrated(entry, task, new Guarantee.Gaussian(0.5, REPLACE_ONE));
        double mu = Steps.of(gaussian, REPLACE_ONE).squaredMu().sqrt().upper();
        assertTrue(mu <= 0.5 * (1 + 1e-12) && mu > 0.49, entry.id() + " spent mu " + mu);
        DpEvent approximate =
            calibrated(entry, task, new Guarantee.Approximate(1, 1e-5, REPLACE_ONE));
        double epsilon = TightestBound.of(approximate, REPLACE_ONE).epsilon(1e-5).value().upper();
        assertTrue(epsilon <= 1 && epsilon > 0.98, entry.id() + " spent epsilon " + epsilon);
      }
    }
  }

  /** The choice of an iterate is a part of the budget; only one algorithm has the choice. */
  @Test
  void aChosenIterateIsPaidForByTheTarget() {
    List<AlgorithmEntry> entries = TwoFeatures.entries(17, 20);
    assertTrue(KlSetups.selecting(entries.get(0)).isEmpty());
    AlgorithmEntry entry = KlSetups.selecting(entries.get(3)).orElseThrow();
    TrainingTask task = new TrainingTask(2000, 5, TrainingTask.Labels.SIGNS, 2);
    Guarantee target = new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE);
    Training training = entry.calibrated().setUp(task, target);
    assertInstanceOf(ComposedEvent.class, training.algorithm().event());
    double spent = rho(training.algorithm().event());
    assertTrue(spent <= 0.1 * (1 + 1e-12) && spent > 0.098, () -> "spent " + spent);
    TwoFeatures.requireRelease(entry.id(), training, task);
    double paper = rho(entry.paperSchedule().setUp(task, target).algorithm().event());
    assertEquals(2 + 20 * Math.sqrt(0.1) / 2000, paper / 0.1, 1e-6);
  }

  /** What the paper's constants for rho = 0.1 really cost, in units of it. */
  @Test
  void paperSchedulesTellTheTruth() {
    TrainingTask task = new TrainingTask(2000, 5, TrainingTask.Labels.SIGNS, 2);
    Guarantee target = new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE);
    double[] expected = {2.25, 0.5 * 19 / 20, 0.5 * 99 / 100, 1.5 + 20 * Math.sqrt(0.1) / 2000};
    List<AlgorithmEntry> entries = TwoFeatures.entries(17, 20);
    for (int i = 0; i < entries.size(); i++) {
      DpEvent event = entries.get(i).paperSchedule().setUp(task, target).algorithm().event();
      assertEquals(expected[i], rho(event) / 0.1, 1e-6, entries.get(i).id());
    }
  }

  /** Far more noise than the target asks for would be refused, and so is not to be tried. */
  @Test
  void spiderIsCalibratedWhereTheTargetLeavesLittleToGain() {
    TrainingTask task = new TrainingTask(569, 30, TrainingTask.Labels.SIGNS, 5);
    Guarantee target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    DpEvent event = calibrated(TwoFeatures.entries(17, 20).get(0), task, target);
    double epsilon = TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(epsilon <= 1 && epsilon > 0.98, () -> "spent epsilon " + epsilon);
  }
}
