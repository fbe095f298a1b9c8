package org.assay.cli.documented;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.Durability;
import org.assay.accountant.budget.FilterDecision;
import org.assay.accountant.budget.JournalPlace;
import org.assay.accountant.budget.PrivacyFilter;
import org.assay.accountant.budget.PrivacyOdometer;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateRun;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.ReportFiles;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/guide/java.md}, which {@link DocumentedCodeTest} compares with it. */
class GuideExamplesTest {
  @TempDir private Path directory = Path.of("");

  /** The code of {@code docs/guide/budgets.md}. */
  @Test
  void aBudgetIsChargedBeforeTheRun() {
    Path file = directory.resolve("budgets");
    try (BudgetStore store = BudgetStore.open(JournalPlace.of(file, Durability.FSYNC))) {
      Budget budget = store.create("team", new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE));
      DpEvent event = DpEvent.parse("laplace(10)", AdjacencyRelation.ADD_OR_REMOVE);
      Optional<Integer> count = budget.runIfGranted(event, "weekly counts", () -> 42);
      long more = budget.mostTimes(event);
      System.out.println(count + ", and " + more + " more such charges fit");
    }
    try (BudgetStore store = BudgetStore.open(JournalPlace.of(file, Durability.FSYNC))) {
      assertEquals(1, store.budget("team").history().size());
    }
  }

  /** The pipeline of {@code docs/guide/budgets.md}: all of its steps are granted, or none. */
  @Test
  void aPipelineIsChargedAsAWhole() {
    AdjacencyRelation relation = AdjacencyRelation.ADD_OR_REMOVE;
    Budget budget = BudgetStore.inMemory().create("team", new Guarantee.Pure(1, relation));
    PipelineBudget first = new PipelineBudget(budget, 0.7, relation);
    PipelineBudget.Share counts = first.request(1);
    PipelineBudget.Share sums = first.request(6);
    assertThrows(IllegalStateException.class, counts::epsilon);
    assertTrue(first.allocate("first"));
    assertEquals(0.1, counts.epsilon(), 1e-12);
    assertEquals(0.6, sums.epsilon(), 1e-12);
    assertThrows(IllegalStateException.class, first.request(1)::epsilon);
    assertTrue(budget.fits(DpEvent.pure(0.3, relation)));
    PipelineBudget second = new PipelineBudget(budget, 0.4, relation);
    PipelineBudget.Share all = second.request(1);
    assertFalse(second.allocate("second"));
    assertThrows(IllegalStateException.class, all::epsilon);
    assertEquals(1, budget.history().size());
  }

  private static Dataset records(int n) {
    RandomGenerator random = new java.util.SplittableRandom(1);
    double[][] features = new double[n][2];
    double[] labels = new double[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i % 2 == 0 ? 1 : -1;
      features[i] = new double[] {0.5 * labels[i], random.nextDouble(-0.5, 0.5)};
    }
    return Dataset.of(features, labels);
  }

  @Test
  void describeAndAsk() {
    Sensitivity one = Sensitivity.unit(ADD_OR_REMOVE);
    DpEvent step = DpEvent.gaussian(1.1, one).poissonSampled(0.01);
    DpEvent training = DpEvent.sequence(step.times(10_000), DpEvent.laplace(5, one));

    TightestBound.Bound bound = TightestBound.of(training, ADD_OR_REMOVE).epsilon(1e-5);
    double guaranteed = bound.value().upper();
    assertTrue(guaranteed > 5.19 && guaranteed < 5.6, bound::toString);
  }

  @Test
  void composeWithAnAccountant() {
    DpEvent step = DpEvent.gaussian(20, Sensitivity.unit(ADD_OR_REMOVE));
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(step.times(100));
    Enclosure byRenyi = accountant.epsilonAt(1e-5);
    Enclosure tightest = accountant.tightestRenyiEpsilonAt(1e-5);
    assertTrue(tightest.upper() < byRenyi.upper());
  }

  @Test
  void relationsAreNeverMixed() {
    DpEvent replacing = DpEvent.gaussian(1, new Sensitivity(2, REPLACE_ONE));
    assertThrows(
        UnsupportedEventException.class, () -> Accountant.rdp(ADD_OR_REMOVE).compose(replacing));
  }

  @Test
  void calibrate() {
    Guarantee.Approximate target = new Guarantee.Approximate(2, 1e-5, ADD_OR_REMOVE);
    Calibration noise =
        Calibrator.tightest(target)
            .smallestNoiseMultiplier(
                multiplier ->
                    DpEvent.gaussian(multiplier, Sensitivity.unit(ADD_OR_REMOVE))
                        .poissonSampled(0.01)
                        .times(1000));
    assertEquals(0.9591, noise.value(), 1e-4);
    assertTrue(noise.answer().bound() <= 2);
  }

  @Test
  void filter() {
    Path journal = directory.resolve("budget.journal");

    DpEvent query = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    int granted = 0;
    Guarantee budget = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    try (PrivacyFilter filter = PrivacyFilter.open(journal, budget, Durability.FSYNC)) {
      for (int i = 0; i < 10; i++) {
        FilterDecision decision = filter.tryCharge(query);
        if (!decision.granted()) {
          break;
        }
        granted++; // here the query runs, once
      }
    }
    assertEquals(4, granted);
  }

  @Test
  void odometer() {
    PrivacyOdometer odometer =
        PrivacyOdometer.of(REPLACE_ONE, PrivacyOdometer.defaultOrders(), 1e-6);
    odometer.record(DpEvent.gaussian(10, Sensitivity.unit(REPLACE_ONE)));
    double lossSoFar = odometer.lossBound();
    assertTrue(lossSoFar > 0.3 && lossSoFar < 1);
  }

  @Test
  void train() {
    Dataset records = records(2000);
    TrainingTask task = new TrainingTask(2000, 2, TrainingTask.Labels.SIGNS, 1);
    Guarantee promise = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
    Training phased =
        AlgorithmRegistry.find("phased-sgd").orElseThrow().calibrated().setUp(task, promise);

    DpEvent price = phased.algorithm().event(); // before any record was looked at
    PrivateRun<ParameterVector> run = phased.algorithm().run(records, new SecureRandom());
    double[] model = run.release().toArray();
    assertEquals(2, model.length);
    assertTrue(TightestBound.of(price, REPLACE_ONE).epsilon(1e-6).value().upper() <= 1);
  }

  @Test
  void audit() {
    Mechanism<int[]> count =
        (votes, random) -> {
          double sum = 0;
          for (int vote : votes) {
            sum += vote;
          }
          double uniform = random.nextDouble() - 0.5; // claims epsilon 1, adds noise of scale 1/2
          return Outcome.of(sum - 0.5 * Math.signum(uniform) * Math.log1p(-2 * Math.abs(uniform)));
        };
    AdjacentPair<int[]> pair =
        AdjacentPair.of("one vote more", new int[] {1, 0}, new int[] {1, 0, 1}, ADD_OR_REMOVE);

    AuditReport report =
        Auditor.of(new Guarantee.Pure(1, ADD_OR_REMOVE))
            .errorProbability(1e-3)
            .seed(7)
            .significantBits(24)
            .maximumRuns(100_000)
            .audit(count, List.of(pair));
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.lowerBound().value() >= 1);
  }

  @Test
  void report() throws IOException {
    Guarantee claim = new Guarantee.Pure(1, ADD_OR_REMOVE);
    Mechanism<Double> constant = (value, random) -> Outcome.of(0);
    AuditReport report =
        Auditor.of(claim)
            .maximumRuns(2000)
            .audit(constant, List.of(AdjacentPair.of("0 or 1", 0.0, 1.0, ADD_OR_REMOVE)));

    Path reports = directory.resolve("report");
    AuditedClaim entry = new AuditedClaim("nightly", Optional.empty(), List.of(), report, "");
    ReportFiles.write(reports, "Nightly audit", List.of(entry));
    assertTrue(Files.exists(directory.resolve("report/report.html")));
  }

  @Test
  void bringYourOwn() {
    RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(0, 0.01 * order));
    DpEvent mine =
        new CertifiedEvent("my mechanism", new Citation("MyPaper2026", "Theorem 3"), curve);
    Guarantee spent = Accountant.rdp(ADD_OR_REMOVE).compose(mine.times(50)).guaranteeAt(1e-6);
    assertTrue(spent.describe().endsWith("under add-remove"));
  }
}
