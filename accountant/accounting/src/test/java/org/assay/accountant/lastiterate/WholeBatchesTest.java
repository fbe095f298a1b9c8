package org.assay.accountant.lastiterate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Batches of all records, under every name that they have: full ones, samples of fixed size, and
 * Poisson samples whose mean size is that of the data. A replaced record moves each step by twice
 * the largest gradient. Nothing that is published may be below what such runs lose when they are
 * held at a wall and leave it in the end.
 */
class WholeBatchesTest {
  private static final double DELTA = 1e-5;
  private static final long STEPS = 20_000;

  /** Of runs with kappa 4; a divergence and an epsilon, each with a ramp of its own. */
  private static double divergence;

  private static double epsilon;

  @BeforeAll
  static void lose() {
    NoisySgd run = run(NoisySgdSampling.FULL_BATCH, 0.05, STEPS);
    divergence = loss(run, 0.5, 0.3).renyi(1.5);
    epsilon = loss(run, 0.5, 1).epsilon(DELTA);
    assertTrue(divergence > 3.37, "2.69498 is certified for constant losses: " + divergence);
    assertTrue(epsilon > 10.77, "8.81 is certified for constant losses: " + epsilon);
  }

  private static NoisySgd run(NoisySgdSampling sampling, double noise, long steps) {
    return new NoisySgd(
        1000, 1000, noise, 1, 1, 0.2, steps, 0, 0, sampling, AdjacencyRelation.REPLACE_ONE);
  }

  /** The ramp takes a part of the squared width. */
  private static TrueLoss loss(NoisySgd settings, double part, double level) {
    Run run = Run.of(settings, 0);
    long[] lengths = Schedule.lengths(settings.steps(), Math.sqrt(part) * run.width());
    double[] drifts = Schedule.ramp(lengths, run.width(), level);
    drifts[0] = -run.largestDrift();
    return TrueLoss.of(run, new Schedule(0, lengths, drifts), false);
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL_BATCH", "FIXED_SIZE", "POISSON"})
  void divergences(NoisySgdSampling sampling) {
    double upper = NoisySgdBound.of(run(sampling, 0.05, STEPS)).renyi(1.5).upper();
    assertTrue(divergence <= upper, divergence + " > " + upper);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"FULL_BATCH", "FIXED_SIZE", "POISSON"})
  void epsilons(NoisySgdSampling sampling) {
    check(epsilon, run(sampling, 0.05, STEPS));
  }

  /** The same with kappa 25. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"FULL_BATCH", "FIXED_SIZE", "POISSON"})
  void epsilonsOfStrongSignals(NoisySgdSampling sampling) {
    NoisySgd run = run(sampling, 0.02, 80_000);
    double truth = loss(run, 0.14, 1).epsilon(DELTA);
    assertTrue(truth > 57, "the ramp loses more than " + truth);
    check(truth, run);
  }

  private static void check(double truth, NoisySgd run) {
    Guarantee proved = NoisySgdBound.of(run).certifyEpsilon(DELTA).guarantee();
    double upper = ((Guarantee.Approximate) proved).epsilon();
    assertTrue(truth <= upper, truth + " > " + upper);
  }
}
