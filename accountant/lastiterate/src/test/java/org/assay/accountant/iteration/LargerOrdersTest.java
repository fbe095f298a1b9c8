package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument.RecoupledDivergence;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument.SplitNoise;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.check.SecondOpinion;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.ProfileMoment;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Divergences whose tails are bounded by profiles of their own. */
class LargerOrdersTest {
  private static final long STEPS = 100_000;
  private static final NoisySgd RUN =
      NoisySgds.convex(1000, 1000, 0.05, 0.2, STEPS, NoisySgdSampling.FULL_BATCH, false);
  private static final SplitNoise SPLIT = new SplitNoise(10_000, 0.5);

  /** Losses up to 500, which bound the tail of losses up to 40. */
  private static final RecoupledDivergence FAR =
      new RecoupledDivergence(profile(2, 250), SPLIT, 12);

  private static final RecoupledDivergence NEAR = new RecoupledDivergence(profile(0.5, 80), FAR, 6);

  private static NoisySgdArgument.Recoupled profile(double spacing, int points) {
    List<Long> stage = List.of(500L, 1000L, 2000L);
    return new NoisySgdArgument.Recoupled(
        spacing, points, 0, List.of(2250L, 4000L), List.of(stage, stage));
  }

  private static NoisySgdEvaluation evaluation(NoisySgdArgument argument) {
    NoisySgdStep step = NoisySgdStep.of(RUN);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), argument);
  }

  private static double renyi(NoisySgdArgument argument, double order) {
    return evaluation(argument).renyi(order).upper();
  }

  @Test
  void aTailCountsByWhatItProvesAtItsOrder() {
    double tail = renyi(FAR, 6);
    assertTrue(tail < 0.9 * renyi(SPLIT, 6), "" + tail);
    NoisySgdStep step = NoisySgdStep.of(RUN);
    RecoupledProfiles profiles = RecoupledProfiles.fine(step, new MixingWalk(step));
    for (double order : new double[] {1.5, 4, 5.5}) {
      double moment = new ProfileMoment(profiles.of(NEAR.profile()), 6, tail).renyi(order);
      assertEquals(moment, renyi(NEAR, order));
      double bySplit = renyi(new RecoupledDivergence(NEAR.profile(), SPLIT, 6), order);
      assertTrue(moment <= bySplit, moment + " against " + bySplit);
    }
    double bySplit = renyi(new RecoupledDivergence(NEAR.profile(), SPLIT, 6), 4);
    assertTrue(renyi(NEAR, 4) < 0.9 * bySplit, "" + bySplit);
  }

  @Test
  void ordersMustRise() {
    assertEquals(Double.POSITIVE_INFINITY, renyi(NEAR, 6));
    RecoupledDivergence falling = new RecoupledDivergence(NEAR.profile(), FAR, 12);
    assertEquals(Double.POSITIVE_INFINITY, renyi(falling, 4));
  }

  @Test
  void theLongestHorizonMustBeFreeOfLargeSamples() {
    assertEquals(8000, FAR.profile().horizon());
    assertEquals(10_000, NEAR.block());
    RecoupledDivergence brief =
        new RecoupledDivergence(profile(2, 250), new SplitNoise(100, 0.5), 12);
    assertEquals(8000, new RecoupledDivergence(NEAR.profile(), brief, 6).block());
  }

  @Test
  void noPartMayBeLongerThanTheRun() {
    RecoupledDivergence far =
        new RecoupledDivergence(FAR.profile(), new SplitNoise(STEPS + 1, 0.5), 12);
    RecoupledDivergence near = new RecoupledDivergence(NEAR.profile(), far, 6);
    assertThrows(IllegalArgumentException.class, () -> evaluation(near));
    NoisySgdArgument.Recoupled composed =
        new NoisySgdArgument.Recoupled(1, 80, 10, List.of(), List.of(List.of(20L)));
    RecoupledDivergence unfit =
        new RecoupledDivergence(NEAR.profile(), new RecoupledDivergence(composed, SPLIT, 12), 6);
    assertThrows(IllegalArgumentException.class, () -> evaluation(unfit));
    assertThrows(IllegalArgumentException.class, () -> SecondOpinion.require(claim(unfit, 100)));
  }

  @Tag("slow")
  @Test
  void theSecondOpinionKnowsSuchTails() {
    double proved = renyi(NEAR, 4);
    SecondOpinion.require(claim(NEAR, proved));
    assertThrows(
        ContradictionException.class, () -> SecondOpinion.require(claim(NEAR, 0.5 * proved)));
  }

  private static NoisySgdCertificate claim(NoisySgdArgument argument, double epsilon) {
    Guarantee guarantee = new Guarantee.Renyi(new TreeMap<>(Map.of(4.0, epsilon)), RUN.adjacency());
    return new NoisySgdCertificate(RUN, argument, guarantee);
  }
}
