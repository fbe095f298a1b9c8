package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/** Order relations that every sound bound has, and certificates that were tampered with. */
class NoisySgdProperties {
  /** Relative tolerance of the search, which is not certified to find the best parameters. */
  private static final double SEARCH = 2e-3;

  /**
   * Relative tolerance of re-coupling. It is searched on rough lattices, and fewer of its stages
   * fit a shorter run, whose bound may then be larger.
   */
  private static final double RECOUPLING_SEARCH = 0.05;

  private static NoisySgd random(long seed, long steps) {
    Random random = new Random(seed);
    int kind = random.nextInt(3);
    long records = 100L + random.nextInt(100_000);
    long batch = 1L + random.nextInt((int) records / 3);
    double stepMu = Math.exp(-4 + 4 * random.nextDouble());
    double noise = 1 / (batch * stepMu);
    double diameterOverNoise = Math.exp(7 * random.nextDouble());
    double stepSize = 1 / (noise * diameterOverNoise);
    NoisySgdSampling sampling = kind == 0 ? NoisySgdSampling.FIXED_SIZE : NoisySgdSampling.POISSON;
    double smoothness = random.nextBoolean() ? 0 : 0.9 / stepSize;
    double convexity = random.nextBoolean() ? 0 : 0.01 * smoothness;
    NoisySgd run = NoisySgds.convex(records, batch, noise, stepSize, steps, sampling, kind == 1);
    return NoisySgds.smooth(run, smoothness, convexity);
  }

  private static double renyi(NoisySgd run, double order) {
    return NoisySgdBound.of(run).renyi(order).upper();
  }

  @Tag("slow")
  @Property(tries = 6, seed = "20200504")
  void neverAboveCompositionAndMonotone(
      @ForAll long seed,
      @ForAll @LongRange(min = 1, max = 1_000_000) long steps,
      @ForAll @DoubleRange(min = 1.1, max = 20) @Scale(15) double order) {
    NoisySgd run = random(seed, steps);
    double here = renyi(run, order);
    double composed = NoisySgdStep.of(run).divergence(order, 0).upper() * (double) steps;
    assertTrue(here <= composed * (1 + 1e-14), here + " > " + composed);
    double more = here * (1 + SEARCH);
    assertAtMost(more, renyi(NoisySgds.with(run, 1, run.noise() * 1.2), order), "more noise");
    assertAtMost(more, renyi(NoisySgds.with(run, 0.8, run.noise()), order), "less diameter");
    double half = renyi(random(seed, Math.max(1, steps / 2)), order);
    assertAtMost(here * (1 + RECOUPLING_SEARCH), half, "half the steps");
  }

  private static void assertAtMost(double most, double bound, String what) {
    assertTrue(bound <= most, () -> what + ": " + bound + " > " + most);
  }

  /** At fixed parameters the result does not depend on the search. */
  @Property(tries = 200, seed = "20200504")
  void evaluationsAreMonotone(
      @ForAll long seed,
      @ForAll @LongRange(min = 2, max = 1_000_000) long steps,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) @Scale(15) double split) {
    NoisySgd run = random(seed, steps);
    NoisySgdArgument argument = new NoisySgdArgument.SplitNoise((steps + 1) / 2, split);
    double here = evaluate(run, argument);
    assertTrue(evaluate(NoisySgds.with(run, 1, run.noise() * 1.2), argument) <= here);
    assertTrue(evaluate(NoisySgds.with(run, 0.8, run.noise()), argument) <= here);
    assertTrue(evaluate(random(seed, steps + 5), argument) >= here);
  }

  private static double evaluate(NoisySgd run, NoisySgdArgument argument) {
    NoisySgdStep step = NoisySgdStep.of(run);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), argument).renyi(2).upper();
  }

  /** One step is exact: no bound may be below the sampled Gaussian itself. */
  @Property(tries = 50, seed = "20200504")
  void oneStepIsTheSampledGaussian(
      @ForAll @LongRange(min = 1, max = 1000) long batch,
      @ForAll @DoubleRange(min = 0.5, max = 50) @Scale(15) double multiplier) {
    NoisySgd run =
        NoisySgds.convex(1000, batch, multiplier / batch, 1, 1, NoisySgdSampling.POISSON, true);
    double exact = SampledGaussian.renyiForward(batch / 1000.0, multiplier, 3).lower();
    assertEquals(1, renyi(run, 3) / exact, 1e-9);
  }

  @Tag("slow")
  @Property(tries = 8, seed = "20200504")
  void certificatesHoldAndTamperedOnesDoNot(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 10_000_000) long steps) {
    NoisySgdBound bound = NoisySgdBound.of(random(seed, steps));
    NoisySgdCertificate certificate = bound.certifyRenyi(3);
    Guarantee.Renyi claim = (Guarantee.Renyi) certificate.guarantee();
    assertEquals(claim, NoisySgdCertificateChecker.check(certificate));
    double better = claim.epsilonByOrder().firstEntry().getValue() * (1 - 1e-12);
    assertRejected(certificate, renyiClaim(better, claim.adjacency()));
    assertThrows(
        IllegalArgumentException.class,
        () -> certificate(certificate, renyiClaim(1, AdjacencyRelation.ZERO_OUT)));
  }

  private static Guarantee renyiClaim(double epsilon, AdjacencyRelation adjacency) {
    return new Guarantee.Renyi(new TreeMap<>(Map.of(3.0, epsilon)), adjacency);
  }

  private static NoisySgdCertificate certificate(NoisySgdCertificate old, Guarantee claim) {
    return new NoisySgdCertificate(old.settings(), old.argument(), claim);
  }

  private static void assertRejected(NoisySgdCertificate old, Guarantee claim) {
    NoisySgdCertificate tampered = certificate(old, claim);
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(tampered));
  }

  @Tag("slow")
  @Example
  void approximateCertificatesAreCheckedInBothNumbers() {
    NoisySgdBound bound = NoisySgdBound.of(NoisySgds.addOrRemove(10_000_000));
    NoisySgdCertificate epsilon = bound.certifyEpsilon(1e-5);
    Guarantee.Approximate claim = (Guarantee.Approximate) epsilon.guarantee();
    assertEquals(claim, NoisySgdCertificateChecker.check(epsilon));
    double less = claim.epsilon() * (1 - 1e-8);
    assertRejected(epsilon, new Guarantee.Approximate(less, 1e-5, claim.adjacency()));
    assertRejected(epsilon, new Guarantee.Approximate(claim.epsilon(), 9e-6, claim.adjacency()));
    NoisySgdCertificate shorter =
        new NoisySgdCertificate(
            NoisySgds.addOrRemove(100), epsilon.argument(), epsilon.guarantee());
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(shorter));
    NoisySgdCertificate delta = bound.certifyDelta(30);
    Guarantee.Approximate claimed = (Guarantee.Approximate) delta.guarantee();
    Guarantee.Approximate checked = (Guarantee.Approximate) NoisySgdCertificateChecker.check(delta);
    assertEquals(claimed.delta(), checked.delta());
    // Between points of the lattice the check may find an epsilon that is lower by rounding.
    assertTrue(checked.epsilon() <= 30 && checked.epsilon() > 30 * (1 - 1e-12));
  }

  /** A claim that rests on a sum with a failure probability cannot omit that probability. */
  @Example
  void theFailureOfMixingIsPartOfDelta() {
    NoisySgd run = NoisySgds.forgetful(1_000_000);
    NoisySgdStep step = NoisySgdStep.of(run);
    NoisySgdArgument mixing = new NoisySgdArgument.Mixing(3000);
    NoisySgdEvaluation evaluation = NoisySgdEvaluation.of(step, new MixingWalk(step), mixing);
    double failure = evaluation.failure();
    assertTrue(failure > 1e-4 && failure < 1e-2, "" + failure);
    assertTrue(evaluation.delta(1) >= failure);
    assertEquals(Double.POSITIVE_INFINITY, evaluation.epsilon(failure));
    assertEquals(Double.POSITIVE_INFINITY, evaluation.renyi(8).upper());
  }

  /** Losses that are not convex mix as long as the steps hardly expand. */
  @Tag("slow")
  @Example
  void mixingNeedsNoConvexity() {
    double composed = renyi(NoisySgds.forgetful(10_000_000), 2);
    NoisySgd slightly = NoisySgds.smooth(NoisySgds.forgetful(10_000_000), 1e-3, -1e-3);
    NoisySgd strongly = NoisySgds.smooth(NoisySgds.forgetful(10_000_000), 1, -1);
    assertTrue(renyi(slightly, 2) > composed && renyi(slightly, 2) < 10 * composed);
    double alone = NoisySgdStep.of(strongly).divergence(2, 0).upper() * 1e7;
    assertTrue(renyi(strongly, 2) > 100 * composed && renyi(strongly, 2) <= alone);
  }

  /** Samples that are too large cost little while they are unlikely, and everything if likely. */
  @Tag("slow")
  @Example
  void largePoissonSamplesCostWhatTheyMust() {
    NoisySgd flat = NoisySgds.addOrRemove(1_000_000);
    double free = renyi(flat, 8);
    assertEquals(1, renyi(NoisySgds.smooth(flat, 0.5, 0), 8) / free, 1e-9);
    // Here composing a block costs more than its probability saves, and re-coupling does not help.
    double split = renyi(NoisySgds.smooth(flat, 1, 0), 8);
    double withoutRecoupling = NoisySgdBound.of(flat).curve().at(8).upper();
    assertTrue(split > free, split + " against " + free);
    assertTrue(split < 3 * withoutRecoupling, split + " against " + withoutRecoupling);
    double composed = NoisySgdStep.of(flat).divergence(8, 0).upper() * 1e6;
    assertEquals(1, renyi(NoisySgds.smooth(flat, 3.9, 0), 8) / composed, 1e-9);
  }
}
