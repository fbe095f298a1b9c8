package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.training.WhiteBoxTraining.GradientStep;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InRunAuditTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final StepClaim CLAIM = StepClaim.of(new Guarantee.Gaussian(1, ADD));
  private static final Projection CANARY = Projection.onto(1, 0);

  /**
   * Each step meets the claim with equality, and the parameters remember every release. At error
   * probability 0.05, more than 88 refutations in 1000 runs have probability below 1e-6; at 0.1,
   * more than 151 wrong bounds.
   */
  @Tag("slow")
  @Test
  void leavesTrueClaimsAloneWhileParametersDrift() {
    int refuted = 0;
    int wrong = 0;
    for (long seed = 0; seed < 1000; seed++) {
      InRunReport report =
          InRunAudit.of(CLAIM, ADD, 0.05, seed).run(new Descent(1, 1, 1), CANARY, 200);
      refuted += report.verdict() == Verdict.REFUTED ? 1 : 0;
      wrong += report.lowerBound().orElseThrow().value() > 1 ? 1 : 0;
    }
    assertTrue(refuted <= 88, "refuted " + refuted);
    assertTrue(wrong <= 151, "wrong bounds " + wrong);
  }

  @Test
  void refutesStepsWithTooLittleNoise() {
    for (long seed = 0; seed < 10; seed++) {
      InRunReport report =
          InRunAudit.of(CLAIM, ADD, 1e-3, seed).run(new Descent(1, 1, 0.5), CANARY, 5000);
      assertEquals(Verdict.REFUTED, report.verdict(), "seed " + seed);
      assertTrue(report.steps() < 3000, "steps " + report.steps());
      assertTrue(report.lowerBound().orElseThrow().value() >= 1);
    }
  }

  /**
   * A step that shows a tenth more than is stated is found, and one that shows nothing leaves the
   * statement. The seeds are fixed.
   */
  @Test
  void statesWhatSoManyStepsWouldHaveShown() {
    InRunReport silent = InRunAudit.of(CLAIM, ADD, 1e-3, 3).run(new Descent(0, 1, 1), CANARY, 2000);
    assertEquals(Verdict.NOT_REFUTED, silent.verdict());
    String words = "whose every step differs as much as a Gaussian mechanism of mu ";
    int from = silent.reason().indexOf(words) + words.length();
    assertTrue(from > words.length(), silent.reason());
    double stated = Double.parseDouble(silent.reason().substring(from).split(" ", 2)[0]);
    assertTrue(stated > 1.2 && stated < 1.5, silent.reason());
    for (long seed = 0; seed < 5; seed++) {
      InRunReport report =
          InRunAudit.of(CLAIM, ADD, 1e-3, seed)
              .run(new Descent(1, 1, 1 / (1.1 * stated)), CANARY, 2000);
      assertEquals(Verdict.REFUTED, report.verdict(), "seed " + seed);
    }
  }

  /** Clipping forgotten: the canary's gradient enters as it is. */
  @Test
  void refutesForgottenClippingAtOnce() {
    InRunReport report = InRunAudit.of(CLAIM, ADD, 1e-3, 2).run(new Descent(50, 1, 1), CANARY, 999);
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.steps() < 120, "steps " + report.steps());
    assertTrue(report.describe().startsWith("1.0-GDP under add-remove: REFUTED after "));
    assertTrue(report.describe().contains("mu of a step is at least "));
  }

  /**
   * The exact profile of a sampled step is the claim; a step that does not sample breaks it. Three
   * refutations among ten true claims at 1e-3 each have probability below 2e-7.
   */
  @Test
  void auditsSampledStepsAgainstTheirProfile() {
    StepClaim claim = StepClaim.poissonSampledGaussian(0.25, 1, ADD);
    int refuted = 0;
    for (long seed = 0; seed < 10; seed++) {
      InRunAudit audit = InRunAudit.of(claim, ADD, 1e-3, seed);
      InRunReport sampled = audit.run(new Descent(1, 0.25, 1), CANARY, 3000);
      refuted += sampled.verdict() == Verdict.REFUTED ? 1 : 0;
      assertTrue(sampled.lowerBound().orElseThrow().value() <= 1);
      InRunReport always =
          InRunAudit.of(claim, ADD, 1e-3, seed).run(new Descent(1, 1, 1), CANARY, 3000);
      assertEquals(Verdict.REFUTED, always.verdict(), "seed " + seed);
      double scale = always.lowerBound().orElseThrow().value();
      assertTrue(scale >= 1 && scale <= scaleOfAlways(claim), "seed " + seed + ": " + scale);
    }
    assertTrue(refuted < 3, "refuted " + refuted);
  }

  /**
   * By how much the claimed delta at epsilon 0 would have to grow for a canary in every batch: of
   * its shift by one standard deviation the total variation is 0.3829.
   */
  private static double scaleOfAlways(StepClaim claim) {
    return 0.383 / claim.lines().get(0).delta();
  }

  /**
   * With so little noise some of the claim's deltas are 1 in doubles. Such a line once made the
   * number of steps needed no number, and an audit of no step consistent.
   */
  @Test
  void stepsWithHardlyAnyNoiseAreNeverConsistentBeforeTheyAreSeen() {
    AdjacencyRelation replace = AdjacencyRelation.REPLACE_ONE;
    for (double noise : new double[] {0.12, 0.125, 0.13, 0.2}) {
      InRunAudit audit =
          InRunAudit.of(StepClaim.poissonSampledGaussian(1, noise, replace), replace, 1e-3, 1);
      assertEquals(Verdict.INCONCLUSIVE, audit.report().verdict(), "noise " + noise);
      assertTrue(audit.stepsNeeded() > 2, "noise " + noise);
    }
    for (double noise : new double[] {1e-3, 0.05}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> StepClaim.poissonSampledGaussian(1, noise, replace),
          "noise " + noise);
    }
    SupportingLine everything = new SupportingLine(0, 1, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> new StepClaim("all", ADD, List.of(everything), Optional.empty()));
  }

  @Test
  void tooFewStepsAndFailuresAreNoVerdict() {
    InRunReport few = InRunAudit.of(CLAIM, ADD, 1e-3, 1).run(new Descent(1, 1, 1), CANARY, 20);
    assertEquals(Verdict.INCONCLUSIVE, few.verdict());
    assertTrue(few.reason().contains("would need about"));
    assertTrue(few.reason().endsWith("nothing was run"));
    assertEquals(0, few.steps());
    GradientStep failing =
        (withCanary, random) -> {
          throw new IllegalStateException("out of memory");
        };
    InRunReport failed = InRunAudit.of(CLAIM, ADD, 1e-3, 1).run(failing, CANARY, 200);
    assertEquals(Verdict.INCONCLUSIVE, failed.verdict());
    assertTrue(failed.reason().contains("step 1 failed"));
  }

  @Test
  void ownLoopsGiveTheSameReport() {
    InRunReport driven =
        InRunAudit.of(CLAIM, ADD, 1e-3, 6).run((in, random) -> shown(in), CANARY, 400);
    InRunAudit audit = InRunAudit.of(CLAIM, ADD, 1e-3, 6);
    while (!audit.isRefuted() && audit.report().steps() < 400) {
      audit.observe(CANARY.of(shown(audit.nextCoin())));
    }
    assertEquals(driven, audit.report());
    assertEquals(Verdict.REFUTED, driven.verdict());
  }

  /** A canary that shows in every step refutes soon after the steps that are said to be needed. */
  @Test
  void fewerStepsThanNeededRefuteNothing() {
    for (double mu : new double[] {0.2, 1, 3}) {
      StepClaim claim = StepClaim.of(new Guarantee.Gaussian(mu, ADD));
      for (long seed = 0; seed < 5; seed++) {
        InRunAudit audit = InRunAudit.of(claim, ADD, 1e-3, seed);
        long steps = 0;
        while (!audit.isRefuted()) {
          audit.observe(audit.nextCoin() ? 1e9 : 0);
          steps++;
        }
        assertTrue(steps >= audit.stepsNeeded(), steps + " of " + audit.stepsNeeded());
        assertTrue(steps <= 3 * audit.stepsNeeded(), steps + " of " + audit.stepsNeeded());
      }
    }
  }

  @Test
  void coinsTossedElsewhereCountLikeOwnOnes() {
    InRunAudit own = InRunAudit.of(CLAIM, ADD, 1e-3, 6);
    InRunAudit recorded = InRunAudit.of(CLAIM, ADD, 1e-3, 6);
    for (int step = 0; step < 300; step++) {
      boolean coin = own.nextCoin();
      double projection = (coin ? 3 : 0) + Math.sin(step);
      own.observe(projection);
      recorded.observe(coin, projection);
    }
    assertEquals(own.report(), recorded.report());
    assertEquals(Verdict.REFUTED, recorded.report().verdict());
    own.nextCoin();
    assertThrows(IllegalStateException.class, () -> own.observe(true, 1));
  }

  @Test
  void coinsAndObservationsAlternate() {
    InRunAudit audit = InRunAudit.of(CLAIM, ADD, 1e-3, 6);
    assertThrows(IllegalStateException.class, () -> audit.observe(1));
    audit.nextCoin();
    assertThrows(IllegalStateException.class, audit::nextCoin);
    audit.observe(Double.NaN);
    assertFalse(audit.isRefuted());
    assertThrows(
        IllegalArgumentException.class,
        () -> InRunAudit.of(CLAIM, AdjacencyRelation.REPLACE_ONE, 1e-3, 6));
    assertThrows(
        IllegalArgumentException.class,
        () -> InRunAudit.of(CLAIM, ADD, 1e-3, 6).run((in, random) -> new double[3], CANARY, 500));
  }

  private static double[] shown(boolean withCanary) {
    return new double[] {withCanary ? Double.NaN : 0, 1};
  }
}
