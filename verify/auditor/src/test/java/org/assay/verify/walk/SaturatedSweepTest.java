package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs of about as many steps as the square of their diameter over the noise and more, where
 * re-coupling decides: no epsilon and no Rényi divergence is below what a walk certifiably loses,
 * with losses that stay the same or change.
 */
class SaturatedSweepTest {
  private static final double[] DELTAS = {1e-3, 1e-5, 1e-7};
  private static final double[] ORDERS = {1.2, 2, 4, 8, 16, 40};

  /** Common slopes of the other losses, in units of what one record moves a step by. */
  private static final double[] SLOPES = {0, 2.5};

  @Tag("slow")
  @Test
  void fullBatches() {
    sweep(Integer.getInteger("saturated.settings", 12), 20200602);
  }

  private static void sweep(int cases, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> violations = new ArrayList<>();
    int recoupled = 0;
    for (int i = 0; i < cases; i++) {
      double width = Math.exp(random.nextDouble(Math.log(10), Math.log(25)));
      double kappa = Math.exp(random.nextDouble(Math.log(0.1), Math.log(12)));
      double relative = Math.exp(random.nextDouble(Math.log(0.3), Math.log(6)));
      NoisySgd settings = settings(width, kappa, relative);
      recoupled += compare(settings, DELTAS[i % 3], ORDERS[i % 6], violations);
    }
    assertEquals(List.of(), violations);
    // A sweep of other bounds would prove nothing about this one.
    assertTrue(recoupled > cases, recoupled + " of " + 2 * cases);
  }

  private static NoisySgd settings(double width, double kappa, double relative) {
    // With n records kappa = 2 width / (n noise), and the diameter is 1.
    long records = 1000;
    double noise = 2 * width / (records * kappa);
    double stepSize = 1 / (width * noise);
    long steps = (long) Math.ceil(relative * width * width);
    return Settings.run(
        1,
        1,
        stepSize,
        noise,
        records,
        records,
        steps,
        1,
        NoisySgdSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** How many of two bounds are due to re-coupling. */
  private static int compare(
      NoisySgd settings, double delta, double order, List<String> violations) {
    NoisySgdBound bound = NoisySgdBound.of(settings);
    NoisySgdCertificate approximate = bound.certifyEpsilon(delta);
    double epsilon = ((Guarantee.Approximate) approximate.guarantee()).epsilon();
    NoisySgdCertificate divergence = bound.certifyRenyi(order);
    double renyi =
        ((Guarantee.Renyi) divergence.guarantee()).epsilonByOrder().firstEntry().getValue();
    for (double slope : SLOPES) {
      RandomWalk walk = new RandomWalk(settings, 0, slope / (double) settings.records());
      WalkLowerBound lower = WalkLowerBound.of(walk);
      check(lower.epsilon(delta).value(), epsilon, "epsilon, " + walk, violations);
      check(lower.renyi(order).value(), renyi, "order " + order + ", " + walk, violations);
    }
    RampLowerBound ramp =
        RampLowerBound.of(RampSearch.shipped(settings, WalkObjective.epsilon(delta)));
    check(ramp.epsilon(delta).value(), epsilon, "epsilon, " + ramp, violations);
    check(ramp.renyi(order).value(), renyi, "order " + order + ", " + ramp, violations);
    WalkObjective divergenceOf = WalkObjective.renyi(order);
    RampLowerBound steep =
        RampLowerBound.of(RampSearch.shipped(settings, divergenceOf), divergenceOf, done -> {});
    check(steep.renyi(order).value(), renyi, "order " + order + ", " + steep, violations);
    return (approximate.argument() instanceof NoisySgdArgument.Recoupled ? 1 : 0)
        + (divergence.argument() instanceof NoisySgdArgument.RecoupledDivergence ? 1 : 0);
  }

  private static void check(double lower, double upper, String what, List<String> violations) {
    if (!(lower <= upper)) {
      violations.add(lower + " exceeds " + upper + ", " + what);
    }
  }
}
