package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an audit says about its own power, against audits of mechanisms of known privacy. */
class PowerCheckTest {
  private static final double NEEDED = Math.log(1000) + Math.log(16);

  private static final Mechanism<Double> LEAK = (d, random) -> Outcome.of("dataset " + d);

  private static final List<Guarantee> CLAIMS =
      List.of(
          new Guarantee.Pure(1, Mechanisms.ADJACENCY),
          new Guarantee.Pure(3, Mechanisms.ADJACENCY),
          new Guarantee.Approximate(1, 1e-5, Mechanisms.ADJACENCY),
          new Guarantee.Approximate(0.5, 0.5, Mechanisms.ADJACENCY),
          new Guarantee.Gaussian(1, Mechanisms.ADJACENCY),
          new Guarantee.ZeroConcentrated(0.5, Mechanisms.ADJACENCY),
          renyi(2, 0.5),
          profile(),
          tradeoff());

  /** The course expected of an audit leaves room for the search and the luck of three seeds. */
  @Tag("slow")
  @Test
  void aLeakIsRefutedWithinTwiceTheStatedRuns() {
    for (Guarantee claim : CLAIMS) {
      long stated = power(claim, 1_000_000).learningRunsForLeak();
      for (long seed = 0; seed < 3; seed++) {
        AuditReport report =
            Auditor.of(claim).seed(seed).maximumRuns(2 * stated).audit(LEAK, Mechanisms.pairs());
        assertEquals(Verdict.REFUTED, report.verdict(), claim::describe);
      }
    }
  }

  /** A Gaussian mechanism at the stated violation, with ten times the budget it was stated for. */
  @Test
  void theStatedViolationIsRefutedWithSomeMoreRuns() {
    long budget = 10_000;
    double mu = power(Mechanisms.GAUSSIAN, budget).learningViolation();
    assertTrue(mu > 1 && mu < 1.3, "mu " + mu);
    int refuted = 0;
    for (long seed = 0; seed < 5; seed++) {
      AuditReport report =
          Auditor.of(Mechanisms.GAUSSIAN)
              .seed(seed)
              .maximumRuns(4 * budget)
              .audit(Mechanisms.gaussian(mu, 1), Mechanisms.pairs());
      refuted += report.verdict() == Verdict.REFUTED ? 1 : 0;
    }
    assertTrue(refuted >= 4, "refuted " + refuted);
  }

  /**
   * Of claims about divergences bets on events alone would need billions of runs. The seeds are
   * fixed, so the test cannot fail by chance.
   */
  @Tag("slow")
  @Test
  void theFactorIsRefutedInAboutTheStatedRunsByBetsOnDivergences() {
    double rho = 0.5;
    Guarantee claim = new Guarantee.ZeroConcentrated(rho, Mechanisms.ADJACENCY);
    long stated = power(claim, 1_000_000).runsForFactor();
    assertTrue(stated > 30_000 && stated < 45_000, "stated " + stated);
    double sigma = 1 / Math.sqrt(2 * Power.FACTOR * rho);
    for (long seed = 0; seed < 3; seed++) {
      AuditReport report =
          Auditor.of(claim)
              .seed(seed)
              .maximumRuns(stated)
              .audit(Mechanisms.gaussian(1, sigma), Mechanisms.pairs());
      assertEquals(Verdict.REFUTED, report.verdict(), "seed " + seed);
      assertTrue(report.runs() > stated / 4, report.runs() + " of " + stated);
    }
  }

  /** Whoever knows both laws sees a smaller violation by the whole ratio than by any event. */
  @Test
  void theOracleBetsOnDivergencesToo() {
    Power power = power(new Guarantee.ZeroConcentrated(0.5, Mechanisms.ADJACENCY), 20_000);
    assertTrue(power.smallestViolation() < 0.6, "violation " + power.smallestViolation());
    assertTrue(power.learningViolation() < 0.7, "violation " + power.learningViolation());
    assertTrue(power(renyi(1.5, 0.5), 20_000).learningViolation() < 1.6);
  }

  /** The line that is best to know may need many runs to be learned, and bettors take another. */
  @Test
  void aLeakIsLearnedByTheLineThatIsLearnedSoonest() {
    assertLeakTakesAboutWhatIsStated(renyi(1.001, 6));
    assertLeakTakesAboutWhatIsStated(new Guarantee.ZeroConcentrated(4, Mechanisms.ADJACENCY));
  }

  private static void assertLeakTakesAboutWhatIsStated(Guarantee claim) {
    long stated = power(claim, 100_000).learningRunsForLeak();
    AuditReport report =
        Auditor.of(claim).seed(1).maximumRuns(2 * stated).audit(LEAK, Mechanisms.pairs());
    assertEquals(Verdict.REFUTED, report.verdict(), claim::describe);
    assertTrue(report.runs() > stated / 2, report.runs() + " of " + stated);
  }

  /** A claim that stood says so if a fifth more would have stood as well. */
  @Test
  void aClaimThatStoodSaysWhatWouldHaveStoodAsWell() {
    AuditReport few = standing(2000);
    String caveat = few.caveat().orElseThrow();
    assertTrue(caveat.endsWith(" takes about " + few.power().runsForFactor()), caveat);
    double said = Double.parseDouble(caveat.replaceFirst(".* mu ([0-9.]+) on .*", "$1"));
    double exact = few.power().learningViolation();
    assertTrue(said >= exact && said <= exact * 1.00001, caveat + " for " + exact);
    String enough = standing(few.power().runsForFactor()).caveat().orElseThrow();
    assertTrue(enough.endsWith(" on the one pair tried"), enough);
  }

  /** The mechanism is as private as claimed, which is refuted with probability at most 1e-6. */
  private static AuditReport standing(long runs) {
    return Auditor.of(Mechanisms.GAUSSIAN)
        .seed(5)
        .errorProbability(1e-6)
        .maximumRuns(runs)
        .audit(Mechanisms.gaussian(1, 1), Mechanisms.pairs());
  }

  @Tag("slow")
  @Test
  void powerRisesWithTheBudgetAndFallsWithThePairs() {
    for (Guarantee claim : CLAIMS) {
      Power before = power(claim, 1000);
      for (long budget = 4000; budget <= 1_000_000; budget *= 4) {
        Power power = power(claim, budget);
        assertTrue(power.smallestViolation() <= before.smallestViolation(), claim::describe);
        assertTrue(power.learningViolation() <= before.learningViolation(), claim::describe);
        assertTrue(power.learningViolation() >= power.smallestViolation(), claim::describe);
        assertTrue(power.learningRunsForLeak() >= power.runsForLeak(), claim::describe);
        double more = Power.FACTOR * ClaimFamily.of(claim).claimed();
        boolean inReach = power.learningViolation() <= more;
        assertEquals(inReach, power.runsForFactor() <= budget, claim::describe);
        before = power;
      }
      Power alone = power(claim, 1_000_000);
      Power spread = of(claim, 1_000_000, 16);
      assertTrue(spread.learningRunsForLeak() >= alone.learningRunsForLeak(), claim::describe);
      assertTrue(spread.learningViolation() >= alone.learningViolation(), claim::describe);
    }
  }

  /**
   * The statement is about the pairs tried, whose number it tells, and runs are shared by them: if
   * the last of 24 tells as much as is stated it is found, and if none of them does nothing is said
   * about others. The seeds are fixed.
   */
  @Test
  void whatIsStatedHoldsForWhatShowsOnOneOfThePairs() {
    List<AdjacentPair<Double>> pairs = new ArrayList<>();
    for (int i = 2; i <= 24; i++) {
      pairs.add(AdjacentPair.of("pair " + i, -1.0, -1.0 * i, Mechanisms.ADJACENCY));
    }
    pairs.add(AdjacentPair.of("the one that tells", 0.0, 1.0, Mechanisms.ADJACENCY));
    AuditReport silent = response(5, pairs, 0);
    assertEquals(Verdict.NOT_REFUTED, silent.verdict());
    String stated = "randomized response of epsilon 1.17188 on one of the 24 pairs tried";
    assertTrue(silent.reason().contains("differs as much as a " + stated), silent.reason());
    double violation = silent.power().learningViolation();
    assertEquals(1.17188, violation, 1e-5);
    for (long seed = 0; seed < 3; seed++) {
      assertEquals(Verdict.REFUTED, response(seed, pairs, 1.05 * violation).verdict());
    }
    String alone = standing(2000).caveat().orElseThrow();
    assertTrue(alone.contains(" on the one pair tried; showing 1.2 takes about "), alone);
  }

  /** Tells 0 from 1 as randomized response of an epsilon does, and nothing else. */
  private static AuditReport response(long seed, List<AdjacentPair<Double>> pairs, double epsilon) {
    double lies = 1 / (1 + Math.exp(epsilon));
    Mechanism<Double> mechanism =
        Mechanism.ofScalar(
            (d, random) ->
                d < 0 ? random.nextInt(2) : (d == 1) == (random.nextDouble() < lies) ? 0 : 1);
    return Auditor.of(Mechanisms.PURE).seed(seed).maximumRuns(20_000).audit(mechanism, pairs);
  }

  @Test
  void claimsThatNoBudgetCanRefuteAreInconclusive() {
    List<Guarantee> hopeless =
        List.of(
            new Guarantee.Pure(40, Mechanisms.ADJACENCY),
            new Guarantee.Approximate(1, 0.9999, Mechanisms.ADJACENCY),
            renyi(1.001, 50),
            new Guarantee.ZeroConcentrated(60, Mechanisms.ADJACENCY));
    for (Guarantee claim : hopeless) {
      AuditReport report = Auditor.of(claim).maximumRuns(5000).audit(LEAK, Mechanisms.pairs());
      assertEquals(Verdict.INCONCLUSIVE, report.verdict(), claim::describe);
      assertTrue(report.reason().contains("raise the number of runs"), report.reason());
    }
  }

  /** Between the oracle's need and the learner's the audit runs, but may not call it consistent. */
  @Test
  void aBudgetTooSmallForLearningIsNeverConsistent() {
    Power power = power(Mechanisms.PURE, 1000);
    long between = (power.runsForLeak() + power.learningRunsForLeak()) / 2;
    assertTrue(between > power.runsForLeak());
    AuditReport report =
        Auditor.of(Mechanisms.PURE)
            .maximumRuns(between)
            .audit(Mechanisms.laplace(1, 1), Mechanisms.pairs());
    assertNotEquals(Verdict.NOT_REFUTED, report.verdict());
    assertEquals(between, report.runs());
  }

  private static Power power(Guarantee claim, long budget) {
    return of(claim, budget, 1);
  }

  private static Power of(Guarantee claim, long budget, int pairs) {
    return new PowerCheck(claim, SupportingLines.of(claim, 32)).of(budget, NEEDED, pairs);
  }

  private static Guarantee renyi(double order, double bound) {
    NavigableMap<Double, Double> bounds = new TreeMap<>();
    bounds.put(order, bound);
    return new Guarantee.Renyi(bounds, Mechanisms.ADJACENCY);
  }

  private static Guarantee profile() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.5, 0.2);
    points.put(1.0, 0.1);
    points.put(4.0, 1e-5);
    return new Guarantee.Profile(points, Mechanisms.ADJACENCY);
  }

  private static Guarantee tradeoff() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.0, 0.99);
    points.put(0.05, 0.7);
    points.put(0.3, 0.3);
    points.put(0.7, 0.05);
    return new Guarantee.Tradeoff(points, Mechanisms.ADJACENCY);
  }
}
