package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.LowerBound.BoundPoint;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.CurveClaims;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BoundSearchTest {
  private static final long RUNS = 20_000;

  /**
   * Each bound exceeds the truth with probability at most 1e-3; four or more of 8 have probability
   * below 8e-11, in any of six cases below 5e-10. The means are what these seeds give, less a
   * margin; for Rényi 0.2 each, in floating point a little less on the average.
   */
  @Tag("slow")
  @Test
  void boundsInEveryCurrencyStayBelowTheTruthAndComeNear() {
    inEveryCurrency(8, 0.199);
  }

  /** Four or more of 20 have probability below 5e-9, in any of six cases below 1e-7. */
  @Test
  @Tag("slow")
  void boundsOfManySeedsStayBelowTheTruthAndComeNear() {
    inEveryCurrency(20, 0.2);
  }

  private static void inEveryCurrency(int seeds, double leastRenyi) {
    Mechanism<Double> gaussian = Mechanisms.gaussian(1, 1);
    check(seeds, new Guarantee.Pure(2, Mechanisms.ADJACENCY), Mechanisms.laplace(1, 1), 1, 0.6);
    check(seeds, new Guarantee.Pure(0.5, Mechanisms.ADJACENCY), Mechanisms.laplace(1, 1), 1, 0.45);
    check(seeds, new Guarantee.Gaussian(1.5, Mechanisms.ADJACENCY), gaussian, 1, 0.8);
    check(seeds, new Guarantee.ZeroConcentrated(1, Mechanisms.ADJACENCY), gaussian, 0.5, 0.2);
    var renyi = new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 2.0)), Mechanisms.ADJACENCY);
    check(seeds, renyi, gaussian, 0.5, leastRenyi);
    Guarantee curve =
        CurveClaims.of(delta -> GaussianMechanism.epsilon(1, delta), 1e-9, Mechanisms.ADJACENCY);
    check(seeds, curve, gaussian, 1, 0.5);
  }

  @Test
  void theBoundRisesAlongItsTrajectoryAndThroughTheClaim() {
    AuditReport report =
        Auditor.of(Mechanisms.PURE)
            .maximumRuns(RUNS)
            .audit(Mechanisms.laplace(1, 1), Mechanisms.pairs());
    LowerBound bound = report.lowerBound();
    double previous = 0;
    long runs = 0;
    for (BoundPoint rise : bound.trajectory()) {
      assertTrue(rise.value() > previous && rise.runs() > runs);
      previous = rise.value();
      runs = rise.runs();
    }
    assertEquals(bound.value(), previous);
    assertEquals(1e-3, bound.errorProbability());
  }

  /** Without any evidence of its own, what refutes the claim twice over refutes all below it. */
  @Test
  void evidenceAgainstTheClaimCountsAgainstSmallerOnes() {
    double threshold = Math.log(1000);
    BoundSearch search = new BoundSearch(ClaimFamily.of(Mechanisms.PURE), threshold, 1);
    search.checkpoint(10, threshold);
    assertEquals(0, search.value());
    search.checkpoint(20, threshold + Math.log(2) + 1e-9);
    assertEquals(1, search.value());
    assertEquals(List.of(new BoundPoint(20, 1)), search.trajectory());
    search.checkpoint(30, 0);
    assertEquals(1, search.value());
  }

  private static void check(
      int seeds, Guarantee claim, Mechanism<Double> mechanism, double truth, double atLeast) {
    int wrong = 0;
    double sum = 0;
    for (long seed = 0; seed < seeds; seed++) {
      LowerBound bound =
          Auditor.of(claim)
              .seed(seed)
              .maximumRuns(RUNS)
              .audit(mechanism, Mechanisms.pairs())
              .lowerBound();
      wrong += bound.value() > truth * (1 + 1e-9) ? 1 : 0;
      sum += bound.value();
    }
    assertTrue(wrong <= 3, claim.describe() + " wrong " + wrong);
    assertTrue(sum / seeds > atLeast, claim.describe() + " mean bound " + sum / seeds);
  }
}
