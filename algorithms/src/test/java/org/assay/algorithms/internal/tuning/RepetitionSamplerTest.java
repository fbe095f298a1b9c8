package org.assay.algorithms.internal.tuning;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GoodnessOfFit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepetitionSamplerTest {
  private static final int REACH = 3000;

  @ParameterizedTest
  @CsvSource({"1.5, 100000", "10, 100000", "50, 20000"})
  void numbersFollowTheirLaw(double mean, int draws) {
    RepetitionSampler sampler = RepetitionSampler.ofMean(mean);
    SplittableRandom random = new SplittableRandom(11);
    long[] sample = LongStream.generate(() -> sampler.next(random)).limit(draws).toArray();
    double failure = 1 - sampler.successProbability();
    GoodnessOfFit.requireLaw(
        sample, k -> k < 1 ? 0 : Math.pow(failure, (double) k) / (double) k, REACH);
    double ones = LongStream.of(sample).filter(k -> k == 1).count() / (double) draws;
    assertEquals(sampler.probabilityOfOne(), ones, 2.5 / Math.sqrt(draws));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.001, 2, 10, 1000})
  void theMeanIsTheLargestAtMostTheGivenOne(double mean) {
    RepetitionSampler sampler = RepetitionSampler.ofMean(mean);
    assertEquals(0, sampler.law().shape());
    double most = sampler.law().expectation().upper();
    assertTrue(most <= mean && most > mean * (1 - 1e-9), "mean " + most);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1000.1, Double.NaN, Double.POSITIVE_INFINITY})
  void aMeanOutOfRangeIsRefused(double mean) {
    InvalidParameterException refused =
        assertThrows(InvalidParameterException.class, () -> RepetitionSampler.ofMean(mean));
    assertTrue(refused.problem().contains("it must be from 1.001 to 1000"), refused.problem());
  }

  /** A coin of 53 bits cannot have it. */
  @Test
  void aProbabilityOffTheGridIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new RepetitionSampler(0.1));
    assertThrows(IllegalArgumentException.class, () -> new RepetitionSampler(1));
  }

  @ParameterizedTest
  @CsvSource({"3, 2", "9, 10", "9, 100", "40, 10"})
  void noNamedLawOfTheSameMeanCostsLess(double noiseMultiplier, double mean) {
    DpEvent once = DpEvent.gaussian(noiseMultiplier, new Sensitivity(1, REPLACE_ONE));
    double logarithmic = epsilon(once, RepetitionSampler.ofMean(mean).law());
    double geometric = epsilon(once, new NegativeBinomialRepetitions(1, 1 / mean));
    double poisson = epsilon(once, new PoissonRepetitions(mean));
    assertTrue(
        logarithmic < geometric && logarithmic < poisson,
        logarithmic + ", geometric " + geometric + ", Poisson " + poisson);
  }

  private static double epsilon(DpEvent once, Repetitions repetitions) {
    DpEvent best = new RepeatAndSelectEvent(once, repetitions);
    return Cost.of(best, REPLACE_ONE).epsilon(1e-5).value().upper();
  }
}
