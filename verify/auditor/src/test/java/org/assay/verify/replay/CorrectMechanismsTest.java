package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.replay.Finding.Movement;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/** The same mechanisms without their mistakes: no finding, and the cost is the claim. */
class CorrectMechanismsTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;

  @Test
  void laplaceAtEverySizeOfClaim() throws InterruptedException {
    for (double epsilon : new double[] {0.1, 0.3, 1, 4, 7}) {
      Guarantee claim = new Guarantee.Pure(epsilon, ADD);
      assertPasses(epsilon, claim, GrayBoxes.count(1 / epsilon), GrayBoxes.addedWithNaN());
      assertPasses(epsilon, claim, GrayBoxes.sum(1, 1 / epsilon, 1), GrayBoxes.addedWithNaN());
      assertPasses(epsilon, claim, GrayBoxes.spent(3, 3 / epsilon), GrayBoxes.added());
      assertPasses(
          epsilon,
          new Guarantee.Pure(epsilon, REPLACE),
          GrayBoxes.sum(1, 2 / epsilon, 2),
          GrayBoxes.replaced());
    }
  }

  @Test
  void meanFromANoisySumAndANoisySize() throws InterruptedException {
    Guarantee claim = new Guarantee.Pure(1, ADD);
    assertPasses(1, claim, GrayBoxes.mean(), GrayBoxes.addedWithNaN());
    assertPasses(1, claim, GrayBoxes.histogramOfPublicKeys(), GrayBoxes.keys());
  }

  @Test
  void gaussianNoiseInItsOwnCurrency() throws InterruptedException {
    double[] ones = new double[10];
    Arrays.fill(ones, 1);
    List<AdjacentPair<List<double[]>>> pairs = List.of(ListPairs.addOne(List.of(), ones));
    GrayBoxMechanism<List<double[]>> mechanism = GrayBoxes.vectorSum(true, 10);
    assertPasses(0.25, new Guarantee.Gaussian(0.25, ADD), mechanism, pairs);
    assertPasses(0.03125, new Guarantee.ZeroConcentrated(0.03125, ADD), mechanism, pairs);
    double epsilon =
        TightestBound.of(DpEvent.gaussian(4, Sensitivity.unit(ADD)), ADD)
            .epsilon(1e-5)
            .value()
            .upper();
    assertPasses(1e-5, new Guarantee.Approximate(epsilon, 1e-5, ADD), mechanism, pairs);
  }

  @Test
  void gradientsClippedOneByOne() throws InterruptedException {
    Guarantee claim = new Guarantee.Gaussian(0.5, ADD);
    assertPasses(0.5, claim, GrayBoxes.gradient(10, 10), GrayBoxes.addedWithNaN());
  }

  @Test
  void stepsOnSamplesAreAmplified() throws InterruptedException {
    DpEvent steps = DpEvent.gaussian(2, Sensitivity.unit(ADD)).poissonSampled(0.01).times(3);
    double epsilon = TightestBound.of(steps, ADD).epsilon(1e-5).value().upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, 1e-5, ADD);
    assertPasses(1e-5, claim, GrayBoxes.sampledSteps(true), GrayBoxes.addedWithNaN());
  }

  /** The number of questions asked depends on the data, through the answers alone. */
  @Test
  void sparseVector() throws InterruptedException {
    Guarantee claim = new Guarantee.Pure(1, REPLACE);
    assertPasses(1, claim, GrayBoxes.sparseVector(2, 4, 1, 1), GrayBoxes.questions(10));
    assertPasses(1, claim, GrayBoxes.sparseVector(2, 12, 3, 3), GrayBoxes.questions(10));
  }

  @Test
  void selection() throws InterruptedException {
    GrayBoxMechanism<List<Double>> exponential =
        (counts, noise) ->
            Outcome.of(
                "candidate "
                    + noise.exponentialMechanism(
                        "best", toArray(counts), 2, 1, Movement.ARBITRARY));
    GrayBoxMechanism<List<Double>> maximum =
        (counts, noise) ->
            Outcome.of(
                "candidate "
                    + noise.noisyMaximum(
                        "best",
                        ReportNoisyMaxEvent.Noise.LAPLACE,
                        toArray(counts),
                        2,
                        1,
                        Movement.ARBITRARY));
    Guarantee claim = new Guarantee.Pure(1, REPLACE);
    assertPasses(1, claim, exponential, GrayBoxes.questions(5));
    assertPasses(1, claim, maximum, GrayBoxes.questions(5));
  }

  @Test
  void discreteNoiseAnswersAndCoins() throws InterruptedException {
    GrayBoxMechanism<List<Double>> discrete =
        (records, noise) ->
            Outcome.of(
                (double) noise.discreteLaplace("count", new long[] {records.size()}, 1, 1)[0]);
    assertPasses(1, new Guarantee.Pure(1, ADD), discrete, GrayBoxes.added());
    double truth = Math.E / (1 + Math.E);
    GrayBoxMechanism<List<Double>> response =
        (records, noise) ->
            Outcome.of(noise.randomizedResponse("answer", records.get(0) > 0 ? 1 : 0, 2, truth));
    assertPasses(1, new Guarantee.Pure(1, REPLACE), response, GrayBoxes.replaced());
    GrayBoxMechanism<List<Double>> kept =
        (records, noise) ->
            Outcome.of(
                noise.coin("kept", partitionSelection(records.size()), 1, 0.01) ? "kept" : "not");
    Guarantee approximate = new Guarantee.Approximate(1, 0.01, ADD);
    ReplayReport report = ReplayCheck.of(approximate).check(kept, GrayBoxes.added());
    assertTrue(report.passed(), report::describe);
  }

  @Test
  void failureWhateverTheData() throws InterruptedException {
    GrayBoxMechanism<List<Double>> failing =
        (records, noise) -> {
          throw new IllegalStateException("whatever the data");
        };
    ReplayReport report =
        ReplayCheck.of(new Guarantee.Pure(0, ADD)).check(failing, GrayBoxes.added());
    assertTrue(report.passed(), report::describe);
  }

  private static double partitionSelection(int size) {
    double keep = 0;
    for (int n = 1; n <= size; n++) {
      double up = Math.E * keep + 0.01;
      double down = 1 - Math.exp(-1) * (1 - keep - 0.01);
      keep = Math.min(1, Math.min(up, down));
    }
    return keep;
  }

  private static double[] toArray(List<Double> counts) {
    return counts.stream().mapToDouble(x -> x).toArray();
  }

  private static <D> void assertPasses(
      double cost, Guarantee claim, GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    ReplayReport report = ReplayCheck.of(claim).seed(11).check(mechanism, pairs);
    assertTrue(report.passed(), report::describe);
    assertTrue(report.unchecked().isEmpty(), report::describe);
    assertEquals(cost, report.cost().orElseThrow().declared(), 1e-6 * cost, report::describe);
  }
}
