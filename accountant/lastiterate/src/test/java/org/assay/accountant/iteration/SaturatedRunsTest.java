package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs at the plateau and far beyond it. Epsilon at delta 1e-5 lies between the loss of clamped
 * random walks, computed once by independent code, and the value when the bound was written.
 */
class SaturatedRunsTest {
  private static final double DELTA = 1e-5;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R1, 5000, 7.689, 12.59",
    "R1, 20000, 7.163, 13.63",
    "R2, 160000, 14.62, 27.65",
    "R8, 20000, 47.46, 81.96",
  })
  void fullBatches(String name, long steps, double lower, double reached) {
    check(name, steps, lower, reached);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R1, 80000, 7.163, 13.63",
    "R2, 40000, 16.87, 23.11",
    "R8, 5000, 50.45, 54.38",
    "R8, 80000, 47.64, 81.96",
  })
  void moreFullBatches(String name, long steps, double lower, double reached) {
    check(name, steps, lower, reached);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R3, 40000, 16.85, 23.84",
    "R3, 160000, 14.58, 29.59",
    "R4, 160000, 3.32, 7.152",
    "R4, 640000, 3.301, 7.213",
    "R5, 2000000, 1.303, 3.114",
    "R5, 8000000, 1.302, 3.094",
    "R6, 400, 0.08391, 0.1289",
    "R6, 1600, 0.08558, 0.152",
    "R7, 100000, 0.065, 0.1287",
  })
  void randomBatches(String name, long steps, double lower, double reached) {
    check(name, steps, lower, reached);
  }

  private static void check(String name, long steps, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run(name, steps)).certifyEpsilon(DELTA);
    double epsilon = ((Guarantee.Approximate) certificate.guarantee()).epsilon();
    assertTrue(epsilon >= lower, epsilon + " is below what a walk loses, " + lower);
    assertTrue(epsilon <= reached, epsilon + " against " + reached);
    LastIterateChecker.check(certificate);
  }

  /** Composed steps and stages together must have the run's number of steps. */
  @Test
  void stagesAfterACompositionEndWithTheRun() {
    NoisySgd run = run("R1", 5000);
    NoisySgdStep step = NoisySgdStep.of(run);
    assertTrue(evaluation(step, 3000, 1000).epsilon(DELTA) < 20);
    for (long composed : new long[] {2999, 3001}) {
      assertThrows(IllegalArgumentException.class, () -> evaluation(step, composed, 1000));
    }
  }

  private static NoisySgdEvaluation evaluation(NoisySgdStep step, long composed, long horizon) {
    List<List<Long>> stages = List.of(List.of(horizon), List.of(horizon));
    NoisySgdArgument argument =
        new NoisySgdArgument.Recoupled(0.25, 80, composed, List.of(), stages);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), argument);
  }

  static NoisySgd run(String name, long steps) {
    return switch (name) {
      case "R1" -> fullBatch(1000, 0.05, 0.2, steps);
      case "R2" -> fullBatch(10_000, 0.01, 0.25, steps);
      case "R3" -> sampled(10_000, 1000, 0.01, 0.25, steps);
      case "R4" -> sampled(100_000, 1000, 0.004, 0.625, steps);
      case "R5" -> sampled(1_000_000, 10_000, 0.002, 0.5, steps);
      case "R6" -> stronglyConvex(steps);
      case "R7" -> sampled(100_000, 1000, 0.02, 1, steps);
      case "R8" -> fullBatch(1000, 0.02, 0.2, steps);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static NoisySgd fullBatch(long records, double noise, double stepSize, long steps) {
    return run(records, records, noise, stepSize, steps, NoisySgdSampling.FULL_BATCH);
  }

  private static NoisySgd stronglyConvex(long steps) {
    return new NoisySgd(
        10_000,
        100,
        0.1,
        1,
        1,
        0.1,
        steps,
        1,
        0.1,
        NoisySgdSampling.FIXED_SIZE,
        AdjacencyRelation.REPLACE_ONE);
  }

  private static NoisySgd sampled(
      long records, long batch, double noise, double stepSize, long steps) {
    return run(records, batch, noise, stepSize, steps, NoisySgdSampling.FIXED_SIZE);
  }

  private static NoisySgd run(
      long records,
      long batch,
      double noise,
      double stepSize,
      long steps,
      NoisySgdSampling sampling) {
    return new NoisySgd(
        records,
        batch,
        noise,
        1,
        1,
        stepSize,
        steps,
        1,
        0,
        sampling,
        AdjacencyRelation.REPLACE_ONE);
  }
}
