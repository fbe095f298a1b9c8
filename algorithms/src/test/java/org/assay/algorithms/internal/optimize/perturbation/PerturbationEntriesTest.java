package org.assay.algorithms.internal.optimize.perturbation;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PerturbationEntriesTest {
  @Test
  @Tag("slow")
  void everyEntryTrains() {
    TwoFeatures.requireTraining(TwoFeatures.entries(10, 13), PerturbationEntriesTest::spent);
  }

  /** Of every currency that is certified; objective perturbation has no mu. */
  @Test
  void everyEntryMeetsConcentratedAndGaussianTargets() {
    Guarantee.ZeroConcentrated rho = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    Guarantee.Gaussian mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    for (AlgorithmEntry entry : TwoFeatures.entries(10, 13)) {
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

  /** The output noise costs a small share of a budget, however small or large it is. */
  @Tag("slow")
  @Test
  void objectivePerturbationMeetsEveryEpsilon() {
    TrainingTask task = new TrainingTask(TwoFeatures.RECORDS, 2, TrainingTask.Labels.SIGNS, 1);
    for (AlgorithmEntry entry : TwoFeatures.entries(10, 13).subList(2, 4)) {
      for (double epsilon : new double[] {1e-4, 0.01, 1, 100}) {
        Guarantee target = new Guarantee.Approximate(epsilon, 1e-5, REPLACE_ONE);
        Training training = entry.calibrated().setUp(task, target);
        double spent = approximate(training.algorithm().event());
        assertTrue(spent <= epsilon && spent >= 0.99 * epsilon, entry.id() + " spends " + spent);
        if (epsilon <= 1) {
          TwoFeatures.requireRelease(entry.id(), training, task);
        }
      }
      for (double rho : new double[] {1e-6, 1e-3, 10}) {
        Guarantee target = new Guarantee.ZeroConcentrated(rho, REPLACE_ONE);
        DpEvent event = entry.calibrated().setUp(task, target).algorithm().event();
        double spent = Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
        assertTrue(spent <= rho && spent >= 0.99 * rho, entry.id() + " spends rho " + spent);
      }
    }
  }

  private static double approximate(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  /**
   * sigma_2² = 40 α ln(1/delta)/(lambda epsilon²) with α = lambda τ²: 21.46 τ at epsilon 1 and
   * delta 1e-5.
   */
  @Test
  void thePapersOutputNoiseIsThatOfItsAlgorithm() {
    TrainingTask task = new TrainingTask(TwoFeatures.RECORDS, 2, TrainingTask.Labels.SIGNS, 1);
    for (double epsilon : new double[] {1, 4}) {
      Guarantee target = new Guarantee.Approximate(epsilon, 1e-5, REPLACE_ONE);
      PerturbationSchedule paper =
          ((ObjectivePerturbation)
                  TwoFeatures.entries(13, 13)
                      .get(0)
                      .paperSchedule()
                      .setUp(task, target)
                      .algorithm())
              .schedule();
      double square = 40 * Math.log(1e5) / (epsilon * epsilon);
      assertEquals(
          square, Math.pow(paper.outputStandardDeviation() / paper.tolerance(), 2), 1e-9 * square);
    }
  }

  private static double mu(DpEvent event) {
    return Steps.of(event, REPLACE_ONE).squaredMu().sqrt().upper();
  }

  private static double spent(DpEvent event) {
    double delta = TwoFeatures.DELTA;
    return event instanceof SelfComposedEvent
        ? Steps.of(event, REPLACE_ONE).losses().epsilon(delta, Accuracy.of(1e-3)).upper()
        : TightestBound.of(event, REPLACE_ONE).epsilon(delta).value().upper();
  }
}
