package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.training.WhiteBoxTraining.GradientStep;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Published mistakes of private training and their correct twins, audited along the canary. Of six
 * audits of a true claim at 1e-3 each, three or more refutations have probability below 2e-8.
 */
class WhiteBoxTrainingTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final double[] CANARY = {3, 0, 4};
  private static final double SIGMA = 2;
  private static final int OTHERS = 9;

  /** Nine others push against the canary; the mean is clipped instead of each gradient. */
  @Test
  void clippingAfterAveragingIsRefuted() {
    Guarantee claim = new Guarantee.Gaussian(1 / SIGMA, ADD);
    double size = OTHERS + 1;
    assertRefuted(
        claim,
        (in, random) -> {
          double[] sum = scaled(CANARY, (in ? 1e6 : 0) - OTHERS / 5.0);
          return noisy(clipped(scaled(sum, 1 / size), 1), SIGMA / size, random);
        });
    assertSpared(
        claim,
        (in, random) -> {
          double own = in ? norm(clipped(scaled(CANARY, 1e6), 1)) : 0;
          double[] sum = scaled(CANARY, (own - OTHERS) / 5);
          return noisy(scaled(sum, 1 / size), SIGMA / size, random);
        });
  }

  /** Clipping norm 10, noise for clipping norm 1. */
  @Test
  void noiseWithoutTheClippingNormIsRefuted() {
    Guarantee claim = new Guarantee.Gaussian(1 / SIGMA, ADD);
    assertRefuted(claim, (in, random) -> noisy(canary(in, 10), SIGMA, random));
    assertSpared(claim, (in, random) -> noisy(canary(in, 10), 10 * SIGMA, random));
  }

  /** The canary in a batch of its own choice, once in ten steps, accounted as Poisson-sampled. */
  @Tag("slow")
  @Test
  void fixedBatchesAccountedAsPoissonAreRefuted() {
    int steps = 10;
    GaussianComposition composition =
        GaussianComposition.under(AdjacencyRelation.ZERO_OUT).withPoissonSampled(0.1, 1, steps);
    Guarantee claim =
        new Guarantee.Approximate(1, composition.delta(1).upper(), AdjacencyRelation.ZERO_OUT);
    Mechanism<Boolean> fixed =
        WhiteBoxTraining.wholeRun(() -> new Batches(steps, false), steps, CANARY);
    Mechanism<Boolean> sampled =
        WhiteBoxTraining.wholeRun(() -> new Batches(steps, true), steps, CANARY);
    assertEquals(Verdict.REFUTED, audit(claim, fixed, 40_000, 1).verdict());
    int refuted = 0;
    for (long seed = 0; seed < 3; seed++) {
      refuted += audit(claim, sampled, 5000, seed).verdict() == Verdict.REFUTED ? 1 : 0;
    }
    assertTrue(refuted < 3, "refuted " + refuted);
  }

  @Test
  void directionsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> Projection.onto(0, 0));
    assertThrows(IllegalArgumentException.class, () -> Projection.onto(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Projection.onto(1).of(new double[2]));
    assertEquals(5, Projection.onto(CANARY).of(CANARY), 1e-15);
    Guarantee claim = new Guarantee.Gaussian(1, ADD);
    Mechanism<Boolean> wrong = WhiteBoxTraining.singleStep((in, random) -> new double[2], CANARY);
    Error error = assertThrows(Error.class, () -> audit(claim, wrong, 1000, 1));
    assertTrue(error.toString().contains("the direction 3"), error.toString());
  }

  private static void assertRefuted(Guarantee claim, GradientStep step) {
    Mechanism<Boolean> mechanism = WhiteBoxTraining.singleStep(step, CANARY);
    for (long seed = 0; seed < 3; seed++) {
      AuditReport report = audit(claim, mechanism, 2000, seed);
      assertEquals(Verdict.REFUTED, report.verdict(), "seed " + seed);
    }
  }

  private static void assertSpared(Guarantee claim, GradientStep step) {
    Mechanism<Boolean> mechanism = WhiteBoxTraining.singleStep(step, CANARY);
    int refuted = 0;
    for (long seed = 0; seed < 6; seed++) {
      refuted += audit(claim, mechanism, 5000, seed).verdict() == Verdict.REFUTED ? 1 : 0;
    }
    assertTrue(refuted < 3, "refuted " + refuted);
  }

  private static AuditReport audit(
      Guarantee claim, Mechanism<Boolean> mechanism, long runs, long seed) {
    return Auditor.of(claim)
        .maximumRuns(runs)
        .seed(seed)
        .audit(mechanism, List.of(WhiteBoxTraining.canaryInOrOut(claim.adjacency())));
  }

  /** The canary's gradient, clipped to a norm below its own. */
  private static double[] canary(boolean in, double clippingNorm) {
    return in ? clipped(scaled(CANARY, 100), clippingNorm) : new double[CANARY.length];
  }

  private static double[] clipped(double[] gradient, double clippingNorm) {
    return scaled(gradient, Math.min(1, clippingNorm / norm(gradient)));
  }

  private static double norm(double[] vector) {
    double norm = 0;
    for (double coordinate : vector) {
      norm = Math.hypot(norm, coordinate);
    }
    return norm;
  }

  private static double[] scaled(double[] vector, double factor) {
    double[] result = vector.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] *= factor;
    }
    return result;
  }

  /** On a grid, so that no low-order bit depends on the gradients. */
  private static double[] noisy(double[] sum, double sigma, RandomGenerator random) {
    double[] result = sum.clone();
    for (int i = 0; i < result.length; i++) {
      double exact =
          Math.rint(result[i] * 0x1p20) + Math.rint(sigma * random.nextGaussian() * 0x1p20);
      result[i] = exact * 0x1p-20;
    }
    return result;
  }

  /**
   * As many records as steps, one in every batch on average; all but the canary pull against it. In
   * fixed batches each is used once, in shuffled order; otherwise each is sampled at every step.
   */
  private static final class Batches implements GradientStep {
    private final int steps;
    private final boolean sampled;
    private int step;
    private int canaryStep = -1;

    Batches(int steps, boolean sampled) {
      this.steps = steps;
      this.sampled = sampled;
    }

    @Override
    public double[] noisyGradient(boolean withCanary, RandomGenerator random) {
      canaryStep = canaryStep < 0 ? random.nextInt(steps) : canaryStep;
      double own = withCanary ? 1 : 0;
      double sum = sampled ? sampledSum(own, random) : step == canaryStep ? own : -1;
      step++;
      return noisy(scaled(CANARY, sum / 5), 1, random);
    }

    private double sampledSum(double own, RandomGenerator random) {
      double sum = random.nextDouble() * steps < 1 ? own : 0;
      for (int i = 1; i < steps; i++) {
        sum -= random.nextDouble() * steps < 1 ? 1 : 0;
      }
      return sum;
    }
  }
}
