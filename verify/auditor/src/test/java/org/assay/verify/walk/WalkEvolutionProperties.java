package org.assay.verify.walk;

import static org.assay.accountant.event.NoisySgdSampling.FIXED_SIZE;
import static org.assay.accountant.event.NoisySgdSampling.POISSON;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

class WalkEvolutionProperties {
  /** Disjoint enclosures would prove one of two discretizations wrong. */
  @Property(tries = 60, seed = "20200504")
  void discretizationsAgree(
      @ForAll @DoubleRange(min = 0.05, max = 60) @Scale(15) double width,
      @ForAll @DoubleRange(min = 0.01, max = 6) @Scale(15) double jump,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(15) double start,
      @ForAll @DoubleRange(min = -1, max = 1) @Scale(15) double slope,
      @ForAll @IntRange(min = 1, max = 60) int steps,
      @ForAll NoisySgdSampling sampling) {
    long batch = sampling == NoisySgdSampling.FULL_BATCH ? 6 : 2;
    NoisySgd settings =
        Settings.of(width, jump, 6, batch, steps, sampling, AdjacencyRelation.REPLACE_ONE);
    WalkModel model = new RandomWalk(settings, start, slope).leftModel();
    QuadraturePlan fine = QuadraturePlan.of(model, 1e-28, 60);
    assertOverlap(model, fine, finer(fine), 1e-28);
    QuadraturePlan coarse = QuadraturePlan.of(model, 1e-9, 60);
    assertOverlap(model, coarse, finer(coarse), 1e-9);
  }

  @Property(tries = 25, seed = "20200504")
  void discretizationsAgreeWithContraction(
      @ForAll @DoubleRange(min = 0.5, max = 40) @Scale(15) double width,
      @ForAll @DoubleRange(min = 0.05, max = 1) @Scale(15) double contraction,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(15) double start,
      @ForAll @IntRange(min = 2, max = 40) int steps) {
    NoisySgd settings = Settings.contractive(width, 0.4, steps, contraction);
    WalkModel model = new RandomWalk(settings, start, 0).rightModel();
    QuadraturePlan fine = QuadraturePlan.of(model, 1e-28, 60);
    assertOverlap(model, fine, finer(fine), 1e-28);
  }

  /** Clamping, and everything after the last step, is processing of the unclamped walk. */
  @Tag("slow")
  @Property(tries = 40, seed = "20200504")
  void neverExceedsTheCompositionOfFullBatches(
      @ForAll @DoubleRange(min = 0.05, max = 40) @Scale(15) double width,
      @ForAll @DoubleRange(min = 0.01, max = 1) @Scale(15) double jump,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(15) double start,
      @ForAll @DoubleRange(min = -0.05, max = 0.05) @Scale(15) double slope,
      @ForAll @IntRange(min = 1, max = 40) int steps,
      @ForAll @DoubleRange(min = 1.01, max = 64) @Scale(15) double order) {
    NoisySgd settings = Settings.fullBatch(width, jump, steps);
    WalkLowerBound bound = WalkLowerBound.of(new RandomWalk(settings, start, slope));
    double mu = 2 * jump * Math.sqrt(steps);
    double upper = GaussianMechanism.renyi(Enclosure.exact(mu), order).upper();
    assertTrue(bound.renyi(order).value() <= upper * (1 + 1e-13));
    double epsilon = GaussianMechanism.epsilon(mu, 1e-5).upper();
    assertTrue(bound.epsilon(1e-5).value() <= epsilon * (1 + 1e-13));
  }

  /** For every slope of the other records: a jump that no instance can make would show. */
  @Tag("slow")
  @Property(tries = 10, seed = "20200504")
  void neverExceedsTheCompositionOfRandomBatches(
      @ForAll @DoubleRange(min = 0.5, max = 40) @Scale(15) double width,
      @ForAll @DoubleRange(min = 0.05, max = 2) @Scale(15) double jump,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(15) double start,
      @ForAll @DoubleRange(min = -1, max = 1) @Scale(15) double slope,
      @ForAll @IntRange(min = 1, max = 12) int steps,
      @ForAll @DoubleRange(min = 1.1, max = 16) @Scale(15) double order) {
    long records = 8;
    Enclosure share = Enclosure.exact(0.25);
    double fixedSize =
        ReplacedRecord.fixedSizeGaussian(share, Enclosure.exact(2 * jump), order).upper();
    assertAtMost(
        steps * fixedSize,
        Settings.of(width, jump, records, 2, steps, FIXED_SIZE, AdjacencyRelation.REPLACE_ONE),
        start,
        slope,
        order);
    double poisson = SampledGaussian.renyiForward(0.25, 1 / jump, order).upper();
    assertAtMost(
        steps * poisson,
        Settings.of(width, jump, records, 2, steps, POISSON, AdjacencyRelation.ADD_OR_REMOVE),
        start,
        slope,
        order);
    double replaced = ReplacedRecord.poissonGaussian(0.25, Enclosure.exact(jump), order).upper();
    assertAtMost(
        steps * replaced,
        Settings.of(width, jump, records, 2, steps, POISSON, AdjacencyRelation.REPLACE_ONE),
        start,
        slope,
        order);
  }

  private static void assertAtMost(
      double upper, NoisySgd settings, double start, double slope, double order) {
    WalkLowerBound bound = WalkLowerBound.of(new RandomWalk(settings, start, slope));
    double value = bound.renyi(order).value();
    assertTrue(value <= upper * (1 + 1e-12), value + " exceeds " + upper);
  }

  /** More panels and a longer reach; the same bins. */
  private static QuadraturePlan finer(QuadraturePlan plan) {
    int bins = plan.bins() % 2 == 0 ? plan.bins() / 2 : plan.bins();
    int panels = plan.bins() % 2 == 0 ? plan.panels() * 2 : plan.panels();
    return new QuadraturePlan(
        panels, plan.nodes() + 20, plan.radius() + 1.5, bins, plan.flush() / 1000);
  }

  private static void assertOverlap(
      WalkModel model, QuadraturePlan first, QuadraturePlan second, double goal) {
    WalkDistribution one = WalkEvolution.run(model, first, BeyondWalls.NONE, done -> {});
    WalkDistribution other = WalkEvolution.run(model, second, BeyondWalls.NONE, done -> {});
    Enclosure sum = Enclosure.ZERO;
    for (int bin = 0; bin < one.bins(); bin++) {
      one.probability(bin).intersect(other.probability(bin));
      sum = sum.plus(one.probability(bin));
    }
    assertTrue(sum.contains(1), "probabilities sum up to " + sum);
    assertTrue(sum.width() < 1e-9 + 3 * goal * one.bins(), "probabilities sum up to " + sum);
  }
}
