package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.starts.DiscreteLaws;
import org.assay.accountant.internal.iteration.starts.LineWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sets whose diameter is a few noises, whose runs forget their start in a few steps. Epsilon at
 * delta 1e-5 lies between the loss of clamped random walks with affine common losses, computed once
 * by independent code, and the value when the bound was written.
 */
class SmallSetsTest {
  private static final double DELTA = 1e-5;

  /** Number of steps with the first of the pulls. */
  private static final int PULLED = 25;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 40, 2.97, 2.982",
    "1, 0.5, 1000000, 2.97, 2.982",
    "2, 0.5, 100, 4.17, 4.308",
    "2, 1, 100, 9.09, 9.293",
    "3, 1, 100, 11.95, 12.9",
  })
  void fullBatches(double width, double shift, long steps, double lower, double reached) {
    check(fullBatch(width, shift, steps), lower, reached);
  }

  /** Batches of 10 records, where one record moves a step by twice the jump. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"FIXED_SIZE, 6, 0.1, 1, 1000, 8.92, 12.52"})
  void sparseJumps(
      NoisySgdSampling sampling,
      double width,
      double share,
      double jump,
      long steps,
      double lower,
      double reached) {
    check(sampled(sampling, width, share, jump, steps), lower, reached);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "FIXED_SIZE, 6, 0.1, 1, 100, 8.92, 12.61",
    "POISSON, 6, 0.1, 1, 1000, 0, 5.13",
    "FIXED_SIZE, 20, 0.02, 3, 3000, 45.56, 66.95",
    "FIXED_SIZE, 20, 0.02, 3, 10, 33, 55.6",
  })
  void otherSparseJumps(
      NoisySgdSampling sampling,
      double width,
      double share,
      double jump,
      long steps,
      double lower,
      double reached) {
    sparseJumps(sampling, width, share, jump, steps, lower, reached);
  }

  /**
   * Gradients of two records are at most twice the Lipschitz constant apart. The common part of all
   * losses pulls to the wall at 0 first. One dataset's record moves the walk by the whole jump, the
   * other one's by nothing. Distributions are known to about ten digits.
   */
  @ParameterizedTest
  @MethodSource("pulls")
  void walksWithACommonPartLose(int width, double share, double jump, double[] last, double lost) {
    LineWalk one = LineWalk.from(0, width);
    LineWalk other = one;
    for (int step = 1; step < PULLED + last.length - 1; step++) {
      double[] map = LineWalk.drifted(width, last[Math.max(0, step - PULLED)]);
      one = one.after(map, jump, share);
      other = other.after(map);
    }
    double[] map = LineWalk.drifted(width, last[last.length - 1]);
    double found = lost(one.binned(map, jump, share), other.binned(map));
    assertEquals(lost, found, 1e-3 * lost);
    assertTrue(found >= lost, found + " is below what is stated, " + lost);
  }

  static Stream<Arguments> pulls() {
    double[] few = {-2.75, -3.75, -1, 0};
    double[] more = {-0.8, -2.3, -1.3, -1.625, -1.75, -1.875, -2.375, -1.5};
    return Stream.of(Arguments.of(20, 0.02, 6, few, 45.56), Arguments.of(6, 0.1, 2, more, 8.92));
  }

  /** The largest epsilon that the bins refute. */
  private static double lost(double[] p, double[] q) {
    double low = 0;
    double high = 100;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean above = DiscreteLaws.profile(p, q, middle) > DELTA;
      low = above ? middle : low;
      high = above ? high : middle;
    }
    return low;
  }

  /** A set is contained in larger ones, so bounds for larger sets hold too. */
  @Test
  void boundsRiseWithTheSet() {
    double before = 0;
    for (double width : new double[] {0.25, 0.5, 1, 2, 3, 4, 5}) {
      double here = epsilon(LastIterate.of(fullBatch(width, 0.5, 1000)).certifyEpsilon(DELTA));
      assertTrue(here >= before * (1 - 1e-3), here + " is below " + before + " at " + width);
      before = here;
    }
  }

  /** Few steps lose no more than many: a bound of long runs holds for short ones. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 1.994", "2, 2.944", "3, 2.982", "4, 2.984", "5, 2.982", "6, 2.982", "12, 2.982"})
  void shortRunsLoseNoMoreThanLongOnes(long steps, double reached) {
    check(fullBatch(1, 0.5, steps), 0, reached);
  }

  /**
   * One record of three in a batch: the earlier bounds were 19.8 for two steps, and 18.4 for ten.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 13.77, 13.78", "2, 16.3, 18.4", "3, 16.4, 18.4", "10, 16.48, 18.4"})
  void fewRecords(long steps, double lower, double reached) {
    check(run(NoisySgdSampling.FIXED_SIZE, 3, 1, 1.28, 1.425, steps), lower, reached);
  }

  /** An empty Poisson sample leaves a step without gradient, so such runs must be long enough. */
  @Test
  void shortRunsOfPoissonSamplesAreNotCovered() {
    NoisySgdArgument argument =
        new NoisySgdArgument.Recoupled(0.125, 100, 0, List.of(6L), List.of(List.of(6L)));
    NoisySgd poisson = sampled(NoisySgdSampling.POISSON, 1, 0.5, 0.5, 11);
    NoisySgd fixed = sampled(NoisySgdSampling.FIXED_SIZE, 1, 0.5, 0.5, 11);
    NoisySgdStep step = NoisySgdStep.of(poisson);
    assertThrows(
        IllegalArgumentException.class,
        () -> NoisySgdEvaluation.of(step, new MixingWalk(step), argument));
    assertThrows(IllegalArgumentException.class, () -> checked(poisson, argument));
    assertTrue(checked(fixed, argument) > 0);
  }

  private static double checked(NoisySgd run, NoisySgdArgument argument) {
    Guarantee claim = new Guarantee.Approximate(50, DELTA, run.adjacency());
    NoisySgdCertificate certificate = new NoisySgdCertificate(run, argument, claim);
    Guarantee proved = LastIterateChecker.check(new LastIterateCertificate.Sampled(certificate));
    return ((Guarantee.Approximate) proved).epsilon();
  }

  private static void check(NoisySgd run, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run).certifyEpsilon(DELTA);
    double epsilon = epsilon(certificate);
    assertTrue(epsilon >= lower, epsilon + " is below what a walk loses, " + lower);
    assertTrue(epsilon <= reached, epsilon + " against " + reached);
    LastIterateChecker.check(certificate);
  }

  private static double epsilon(LastIterateCertificate certificate) {
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  /** Two neighbours' steps differ by the shift, in noises. */
  private static NoisySgd fullBatch(double width, double shift, long steps) {
    return run(NoisySgdSampling.FULL_BATCH, 100, 100, width, shift / 2, steps);
  }

  private static NoisySgd sampled(
      NoisySgdSampling sampling, double width, double share, double jump, long steps) {
    return run(sampling, Math.round(10 / share), 10, width, jump, steps);
  }

  private static NoisySgd run(
      NoisySgdSampling sampling, long records, long batch, double width, double jump, long steps) {
    return new NoisySgd(
        records,
        batch,
        1,
        jump * batch,
        width,
        1,
        steps,
        0,
        0,
        sampling,
        AdjacencyRelation.REPLACE_ONE);
  }
}
