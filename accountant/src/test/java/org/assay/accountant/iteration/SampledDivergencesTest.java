package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.check.SecondOpinion;
import org.assay.accountant.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.iteration.mixing.MixingWalk;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.iteration.step.NoisySgds;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rényi divergences of random batches far beyond the plateau: between what clamped random walks
 * with affine common losses lose at the same kappa, computed once by independent code and without
 * bounds of errors, of which two percent are left out, and what was reached when the bound was
 * written.
 */
class SampledDivergencesTest {
  /** A lower value of 0 stands for none. */
  @ParameterizedTest
  @CsvSource({"R5, 8, 1.36, 2.495"})
  void staysBetween(String name, double order, double lower, double reached) {
    LastIterateCertificate certificate = LastIterate.of(run(name)).certifyRenyi(order);
    double bound = claimed((Guarantee.Renyi) certificate.guarantee());
    assertTrue(bound >= lower, bound + " is below what a walk loses, " + lower);
    assertTrue(bound <= reached, bound + " against " + reached);
    LastIterateChecker.check(certificate);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R3, 1.5, 0, 18.5",
    "R3, 2, 15.2, 23.62",
    "R3, 8, 0, 56.84",
    "R4, 1.5, 0, 2.44",
    "R4, 2, 0, 3.28",
    "R4, 8, 0, 11.62",
    "R4, 32, 0, 87.33",
    "R5, 2, 0.333, 0.59",
    "R5, 32, 1.36, 9.79",
    "poisson 999, 1.5, 3.65, 5.72",
    "poisson 999, 2, 4.9, 7.56",
    "poisson 999, 8, 14.7, 22.35",
    "poisson 500, 2, 4.9, 7.56",
    "fixed 999, 1.5, 3.65, 5.73",
  })
  void othersStayBetween(String name, double order, double lower, double reached) {
    staysBetween(name, order, lower, reached);
  }

  private static double claimed(Guarantee.Renyi guarantee) {
    return guarantee.epsilonByOrder().firstEntry().getValue();
  }

  private static NoisySgd run(String name) {
    return switch (name) {
      case "poisson 999" -> quarter(999, NoisySgdSampling.POISSON);
      case "poisson 500" -> quarter(500, NoisySgdSampling.POISSON);
      case "fixed 999" -> quarter(999, NoisySgdSampling.FIXED_SIZE);
      default -> SaturatedRunsTest.run(name, 100_000_000);
    };
  }

  /** W = 100 and kappa = 4, as those of R1. */
  private static NoisySgd quarter(long batch, NoisySgdSampling sampling) {
    return NoisySgds.convex(1000, batch, 0.05, 0.2, 20_000_000, sampling, false);
  }

  private static NoisySgdEvaluation evaluation(NoisySgd run, NoisySgdArgument argument) {
    NoisySgdStep step = NoisySgdStep.of(run);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), argument);
  }

  /**
   * With smoothness 1 samples of more than eight times their mean are too large, and though none is
   * to be expected in the age of the universe, no divergence is bounded.
   */
  @Test
  void samplesThatMayBeTooLargeHaveNone() {
    NoisySgd flat =
        NoisySgds.convex(10_000, 1000, 0.01, 0.25, 1_000_000, NoisySgdSampling.POISSON, false);
    NoisySgdCertificate proved = NoisySgdBound.of(flat).certifyRenyi(2);
    NoisySgdArgument argument = proved.argument();
    assertTrue(argument instanceof NoisySgdArgument.RecoupledDivergence);
    assertTrue(evaluation(flat, argument).renyi(2).upper() < 24);
    NoisySgd smooth = NoisySgds.smooth(flat, 1, 0);
    assertTrue(NoisySgdStep.of(smooth).logExcess(1e6) < -9000);
    assertEquals(Double.POSITIVE_INFINITY, evaluation(smooth, argument).renyi(2).upper());
    NoisySgdCertificate wrong =
        new NoisySgdCertificate(smooth, argument, OptionalDouble.empty(), proved.guarantee());
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(wrong));
    NoisySgdArgument other = NoisySgdBound.of(smooth).certifyRenyi(2).argument();
    assertTrue(!(other instanceof NoisySgdArgument.RecoupledDivergence));
  }

  /** Profiles must fit the run, and claims must not be better than what is proved. */
  @Test
  void certificatesDoNotCoverShorterRunsOrBetterClaims() {
    NoisySgd run = run("R5");
    NoisySgdCertificate proved = NoisySgdBound.of(run).certifyRenyi(2);
    NoisySgdArgument.RecoupledDivergence argument =
        (NoisySgdArgument.RecoupledDivergence) proved.argument();
    NoisySgd shorter = SaturatedRunsTest.run("R5", argument.profile().horizon() - 1);
    assertThrows(IllegalArgumentException.class, () -> evaluation(shorter, argument));
    NoisySgdCertificate claim =
        new NoisySgdCertificate(shorter, argument, OptionalDouble.empty(), proved.guarantee());
    assertThrows(IllegalArgumentException.class, () -> SecondOpinion.require(claim));
    TreeMap<Double, Double> half = new TreeMap<>();
    half.put(2.0, 0.5 * claimed((Guarantee.Renyi) proved.guarantee()));
    NoisySgdCertificate better =
        new NoisySgdCertificate(
            run, argument, OptionalDouble.empty(), new Guarantee.Renyi(half, run.adjacency()));
    assertThrows(IllegalArgumentException.class, () -> NoisySgdCertificateChecker.check(better));
    assertThrows(ContradictionException.class, () -> SecondOpinion.require(better));
  }
}
