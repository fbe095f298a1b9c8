package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.walk.RandomWalk;
import org.assay.verify.walk.WalkLowerBound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims about the last iterate alone, tried on the worst-case walks. */
class HiddenStateTest {
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;
  private static final double DELTA = 1e-3;
  private static final double LIPSCHITZ = 1;
  private static final double DIAMETER = 24;
  private static final double NOISE = 4;
  private static final double STEP_SIZE = 0.25;
  private static final int STEPS = 6;

  private static final RandomWalk WALK =
      RandomWalk.centred(
          NoisySgd.of(NoisySgdSampling.FULL_BATCH, REPLACE)
              .batches(1, 1)
              .steps(STEPS, STEP_SIZE)
              .noise(NOISE)
              .lipschitzConstant(LIPSCHITZ)
              .curvature(0, 0)
              .diameter(DIAMETER)
              .build());

  /**
   * A tight claim. Of six audits of a true claim at 1e-3 each, three refutations have probability
   * below 2e-8.
   */
  @Tag("slow")
  @Test
  void theCertifiedGuaranteeSurvives() {
    Guarantee claim = LastIterate.of(descent()).certifyEpsilon(DELTA).guarantee();
    double shown = WalkLowerBound.of(WALK).epsilon(DELTA).value();
    double certified = ((Guarantee.Approximate) claim).epsilon();
    assertTrue(shown <= certified && certified < 1.1 * shown, shown + " to " + certified);
    int refuted = 0;
    for (long seed = 0; seed < 6; seed++) {
      refuted += audit(claim, 5000, seed).verdict() == Verdict.REFUTED ? 1 : 0;
    }
    assertTrue(refuted < 3, "refuted " + refuted);
  }

  /** Half of what the random walk is certified to leak. */
  @Test
  void aClaimBelowTheCertifiedLowerBoundIsRefuted() {
    double shown = WalkLowerBound.of(WALK).epsilon(DELTA).value();
    Guarantee claim = new Guarantee.Approximate(shown / 2, DELTA, REPLACE);
    AuditReport report = audit(claim, 50_000, 1);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
    assertTrue(report.lowerBound().value() >= shown / 2);
  }

  /** The last iterate in space, of which the canary's direction shows all that the pair changes. */
  @Test
  void aHiddenTrainingIsSeenThroughItsLastIterate() {
    Mechanism<Double> last =
        Projection.onto(1, 1)
            .ofReleasesOf(
                (canary, random) -> {
                  double[] iterate = new double[2];
                  for (int step = 0; step < STEPS; step++) {
                    for (int i = 0; i < 2; i++) {
                      double noise = Math.sqrt(STEPS / 2.0) * random.nextGaussian();
                      iterate[i] += canary / STEPS + noise / STEPS;
                    }
                  }
                  return iterate;
                });
    List<AdjacentPair<Double>> pairs =
        List.of(AdjacentPair.of("the canary pulls the other way", 1.0, -1.0, REPLACE));
    Auditor auditor = Auditor.of(new Guarantee.Gaussian(2, REPLACE)).maximumRuns(4000);
    assertEquals(Verdict.REFUTED, auditor.audit(last, pairs).verdict());
  }

  private static AuditReport audit(Guarantee claim, long runs, long seed) {
    return Auditor.of(claim)
        .maximumRuns(runs)
        .seed(seed)
        .audit(WALK.mechanism(), List.of(WALK.pair()));
  }

  private static NoisySgd descent() {
    return new NoisySgd(
        1,
        1,
        NOISE,
        LIPSCHITZ,
        DIAMETER,
        STEP_SIZE,
        STEPS,
        0,
        0,
        NoisySgdSampling.FULL_BATCH,
        REPLACE);
  }
}
