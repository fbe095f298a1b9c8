package org.assay.ledger.internal.papera;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.DrawnRatios;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;
import org.junit.jupiter.api.Test;

/** Lemmas 4.2, 4.6 and 4.7 against the normal law by a series. */
class GaussianFormulasTest {
  private static double root(double delta) {
    return Math.sqrt(-Math.log(delta));
  }

  /** Noise (γ/ρ)/2 doubles mu and so has four times the divergence, {@code α ρ²/2 · 4}. */
  @Test
  void halfOfTheNoiseCostsFourfold() {
    Judgement judged = GaussianLemmas.gaussianMechanism(0.5).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios.of(judged).follow(61, 1e-12, p -> 4);
    Witness witness = judged.witness().orElseThrow();
    Point p = witness.parameters();
    double claimed = p.get("α") * p.get("ρ") * p.get("ρ") / 2;
    assertEquals(claimed, witness.comparison().claimed().midpoint(), 1e-12 * claimed);
    assertEquals(claimed, witness.recheck().claimed().doubleValue(), 1e-12 * claimed);
    assertEquals(4 * claimed, witness.recheck().exact().doubleValue(), 1e-12 * claimed);
    DrawnRatios.of(GaussianLemmas.gaussianMechanism(1).judge().judge()).follow(61, 1e-12, q -> 1);
  }

  @Test
  void outputPerturbationHasTheGaussiansDelta() {
    Judgement judged = GaussianLemmas.outputPerturbation(1).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios.of(judged).follow(61, 1e-8, p -> output(p, 1));
    DrawnRatios.of(GaussianLemmas.outputPerturbation(3).judge().judge())
        .follow(61, 1e-8, p -> output(p, 3));
  }

  private static double output(Point p, double factor) {
    double mu = p.get("ε") / (factor * root(p.get("δ")));
    return ReferenceGaussian.delta(mu, p.get("ε")) / (2 * p.get("δ"));
  }

  /** At ε = 1, δ = 1e-5: mu = 1/√11.5129 = 0.294718, and its delta is 4.28435e-5, above 2e-5. */
  @Test
  void theWitnessIsSimpleAndComputedTwice() {
    Witness witness = GaussianLemmas.outputPerturbation(1).judge().judge().witness().orElseThrow();
    assertEquals(new Point(Map.of("ε", 1.0, "δ", 1e-5)), witness.parameters());
    double expected = ReferenceGaussian.delta(0.2947183, 1);
    assertEquals(4.28435e-5, expected, 1e-9);
    assertEquals(4.28435e-5, witness.comparison().exact().midpoint(), 1e-10);
    assertEquals(
        ReferenceGaussian.delta(1 / root(1e-5), 1), witness.recheck().exact().doubleValue(), 1e-17);
    double delta = 1e-5;
    assertEquals(
        new BigDecimal(delta).multiply(BigDecimal.valueOf(2)).stripTrailingZeros(),
        witness.recheck().claimed().stripTrailingZeros());
  }

  /** The told limits: at each the delta is within 2δ, and a thousandth above it is not. */
  @Test
  void toldLimitsAreWhereDeltaPassesTheClaim() {
    Judgement judged = GaussianLemmas.outputPerturbation(1).judge().judge();
    String told = judged.prose().explanation();
    assertLimit(told, 1.7311, 1e-3, "0.001");
    assertLimit(told, 0.57393, 1e-5, "1e-5");
    assertLimit(told, 0.26914, 1e-6, "1e-6");
    assertLimit(told, 0.016818, 1e-9, "1e-9");
    assertTrue(told.contains("excess found is a factor of 50091."), told);
  }

  private static void assertLimit(String told, double limit, double delta, String name) {
    assertTrue(told.contains(limit + " at δ = " + name), told);
    assertTrue(output(new Point(Map.of("ε", limit, "δ", delta)), 1) <= 1, name);
    assertTrue(output(new Point(Map.of("ε", 1.001 * limit, "δ", delta)), 1) > 1, name);
  }

  /** The printed mu at ε = 1, δ = 1e-6 is 1/√13.8155; the mu that has delta 1e-6 is smaller. */
  @Test
  void theCorrectionIsTheQuotientOfTheNoises() {
    double needed = 1 / root(1e-6) / ReferenceGaussian.mu(1, 1e-6);
    assertEquals(1.1367, needed, 1e-4);
    String correction = GaussianLemmas.outputPerturbation(2).judge().judge().correction();
    assertTrue(correction.endsWith(" is 0.56831 times the printed one"), correction);
    assertEquals(0.56831, needed / 2, 1e-5);
  }

  @Test
  void theAttackUsesThePrintedNoise() {
    EmpiricalCheck check = GaussianLemmas.outputPerturbation(1).attack().check().orElseThrow();
    assertEquals(
        new Guarantee.Approximate(8, 2e-3, AdjacencyRelation.REPLACE_ONE),
        check.experiment().get().claim());
    Releases releases = Releases.of(check.experiment().get(), 4000);
    assertEquals(0, releases.leftMean(), 0.02);
    assertEquals(1, releases.rightMean(), 0.02);
    assertEquals(Math.sqrt(Math.log(1000)) / 8, releases.deviation(), 0.012);
  }

  private static double mu(Point p, double constant) {
    return 3 * p.get("ε") / (constant * root(p.get("δ")));
  }

  private static double failing(Point p, double constant) {
    double gaussian = ReferenceGaussian.delta(mu(p, constant), p.get("ε"));
    return (gaussian * (1 - p.get("δ")) + p.get("δ")) / (2 * p.get("δ"));
  }

  private static double bounded(Point p, double constant) {
    double gaussian = ReferenceGaussian.delta(mu(p, constant), p.get("ε"));
    return (gaussian + p.get("δ")) / (2 * p.get("δ"));
  }

  /** With noise 2Lη in place of 4Lη, mu is (3/2) ε/√ln(1/δ). */
  @Test
  void regularizedPhasesCostAGaussianAndAFailure() {
    Judgement judged = RegularizedMinimization.phase(2).judge().judge();
    assertEquals(Verdict.REFUTED, judged.verdict());
    DrawnRatios drawn = DrawnRatios.of(judged);
    if (judged.picture().orElseThrow().curves().size() == 2) {
      drawn.atLeast(61, 1e-8, p -> failing(p, 2));
    }
    Witness witness = judged.witness().orElseThrow();
    double expected = failing(witness.parameters(), 2);
    Point p = witness.parameters();
    assertEquals(expected, witness.comparison().ratio().lower(), 1e-8 * expected);
    assertEquals(bounded(p, 2), witness.comparison().ratio().upper(), 1e-8 * expected);
    assertEquals(expected * 2 * p.get("δ"), witness.recheck().exact().doubleValue(), 1e-12);
  }

  @Test
  void printedPhasesHoldUpToFive() {
    Judgement judged = RegularizedMinimization.phase(4).judge().judge();
    Witness witness = judged.witness().orElseThrow();
    assertEquals(new Point(Map.of("ε", 10.0, "δ", 1e-3)), witness.parameters());
    double expected = failing(witness.parameters(), 4);
    assertEquals(expected, witness.comparison().ratio().lower(), 1e-8 * expected);
    for (double limit : List.of(5.3796, 5.5182, 5.473, 5.109)) {
      assertTrue(judged.range().contains(limit + " at δ"), judged.range());
    }
    assertPasses(5.3796, 1e-3);
    assertPasses(5.5182, 1e-5);
    assertPasses(5.473, 1e-6);
    assertPasses(5.109, 1e-9);
  }

  private static void assertPasses(double epsilon, double delta) {
    Point p = new Point(Map.of("ε", epsilon, "δ", delta));
    assertTrue(bounded(p, 4) <= 1, p::toString);
    assertTrue(bounded(p.with("ε", 1.0005 * epsilon), 4) > 1, p::toString);
  }

  /** The least limit over all deltas is told rounded down, by slices of deltas. */
  @Test
  void theCommonLimitHoldsBetweenTheToldDeltas() {
    String range = RegularizedMinimization.phase(4).judge().judge().range();
    assertTrue(range.endsWith("at every δ from 1e-9 to 1e-3 up to 5.0892"), range);
    for (double log = -9; log <= -3; log += 0.25) {
      Point p = new Point(Map.of("ε", 5.0892, "δ", Math.pow(10, log)));
      assertTrue(bounded(p, 4) <= 1, p::toString);
    }
    assertTrue(bounded(new Point(Map.of("ε", 5.0892 * 1.005, "δ", 1e-9)), 4) > 1);
  }

  /** One record moves the minimizer by Lη and solvers err by Lη on each side: 3 against 4. */
  @Test
  void solversReturnWithinThreeSteps() {
    DrawnRatios.of(RegularizedMinimization.sensitivity(4).judge().judge())
        .follow(50, 1e-12, p -> 0.75);
    Judgement less = RegularizedMinimization.sensitivity(2).judge().judge();
    DrawnRatios.of(less).follow(50, 1e-12, p -> 1.5);
    Witness witness = less.witness().orElseThrow();
    double step = witness.parameters().get("η");
    assertEquals(3 * step, witness.comparison().exact().midpoint(), 1e-12);
    assertEquals(2 * step, witness.comparison().claimed().midpoint(), 1e-12);
    assertEquals(3 * step, witness.recheck().exact().doubleValue(), 1e-12);
  }

  /** Noise 4 √ln(10)/6 around -3/2 or 3/2, but for a tenth of the runs, which end a million out. */
  @Test
  void theAttackedSolverFailsInATenthOfTheRuns() {
    EmpiricalCheck check = RegularizedMinimization.phase(4).attack().check().orElseThrow();
    assertEquals(4047, check.seed());
    assertEquals(
        new Guarantee.Approximate(6, 0.2, AdjacencyRelation.REPLACE_ONE),
        check.experiment().get().claim());
    Releases releases = Releases.of(check.experiment().get(), 4000);
    assertEquals(0.1, far(releases.left()) / 4000.0, 0.02);
    assertEquals(0.1, far(releases.right()) / 4000.0, 0.02);
    Releases near = new Releases(near(releases.left()), near(releases.right()));
    assertEquals(-1.5, near.leftMean(), 0.06);
    assertEquals(1.5, near.rightMean(), 0.06);
    assertEquals(4 * Math.sqrt(Math.log(10)) / 6, near.deviation(), 0.05);
  }

  private static int far(List<Double> releases) {
    return releases.size() - near(releases).size();
  }

  private static List<Double> near(List<Double> releases) {
    return releases.stream().filter(x -> Math.abs(x) < 1000).toList();
  }
}
