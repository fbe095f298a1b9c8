package org.assay.algorithms.internal.optimize.perturbation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.perturbation.ObjectivePerturbation.ObjectivePerturbationCurve;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ObjectivePerturbationPrivacyTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final LinearPredictionLoss LOGISTIC = new LogisticLoss(1);

  private static RdpCurve curve(double mu, double curvature, boolean fixedSign) {
    return new ObjectivePerturbationCurve(
            Enclosure.exact(mu), Enclosure.exact(curvature), fixedSign)
        .curve();
  }

  /** E e^(s M(Z)) by the trapezoid rule. */
  private static double integrated(double mu, double curvature, boolean fixedSign, double order) {
    double sum = 0;
    double h = 1e-3;
    for (double z = -14 - order * mu; z <= 14 + order * mu; z += h) {
      double y = mu * (fixedSign ? z : Math.abs(z)) + mu * mu / 2;
      double most = fixedSign ? Math.max(0, y) : y;
      sum += h * Math.exp((order - 1) * most - z * z / 2) / Math.sqrt(2 * Math.PI);
    }
    return curvature + Math.log(sum) / (order - 1);
  }

  @Test
  void theCurveIsTheIntegralOfTheProof() {
    for (double order : new double[] {1.01, 1.5, 2, 7.3, 40}) {
      for (boolean fixedSign : new boolean[] {true, false}) {
        Enclosure value = curve(0.6, 0.1, fixedSign).at(order);
        double expected = integrated(0.6, 0.1, fixedSign, order);
        assertEquals(expected, value.midpoint(), 1e-5 * expected);
        assertTrue(value.relativeWidth() < 1e-9, "width " + value);
        double line = curve(0.6, 0.1, fixedSign).zeroConcentration() * order;
        assertTrue(value.upper() <= line, value + " above the line " + line);
      }
    }
  }

  /** No exact privacy loss may exceed the bound: minimizers in one dimension, by quadrature. */
  @Test
  void theBoundCoversExactDivergencesOfLogisticRegression() {
    for (double regularization : new double[] {0.05, 0.5, 5}) {
      for (double sigma : new double[] {0.7, 2, 6}) {
        double exact = 0;
        for (double order : new double[] {1.5, 2, 5}) {
          exact = divergence(regularization, sigma, order);
          double mu = 2 / sigma;
          double bound = curve(mu, Math.log1p(0.25 / regularization), true).at(order).upper();
          assertTrue(exact <= bound, exact + " above " + bound);
        }
        assertTrue(exact > 0.01, "the pair tells something");
      }
    }
  }

  /** D_a of the minimizers for a record labelled 1 against -1, beside two others. */
  private static double divergence(double regularization, double sigma, double order) {
    double sum = 0;
    double h = 1e-3;
    double reach = (4 + 12 * sigma) / regularization;
    for (double w = -reach; w <= reach; w += h * reach / 10) {
      double p = density(w, 1, regularization, sigma);
      double q = density(w, -1, regularization, sigma);
      if (p > 0 && q > 0) {
        sum += h * reach / 10 * q * Math.pow(p / q, order);
      }
    }
    return Math.log(sum) / (order - 1);
  }

  private static double density(double w, double label, double regularization, double sigma) {
    double gradient = regularization * w;
    double curvature = regularization;
    for (double y : new double[] {1, -1, label}) {
      double tail = 1 / (1 + Math.exp(y * w));
      gradient -= y * tail;
      curvature += tail * (1 - tail);
    }
    double z = gradient / sigma;
    return curvature * Math.exp(-z * z / 2) / (sigma * Math.sqrt(2 * Math.PI));
  }

  private static ObjectivePerturbation algorithm(double regularization, double sigma) {
    return ObjectivePerturbation.exact(
        new PerturbationSchedule(regularization, sigma, 1e-7, 1e-4),
        LOGISTIC,
        EuclideanBall.centeredAtOrigin(1, 1000));
  }

  /**
   * Perturbation of 2^20 on a grid of 2^-20, of which half a spacing moves the minimizer by up to
   * 2^-21/Λ: with Λ = 1/2, the distance is at most 2^-19 + 2^-20.
   */
  @Test
  void theEventCountsTheRoundingOfThePerturbation() {
    PerturbationSchedule schedule = new PerturbationSchedule(0.5, 0x1p20, 0x1p-19, 1);
    ObjectivePerturbation algorithm =
        ObjectivePerturbation.exact(schedule, LOGISTIC, EuclideanBall.centeredAtOrigin(1, 1000));
    DpEvent output = ((ComposedEvent) algorithm.event()).events().get(1);
    double multiplier = ((GaussianEvent) output).noiseMultiplier();
    assertEquals(1 / (2 * (0x1p-19 + 0x1p-20)), multiplier, 1e-9 * multiplier);
    assertTrue(multiplier <= 1 / (2 * (0x1p-19 + 0x1p-20)));
  }

  /** Calibrated noise meets its target, approximate or concentrated. */
  @Test
  void calibrationMeetsItsTarget() {
    Guarantee.Approximate target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    ObjectivePerturbation calibrated = algorithm(1, 1).calibratedTo(target);
    assertTrue(
        TightestBound.of(calibrated.event(), REPLACE_ONE).epsilon(1e-5).value().upper() <= 1);
    assertTrue(calibrated.schedule().noiseStandardDeviation() < 20);
    Guarantee.ZeroConcentrated rho = new Guarantee.ZeroConcentrated(1, REPLACE_ONE);
    ObjectivePerturbation concentrated = algorithm(1, 1).calibratedTo(rho);
    double spent =
        Accountant.rdp(REPLACE_ONE).compose(concentrated.event()).curve().zeroConcentration();
    assertTrue(spent <= 1 && spent > 0.99, "spent " + spent);
  }

  /**
   * sigma² = 10 L² ln(1/delta)/epsilon² and beta = epsilon n lambda, so that the curvature takes
   * log(1 + epsilon/2): 1.085, 1.107 and 1.087 times what is promised are certified. This neither
   * confirms nor refutes the paper's Theorem 5.2.
   */
  @Test
  void thePapersConstantsAreCertifiedUpToANinth() {
    double delta = 1e-6;
    for (double epsilon : new double[] {0.1, 1, 2}) {
      Enclosure mu = Enclosure.exact(2 * epsilon / Math.sqrt(-10 * Math.log(delta)));
      Enclosure curvature = Enclosure.exact(epsilon / 2).log1p();
      double spent =
          DominatingPairs.objectivePerturbation(mu, curvature, true).epsilon(delta).upper();
      assertTrue(spent > epsilon && spent <= 1.11 * epsilon, epsilon + ": " + spent);
    }
  }

  /** A linear loss makes the minimizer a Gaussian with the largest shift, 2L/Λ. */
  @Test
  @Tag("slow")
  void auditsCannotRefuteThemAndRefuteTooLittleNoise() {
    LinearPredictionLoss linear = LinearPredictionLoss.linear(1, 1);
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 1000);
    Dataset first = Dataset.of(new double[][] {{1}, {1}, {1}}, new double[] {1, 1, 1});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(first, first.withRecord(0, new double[] {1}, -1));
    Guarantee.Approximate claim = new Guarantee.Approximate(1, 0.01, REPLACE_ONE);
    PerturbationSchedule schedule = new PerturbationSchedule(1, 1, 1e-4, 1e-2);
    for (ObjectivePerturbation any :
        new ObjectivePerturbation[] {
          ObjectivePerturbation.exact(schedule, linear, wide),
          ObjectivePerturbation.approximate(schedule, linear, wide)
        }) {
      ObjectivePerturbation honest = any.calibratedTo(claim);
      var report = AlgorithmAudit.of(honest, claim, pair, 20_000, 35, 1);
      assertEquals(Verdict.NOT_REFUTED, report.verdict(), report.reason());
      double half = honest.schedule().noiseStandardDeviation() / 2;
      ObjectivePerturbation twin =
          ObjectivePerturbation.exact(honest.schedule().withNoise(half), linear, wide);
      var broken = AlgorithmAudit.of(twin, claim, pair, 20_000, 36, 1);
      assertEquals(Verdict.REFUTED, broken.verdict(), broken.reason());
    }
  }

  /**
   * On 900 labels +1 and 100 labels -1 of one feature. What w minimizes is at most its value at the
   * best point v: {@code n excess ≤ Λ(v² - w²)/2 + b(v - w) ≤ Λv²/2 + bv + b²/(2Λ)}, whose mean is
   * the bound. The curvature of the losses is twenty times Λ or more near v, so the mean over 200
   * runs is far below.
   */
  @Test
  void excessLossIsBelowTheBound() {
    int n = 1000;
    double[][] features = new double[n][];
    double[] labels = new double[n];
    Arrays.setAll(features, i -> new double[] {1});
    Arrays.setAll(labels, i -> i % 10 == 0 ? -1 : 1);
    Dataset dataset = Dataset.of(features, labels);
    double best = Math.log(9);
    double least = LOGISTIC.meanValue(new double[] {best}, dataset);
    ObjectivePerturbation algorithm =
        algorithm(2, 1).calibratedTo(new Guarantee.Approximate(1, 1e-5, REPLACE_ONE));
    SplittableRandom random = new SplittableRandom(47);
    double sum = 0;
    for (int run = 0; run < 200; run++) {
      double[] w = algorithm.run(dataset, random.split()).release().toArray();
      sum += LOGISTIC.meanValue(w, dataset) - least;
    }
    double sigma = algorithm.schedule().noiseStandardDeviation();
    double bound = best * best / n + sigma * sigma / (2.0 * n * 2);
    assertTrue(sum / 200 <= bound, sum / 200 + " above " + bound);
  }
}
