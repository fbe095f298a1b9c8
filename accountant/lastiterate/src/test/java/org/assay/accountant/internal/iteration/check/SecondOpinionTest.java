package org.assay.accountant.internal.iteration.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.iteration.NoisySgdCertificateChecker;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Certificates of a run with a wrong parameter, as a mistake in the search would make them, and
 * certificates of the true run.
 */
class SecondOpinionTest {
  /** Full batches in a set of W = 100, kappa = 4, or independent samples of 1 in 100. */
  private static NoisySgd run(
      String kind, double lipschitz, double diameter, double share, long steps, double smoothness) {
    boolean full = kind.equals("full");
    long batch = full ? 1000 : Math.round(100_000 * share);
    return new NoisySgd(
        full ? 1000 : 100_000,
        batch,
        full ? 0.05 : 0.02 * 1000 / batch,
        lipschitz * (full ? 1 : batch / 1000.0 * 1000 / batch),
        full ? diameter : diameter * 1000 / batch,
        full ? 0.2 : 1,
        steps,
        Math.abs(smoothness),
        smoothness,
        full
            ? NoisySgdSampling.FULL_BATCH
            : kind.equals("fixed") ? NoisySgdSampling.FIXED_SIZE : NoisySgdSampling.POISSON,
        kind.equals("added") ? AdjacencyRelation.ADD_OR_REMOVE : AdjacencyRelation.REPLACE_ONE);
  }

  private static NoisySgdCertificate certificate(NoisySgd run, double order) {
    NoisySgdBound bound = NoisySgdBound.of(run);
    return order > 1 ? bound.certifyRenyi(order) : bound.certifyEpsilon(1e-5);
  }

  private static void assertRefused(NoisySgd truth, NoisySgd mistaken, double order) {
    NoisySgdCertificate honest = certificate(mistaken, order);
    assertDoesNotThrow(() -> SecondOpinion.require(honest));
    NoisySgdCertificate wrong =
        new NoisySgdCertificate(truth, honest.argument(), honest.guarantee());
    ContradictionException refusal =
        assertThrows(ContradictionException.class, () -> SecondOpinion.require(wrong));
    assertTrue(String.valueOf(refusal.getMessage()).contains("second evaluation"));
  }

  /** Half the shift is the shift of a replaced record with the mu of a record that is present. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "full, 20000, 0",
    "full, 5000, 0",
    "full, 10, 0",
    "full, 10, 2",
    "fixed, 10, 2",
    "replaced, 300000, 2",
    "added, 10, 2",
  })
  void halfTheShift(String kind, long steps, double order) {
    assertRefused(run(kind, 1, 1, 0.01, steps, 0), run(kind, 0.5, 1, 0.01, steps, 0), order);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "full, 20000, 1.5",
    "fixed, 1000000, 0",
    "fixed, 1000000, 2",
    "replaced, 300000, 0",
    "added, 300000, 0",
  })
  void halfTheShiftOfLongRuns(String kind, long steps, double order) {
    halfTheShift(kind, steps, order);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"full, 20000, 0", "fixed, 1000000, 2"})
  void halfTheDiameter(String kind, long steps, double order) {
    assertRefused(run(kind, 1, 1, 0.01, steps, 0), run(kind, 1, 0.5, 0.01, steps, 0), order);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"fixed, 1000000, 2", "replaced, 10, 2", "added, 10, 2"})
  void theOppositeShare(String kind, long steps, double order) {
    assertRefused(run(kind, 1, 1, 0.9, steps, 0), run(kind, 1, 1, 0.1, steps, 0), order);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"full, 0.05, 20000, 0", "fixed, 0.01, 1000000, 2"})
  void aContractionThatIsNone(String kind, double smoothness, long steps, double order) {
    assertRefused(run(kind, 1, 1, 0.01, steps, 0), run(kind, 1, 1, 0.01, steps, smoothness), order);
  }

  /** A number of steps that is off by one is detected where there are few steps. */
  @ParameterizedTest
  @CsvSource({"full, 0", "full, 2", "fixed, 2", "replaced, 2", "added, 2"})
  void aStepLess(String kind, double order) {
    assertRefused(run(kind, 1, 1, 0.01, 100, 0), run(kind, 1, 1, 0.01, 99, 0), order);
  }

  /**
   * The difference of the second evaluation from the claim, as the checker computes it. The second
   * evaluation may be below the claim by the parts that its lattice omits: the time to reach the
   * lattice, and steps within a part of a block.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "full, 20000, 0, 1.10",
    "full, 5000, 0, 1.10",
    "full, 100, 0, 1",
    "fixed, 1000000, 2, 1.10",
    "added, 100, 2, 1",
  })
  void agreesWithTheSearch(String kind, long steps, double order, double most) {
    NoisySgd run = run(kind, 1, 1, 0.01, steps, 0);
    NoisySgdCertificate certificate = certificate(run, order);
    NoisySgdCertificateChecker.check(certificate);
    PlainEvaluation second = PlainEvaluation.of(run, certificate.argument());
    double ratio =
        certificate.guarantee() instanceof Guarantee.Approximate claim
            ? second.epsilon(1e-5) / claim.epsilon()
            : second.renyi(order)
                / Objects.requireNonNull(
                    ((Guarantee.Renyi) certificate.guarantee()).epsilonByOrder().get(order));
    assertTrue(ratio > 0.95 && ratio <= most + 1e-9, ratio + " for " + certificate.argument());
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "full, 20000, 2, 1.10",
    "fixed, 1000000, 0, 1.10",
    "replaced, 300000, 0, 1.10",
    "added, 300000, 0, 1.10",
  })
  void agreesOnLongRuns(String kind, long steps, double order, double most) {
    agreesWithTheSearch(kind, steps, order, most);
  }

  @Tag("slow")
  @Test
  void deltasAreHeldToItToo() {
    NoisySgd half = run("full", 0.5, 1, 1, 20_000, 0);
    NoisySgdCertificate honest = NoisySgdBound.of(half).certifyDelta(8);
    SecondOpinion.require(honest);
    NoisySgdCertificate wrong =
        new NoisySgdCertificate(
            run("full", 1, 1, 1, 20_000, 0), honest.argument(), honest.guarantee());
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(wrong));
  }

  /** The parameters are those of the table of {@code noisy-sgd-renyi.md}. */
  @Test
  void derivesTheParametersAgain() {
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      PlainRun whole = PlainRun.of(NoisySgds.convex(100, 100, 0.1, 1, 9, sampling, false));
      assertEquals(0.2, whole.pairMu(), 1e-15);
      assertEquals(0.2, whole.growth(), 1e-15);
    }
    for (NoisySgd run :
        new NoisySgd[] {
          NoisySgds.addOrRemove(1000),
          NoisySgds.fixedSize(1000),
          NoisySgds.replaced(1000),
          NoisySgds.stronglyConvex(1000),
          NoisySgds.smooth(NoisySgds.addOrRemove(1000), 1, 0.5),
          NoisySgds.smooth(NoisySgds.addOrRemove(1000), 1, -0.5)
        }) {
      PlainRun plain = PlainRun.of(run);
      NoisySgdStep step = NoisySgdStep.of(run);
      assertEquals(step.share().midpoint(), plain.share(), 1e-15);
      assertEquals(step.mu(0).midpoint(), plain.pairMu(), 1e-14);
      assertEquals(step.growth().midpoint(), plain.growth(), 1e-14);
      assertEquals(step.contractionMinusOne().midpoint(), plain.contraction() - 1, 1e-14);
      assertEquals(step.distance(900).midpoint() / plain.distanceBefore(100), 1, 1e-9);
      double hidden = step.hiddenSquare(step.distance(900), 100).midpoint();
      assertEquals(hidden / plain.hidden(plain.distanceBefore(100), 100), 1, 1e-9);
    }
  }

  /** The survival in plain doubles, several steps at a time, is near the walk step by step. */
  @ParameterizedTest
  @CsvSource({"100, 20000", "100, 42000", "300, 378000", "1000, 4200000"})
  void survivalIsThatOfTheWalk(double width, long steps) {
    NoisySgd run =
        new NoisySgd(
            1000,
            1000,
            1,
            1,
            width,
            1,
            steps,
            0,
            0,
            NoisySgdSampling.FULL_BATCH,
            AdjacencyRelation.REPLACE_ONE);
    double walk = new MixingWalk(NoisySgdStep.of(run)).survival(steps);
    assertEquals(1, PlainSurvival.of(PlainRun.of(run), width, (double) steps) / walk, 0.05);
  }

  /** Parts of the noise that hide a distance count once, for any neighbours. */
  @Test
  void splitNoiseOfWholeIndependentBatchesIsAccepted() {
    NoisySgd run =
        new NoisySgd(
            1000,
            1000,
            0.05,
            1,
            1,
            0.2,
            20_000,
            0,
            0,
            NoisySgdSampling.POISSON,
            AdjacencyRelation.ADD_OR_REMOVE);
    NoisySgdArgument half = new NoisySgdArgument.SplitNoise(5000, 0.5);
    NoisySgdStep step = NoisySgdStep.of(run);
    double proved = NoisySgdEvaluation.of(step, new MixingWalk(step), half).renyi(2).upper();
    assertEquals(proved, PlainEvaluation.of(run, half).renyi(2), 1e-9 * proved);
  }

  @Test
  void claimsThatSayNothingAreAccepted() {
    NoisySgd run = run("full", 1, 1, 1, 20_000, 0);
    SecondOpinion.require(
        new NoisySgdCertificate(
            run,
            new NoisySgdArgument.Composition(),
            new Guarantee.Approximate(0, 1, AdjacencyRelation.REPLACE_ONE)));
  }

  @Test
  void stagesMustFitTheRun() {
    NoisySgdArgument argument =
        new NoisySgdArgument.Recoupled(0.125, 100, 0, List.of(6L), List.of(List.of(6L)));
    NoisySgd poisson = run("poisson", 1, 1, 0.01, 11, 0);
    assertThrows(IllegalArgumentException.class, () -> PlainEvaluation.of(poisson, argument));
    // Runs of other samples, and of full batches, lose no more if they are shorter.
    assertDoesNotThrow(() -> PlainEvaluation.of(run("fixed", 1, 1, 0.01, 11, 0), argument));
  }

  /**
   * Pairs that differ from step to step have a smaller bound than the pair that dominates all, but
   * not a much smaller one.
   */
  @Tag("slow")
  @Test
  void compositionsOfFixedSizesAreNoSmallerThanOnePairInAllSteps() {
    NoisySgd run =
        new NoisySgd(
            100_000,
            1000,
            0.004,
            1,
            1,
            0.625,
            20_000,
            1,
            0,
            NoisySgdSampling.FIXED_SIZE,
            AdjacencyRelation.REPLACE_ONE);
    NoisySgdCertificate honest = certificate(run, 0);
    assertEquals(new NoisySgdArgument.Composition(), honest.argument());
    assertDoesNotThrow(() -> SecondOpinion.require(honest));
    double epsilon = ((Guarantee.Approximate) honest.guarantee()).epsilon();
    Guarantee tooSmall =
        new Guarantee.Approximate(0.9 * epsilon, 1e-5, AdjacencyRelation.REPLACE_ONE);
    NoisySgdCertificate wrong = new NoisySgdCertificate(run, honest.argument(), tooSmall);
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(wrong));
  }
}
