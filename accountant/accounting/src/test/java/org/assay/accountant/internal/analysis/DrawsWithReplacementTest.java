package org.assay.accountant.internal.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class DrawsWithReplacementTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;

  private static DpEvent event(long draws, long population, double mu) {
    return DpEvent.gaussian(1 / mu, Sensitivity.unit(REPLACE_ONE))
        .sampledWithReplacement(draws, population);
  }

  private static PrivacyLossDistribution loss(DpEvent event) {
    return Steps.of(event, REPLACE_ONE).losses();
  }

  private static double above(double x) {
    return NormalTail.upperTail(Enclosure.exact(x)).midpoint();
  }

  private static double gaussianDelta(double mu, double epsilon) {
    return above(epsilon / mu - mu / 2) - Math.exp(epsilon) * above(epsilon / mu + mu / 2);
  }

  private static double logProbability(long draws, long population, long times) {
    double log = (draws - times) * Math.log1p(-1.0 / population);
    for (long k = 1; k <= times; k++) {
      log += Math.log((draws - k + 1.0) / k / population);
    }
    return log;
  }

  /** Theorem 10 of [@BalleBartheGaboardi2018], summed in plain doubles. */
  private static double theorem(long draws, long population, double mu, double epsilon) {
    double share = -Math.expm1(draws * Math.log1p(-1.0 / population));
    double inner = Math.log1p(Math.expm1(epsilon) / share);
    double sum = 0;
    for (long k = 1; k <= draws; k++) {
      sum += Math.exp(logProbability(draws, population, k)) * gaussianDelta(k * mu, inner);
    }
    return sum;
  }

  /**
   * Records of value 0 but for one of ±mu/2: counts are mixed, and the ratio of densities rises.
   */
  private static double attained(long draws, long population, double mu, double epsilon) {
    double best = 0;
    for (double cut = -2; cut < 15; cut += 0.01) {
      double p = 0;
      double q = 0;
      for (long k = 0; k <= Math.min(draws, 12); k++) {
        double weight = Math.exp(logProbability(draws, population, k));
        p += weight * above(cut - k * mu);
        q += weight * above(cut);
      }
      best = Math.max(best, p - Math.exp(epsilon) * q);
    }
    return best;
  }

  @Test
  void oneStepHasTheProfileOfTheTheorem() {
    for (long draws : new long[] {1, 7, 300}) {
      for (double epsilon : new double[] {0, 0.5, 2}) {
        double expected = theorem(draws, 100, 0.4, epsilon);
        Enclosure delta = loss(event(draws, 100, 0.4)).delta(epsilon);
        assertTrue(delta.lower() <= expected * (1 + 1e-9), delta + " " + expected);
        assertEquals(expected, delta.upper(), 1e-9 * expected + 1e-30);
      }
    }
  }

  /** With a share of 0.01 to 0.26 the bound is above what is attained, and not by much. */
  @Test
  void oneStepCoversWhatRealDatasetsAttain() {
    for (long draws : new long[] {1, 7, 30}) {
      double real = attained(draws, 100, 1, 0.5);
      double bound = loss(event(draws, 100, 1)).delta(0.5).upper();
      assertTrue(bound >= real && bound <= 8 * real, draws + ": " + bound + " above " + real);
    }
  }

  @Test
  void compositionsAreBelowTheRenyiBound() {
    DpEvent steps = event(3, 50, 0.8).times(40);
    double renyi = Accountant.rdp(REPLACE_ONE).compose(steps).epsilonAt(1e-6).upper();
    double epsilon = loss(steps).epsilon(1e-6).upper();
    assertTrue(epsilon < renyi && epsilon > renyi / 4, epsilon + " against " + renyi);
  }

  @Test
  void otherNoiseAndFrequentDrawsAreRefused() {
    DpEvent often = event(10_000, 10, 0.1);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(often, REPLACE_ONE).losses());
    DpEvent zcdp = DpEvent.zcdp(1, REPLACE_ONE).sampledWithReplacement(3, 10);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(zcdp, REPLACE_ONE).losses());
  }
}
