package org.assay.algorithms.internal.optimize.perturbation;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.perturbation.ObjectivePerturbation.ObjectivePerturbationCurve;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.junit.jupiter.api.Test;

/**
 * The profile of minimizers of one parameter, computed from their densities by quadrature, against
 * what is certified.
 */
class ObjectivePerturbationProfileTest {
  private static final double LARGEST_LABEL = 3;

  /** A loss of one parameter, by its slope and curvature, and the constants of its family. */
  private interface Curve {
    double slope(double w);

    double curvature(double w);
  }

  /** Logistic in {@code label feature w}. */
  private record Logistic(double feature, double label) implements Curve {
    @Override
    public double slope(double w) {
      return -label * feature / (1 + Math.exp(label * feature * w));
    }

    @Override
    public double curvature(double w) {
      double tail = 1 / (1 + Math.exp(label * feature * w));
      return feature * feature * tail * (1 - tail);
    }
  }

  /** Huber of threshold 1: slopes of either sign. */
  private record Huber(double feature, double label) implements Curve {
    @Override
    public double slope(double w) {
      return feature * Math.max(-1, Math.min(1, feature * w - label));
    }

    @Override
    public double curvature(double w) {
      return Math.abs(feature * w - label) < 1 ? feature * feature : 0;
    }
  }

  private static double density(double w, Curve[] data, double regularization, double sigma) {
    double gradient = regularization * w;
    double curvature = regularization;
    for (Curve loss : data) {
      gradient += loss.slope(w);
      curvature += loss.curvature(w);
    }
    double z = gradient / sigma;
    return curvature * Math.exp(-z * z / 2) / (sigma * Math.sqrt(2 * Math.PI));
  }

  /** The hockey-stick divergences at some epsilons, by the midpoint rule. */
  private static double[] profile(
      Curve[] first, Curve[] second, double regularization, double sigma, double[] epsilons) {
    double reach = (first.length + 9 * sigma) / regularization;
    int cells = 200_000;
    double h = 2 * reach / cells;
    double[] sums = new double[epsilons.length];
    for (int i = 0; i < cells; i++) {
      double w = -reach + (i + 0.5) * h;
      double p = density(w, first, regularization, sigma);
      double q = density(w, second, regularization, sigma);
      for (int k = 0; k < sums.length; k++) {
        sums[k] += h * Math.max(0, p - Math.exp(epsilons[k]) * q);
      }
    }
    return sums;
  }

  private static Curve random(boolean logistic, SplittableRandom random) {
    double feature = random.nextInt(3) == 0 ? random.nextDouble(-1, 1) : 1;
    if (logistic) {
      return new Logistic(feature, random.nextBoolean() ? 1 : -1);
    }
    return new Huber(feature, random.nextDouble(-LARGEST_LABEL, LARGEST_LABEL));
  }

  private static double logUniform(SplittableRandom random, double least, double largest) {
    return least * Math.pow(largest / least, random.nextDouble());
  }

  /** Midpoint sums of these densities are off by less than a millionth. */
  @Test
  void noMinimizerExceedsWhatIsCertified() {
    SplittableRandom random = new SplittableRandom(61);
    double[] epsilons = {0, 0.05, 0.3, 1, 2.5};
    double closest = 0;
    for (int i = 0; i < 40; i++) {
      boolean logistic = i % 2 == 0;
      int records = 1 + random.nextInt(3);
      Curve[] first = new Curve[records];
      for (int k = 0; k < records; k++) {
        first[k] = random(logistic, random);
      }
      Curve[] second = first.clone();
      second[0] = random(logistic, random);
      double regularization = logUniform(random, 0.02, 50);
      double sigma = logUniform(random, 0.3, 8);
      double[] exact = profile(first, second, regularization, sigma, epsilons);
      PrivacyLossDistribution certified =
          losses(2 / sigma, (logistic ? 0.25 : 1) / regularization, logistic);
      for (int k = 0; k < exact.length; k++) {
        double bound = certified.delta(epsilons[k]).upper();
        assertTrue(exact[k] <= bound + 1e-6, exact[k] + " above " + bound + " in case " + i);
        closest = exact[k] > 1e-3 ? Math.max(closest, exact[k] / bound) : closest;
      }
    }
    assertTrue(closest > 0.9, "the closest one has " + closest + " of its bound");
  }

  private static PrivacyLossDistribution losses(double mu, double ratio, boolean fixedSign) {
    return DominatingPairs.objectivePerturbation(
        Enclosure.exact(mu), Enclosure.exact(ratio).log1p(), fixedSign);
  }

  /**
   * Two labels that saturate the slope of a Huber loss, and a weight of the regularization that
   * outweighs its curvature: the minimizers are Gaussians 2L/Λ apart where it matters.
   */
  @Test
  void farLabelsComeNearTheBound() {
    Curve[] first = {new Huber(1, -300)};
    Curve[] second = {new Huber(1, 300)};
    double[] exact = profile(first, second, 1, 2, new double[] {1});
    double gaussian = PrivacyLossDistribution.gaussian(Enclosure.ONE, REPLACE_ONE).delta(1).upper();
    assertEquals(gaussian, exact[0], 1e-5);
    assertTrue(exact[0] >= 0.49 * losses(1, 0, false).delta(1).upper());
    assertTrue(exact[0] >= 0.999 * losses(1, 0, true).delta(1).lower());
  }

  /** sigma, Λ, and epsilon at delta 1e-5 by the curve and by the profile, of logistic losses. */
  private static final double[][] SAVED = {
    {2, 1, 4.952, 4.600},
    {2, 10, 4.753, 4.402},
    {8, 1, 1.2354, 1.1495},
    {8, 10, 1.0370, 0.9510},
    {32, 1, 0.44905, 0.42729},
    {32, 10, 0.25060, 0.22884},
    {128, 10, 0.074926, 0.069346},
    {128, 100, 0.052725, 0.047150}
  };

  @Test
  void theProfileSavesWhatTheConversionOfTheCurveLoses() {
    for (double[] row : SAVED) {
      Enclosure mu = Enclosure.exact(2).dividedBy(row[0]);
      Enclosure curvature = Enclosure.exact(0.25).dividedBy(row[1]).log1p();
      double byCurve =
          RenyiConversion.tightestEpsilon(
                  new ObjectivePerturbationCurve(mu, curvature, true).curve(), 1e-5)
              .upper();
      double byProfile =
          DominatingPairs.objectivePerturbation(mu, curvature, true).epsilon(1e-5).upper();
      assertEquals(row[2], byCurve, 2e-4 * row[2], row[0] + ", " + row[1]);
      assertEquals(row[3], byProfile, 2e-4 * row[3], row[0] + ", " + row[1]);
    }
  }

  /** Both parts of an event are priced together, for little more than the minimizer alone. */
  @Test
  void theEventIsPricedByItsLosses() {
    PerturbationSchedule schedule = new PerturbationSchedule(10, 8, 1e-7, 2e-4);
    DpEvent event =
        ObjectivePerturbation.exact(
                schedule, LinearPredictionLoss.logistic(1), EuclideanBall.centeredAtOrigin(1, 1))
            .event();
    TightestBound.Bound bound = TightestBound.of(event, REPLACE_ONE).epsilon(1e-5);
    assertEquals(TightestBound.Method.DOMINATING_LOSS_DISTRIBUTION, bound.method());
    double minimizer = losses(0.25, 0.025, true).epsilon(1e-5).upper();
    assertTrue(bound.value().upper() >= minimizer && bound.value().upper() <= 1.005 * minimizer);
  }
}
