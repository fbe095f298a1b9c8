package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A batch of all records is the full batch, for every way of sampling. */
class WholeBatchesTest {
  private static NoisySgd run(
      double noise, double stepSize, long steps, NoisySgdSampling sampling, boolean addOrRemove) {
    return NoisySgds.convex(1000, 1000, noise, stepSize, steps, sampling, addOrRemove);
  }

  private static double epsilon(NoisySgd run, double delta) {
    return ((Guarantee.Approximate) LastIterate.of(run).certifyEpsilon(delta).guarantee())
        .epsilon();
  }

  private static double renyi(NoisySgd run, double order) {
    Guarantee.Renyi guarantee =
        (Guarantee.Renyi) LastIterate.of(run).certifyRenyi(order).guarantee();
    return guarantee.epsilonByOrder().firstEntry().getValue();
  }

  /** The lower numbers are certified by pairs of walks over full batches. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.05, 20000, 1.5, 0, 2.69498", "0.02, 80000, 0, 1e-5, 47.64"})
  void poissonSamplesOfAllRecordsAreFullBatches(
      double noise, long steps, double order, double delta, double lower) {
    NoisySgd full = run(noise, 0.2, steps, NoisySgdSampling.FULL_BATCH, false);
    double expected = order > 0 ? renyi(full, order) : epsilon(full, delta);
    assertTrue(expected >= lower, expected + " < " + lower);
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      NoisySgd same = run(noise, 0.2, steps, sampling, false);
      double bound = order > 0 ? renyi(same, order) : epsilon(same, delta);
      assertEquals(expected, bound, sampling.toString());
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = NoisySgdSampling.class,
      names = {"FIXED_SIZE", "POISSON", "FULL_BATCH"})
  void eventsOfAllRecordsAreFullBatches(NoisySgdSampling sampling) {
    NoisySgdEvent event = event(sampling);
    assertTrue(RandomBatchBound.curve(event.run()).at(1.5).upper() >= 2.69498);
    NoisySgdEvent fixed = event(NoisySgdSampling.FIXED_SIZE);
    assertEquals(RandomBatchBound.squaredMu(fixed.run()), RandomBatchBound.squaredMu(event.run()));
  }

  private static NoisySgdEvent event(NoisySgdSampling sampling) {
    return new NoisySgdEvent(
        NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
            .batches(1000, 1000)
            .steps(20_000, 0.2)
            .noise(0.05)
            .lipschitzConstant(1)
            .curvature(0, 0)
            .diameter(1)
            .build());
  }

  /** Under add-or-remove the sum is divided by the fixed batch size. */
  @Test
  void aRecordMoreIsHalfOfAReplacedOne() {
    NoisySgd added = run(0.05, 0.2, 20_000, NoisySgdSampling.POISSON, true);
    NoisySgd replaced = run(0.05, 0.2, 20_000, NoisySgdSampling.POISSON, false);
    assertEquals(NoisySgdSampling.POISSON, added.sampling());
    Enclosure twice = added.stepGrowth().times(2);
    assertEquals(replaced.stepGrowth(), twice);
    assertEquals(AdjacencyRelation.ADD_OR_REMOVE, added.adjacency());
  }

  /** The shift of two datasets is the growth, which may be twice the mu of a pair. */
  @Test
  void twoDataAreAsFarApartAsAStepGrows() {
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      NoisySgdStep step = NoisySgdStep.of(run(0.05, 0.2, 100, sampling, false));
      assertEquals(0.04, step.settings().stepGrowth().midpoint(), 1e-15);
      assertEquals(0.04, step.mu(0).midpoint(), 1e-15);
      assertEquals(0, step.excess(1e9));
    }
  }
}
