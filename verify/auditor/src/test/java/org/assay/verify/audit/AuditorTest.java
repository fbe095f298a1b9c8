package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Audits of mechanisms whose privacy is known. Seeds are fixed, so every run of these tests sees
 * the same audits; the false-alarm probabilities are those of drawing the seeds at random.
 */
class AuditorTest {
  private static final long RUNS = 20_000;

  @Test
  void refutesEveryBrokenTwin() {
    for (Mechanisms.Case broken : Mechanisms.broken()) {
      for (long seed = 0; seed < 3; seed++) {
        AuditReport report = broken.audit(seed, RUNS);
        assertEquals(Verdict.REFUTED, report.verdict(), broken.name());
        assertTrue(report.logWealth() >= Math.log(1000), broken.name());
        assertTrue(report.lowerBound().value() >= report.lowerBound().claimed(), broken.name());
        Witness witness = report.witness().orElseThrow();
        long witnessed = witness.left().runs() + witness.right().runs();
        assertTrue(witnessed > 0 && witnessed < report.runs(), broken.name());
      }
    }
  }

  /**
   * At error probability 1e-3 each, four or more refutations in 12 audits of one correct mechanism
   * have probability below 5e-10, in any of seven below 4e-9.
   */
  @Tag("slow")
  @Test
  void leavesCorrectMechanismsAlone() {
    for (Mechanisms.Case correct : Mechanisms.correct()) {
      assertTrue(refutations(correct, 12, 10_000) <= 3, correct.name());
    }
  }

  /**
   * Six or more refutations in 160 audits at 1e-3 each: below 3e-8 for one mechanism, below 2e-7
   * for any of seven.
   */
  @Test
  @Tag("slow")
  void leavesCorrectMechanismsAloneOverManySeeds() {
    for (Mechanisms.Case correct : Mechanisms.correct()) {
      assertTrue(refutations(correct, 160, 2_000) <= 5, correct.name());
    }
  }

  /**
   * The lower bound is wrong with probability at most 2e-3; five or more errors in 40 audits have
   * probability below 3e-8.
   */
  @Tag("slow")
  @Test
  void lowerBoundsStayBelowTheTruthAndComeClose() {
    Mechanisms.Case correct = Mechanisms.correct().get(0);
    int wrong = 0;
    double sum = 0;
    for (long seed = 0; seed < 40; seed++) {
      LowerBound bound = correct.audit(seed, RUNS).lowerBound();
      wrong += bound.value() > 1 ? 1 : 0;
      sum += bound.value();
    }
    assertTrue(wrong <= 4);
    assertTrue(sum / 40 > 0.6, "mean bound " + sum / 40);
  }

  @Test
  void findsTheOneBadPairAmongMany() {
    List<AdjacentPair<Double>> pairs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      double left = i == 7 ? 0 : 1;
      pairs.add(AdjacentPair.of("pair " + i, left, 1.0, Mechanisms.ADJACENCY));
    }
    AuditReport report =
        Auditor.of(Mechanisms.PURE).seed(5).audit(Mechanisms.laplace(1, 0.5), pairs);
    assertEquals(Verdict.REFUTED, report.verdict());
    assertEquals("pair 7", report.witness().orElseThrow().pair());
    long total = report.pairs().stream().mapToLong(p -> p.left() + p.right()).sum();
    assertEquals(report.runs(), total);
    long bad = report.pairs().get(7).left() + report.pairs().get(7).right();
    assertTrue(bad > 2 * total / 12, bad + " runs of " + total);
  }

  @Test
  void usesTheCanaryDirection() {
    double[] shifted = new double[30];
    double[] direction = new double[30];
    for (int i = 0; i < 30; i++) {
      shifted[i] = i % 2 == 0 ? 0.4 : -0.4;
      direction[i] = shifted[i];
    }
    Mechanism<double[]> noisy =
        Mechanism.ofVector(
            (d, random) -> {
              double[] output = d.clone();
              for (int i = 0; i < output.length; i++) {
                output[i] = Mechanisms.onGrid(output[i] + random.nextGaussian());
              }
              return output;
            });
    AdjacentPair<double[]> pair =
        AdjacentPair.of("canary", new double[30], shifted, Mechanisms.ADJACENCY)
            .withCanaryDirection(direction);
    AuditReport report = Auditor.of(Mechanisms.GAUSSIAN).audit(noisy, List.of(pair));
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.witness().orElseThrow().event().contains("canary"));
  }

  /** The exact sum betrays its terms through the bits that the noise does not have. */
  @Test
  void lowBitsCountUnlessTheyAreRoundedAway() {
    Mechanism<Double> naive = Mechanism.ofScalar((d, random) -> d + random.nextGaussian());
    Auditor auditor = Auditor.of(Mechanisms.GAUSSIAN);
    assertEquals(Verdict.REFUTED, auditor.audit(naive, Mechanisms.pairs()).verdict());
    AuditReport rounded = auditor.significantBits(24).audit(naive, Mechanisms.pairs());
    assertEquals(Verdict.NOT_REFUTED, rounded.verdict());
    Mechanism<Double> leak = Mechanism.ofScalar((d, random) -> d == 0 ? 1 + 0x1p-40 : 1);
    assertEquals(Verdict.REFUTED, auditor.audit(leak, Mechanisms.pairs()).verdict());
    AuditReport unseen = auditor.significantBits(24).audit(leak, Mechanisms.pairs());
    assertEquals(Verdict.NOT_REFUTED, unseen.verdict());
    assertThrows(IllegalArgumentException.class, () -> auditor.significantBits(54));
  }

  /** One pair in fifty shows anything, and not the first. */
  @Test
  void searchesTheFamilyForTheRevealingPair() {
    PairFamily<Double> family =
        PairFamily.generated(
            Mechanisms.ADJACENCY,
            random -> {
              double size = random.nextInt(100);
              return AdjacentPair.of(
                  "0 and " + size, 0.0, size == 17 ? 100 : 0.01 * size, Mechanisms.ADJACENCY);
            });
    Auditor auditor = Auditor.of(Mechanisms.GAUSSIAN).maximumRuns(30_000).seed(4);
    AuditReport report = auditor.audit(Mechanisms.gaussian(1, 1), family);
    assertEquals(60, report.pairs().size());
    assertEquals(Verdict.REFUTED, report.verdict());
    assertEquals("0 and 17.0", report.witness().orElseThrow().pair());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.ZERO_OUT))
                .audit(Mechanisms.gaussian(1, 1), family));
  }

  @Test
  void theReportDependsOnTheSeedAndNotOnThreads() {
    Auditor auditor = Auditor.of(Mechanisms.GAUSSIAN).maximumRuns(5000).seed(9);
    AuditReport alone = audit(auditor);
    assertEquals(alone, audit(auditor));
    assertEquals(alone, audit(auditor.threads(2)));
    assertEquals(alone, audit(auditor.threads(5)));
    assertNotEquals(alone, audit(auditor.seed(10)));
  }

  /** Ten times these claims cannot be bet against, so the search for a bound must end earlier. */
  @Test
  void largeClaimsCanBeAudited() {
    for (Guarantee claim :
        List.of(
            new Guarantee.Pure(40, Mechanisms.ADJACENCY),
            new Guarantee.Gaussian(4, Mechanisms.ADJACENCY))) {
      AuditReport report =
          Auditor.of(claim).maximumRuns(2000).audit(Mechanisms.laplace(1, 1), Mechanisms.pairs());
      assertNotEquals(Verdict.REFUTED, report.verdict());
      assertTrue(report.lowerBound().value() <= report.lowerBound().claimed());
    }
  }

  @Test
  void aPairOfAnotherRelationIsRefused() {
    List<AdjacentPair<Double>> pairs =
        List.of(AdjacentPair.of("replaced", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE));
    Auditor auditor = Auditor.of(Mechanisms.PURE);
    Mechanism<Double> mechanism = Mechanisms.laplace(1, 1);
    assertThrows(IllegalArgumentException.class, () -> auditor.audit(mechanism, pairs));
    assertThrows(IllegalArgumentException.class, () -> auditor.audit(mechanism, List.of()));
  }

  @Test
  void aClaimOfNothingIsRefused() {
    Guarantee nothing =
        new Guarantee.Approximate(Double.POSITIVE_INFINITY, 1e-5, Mechanisms.ADJACENCY);
    assertThrows(IllegalArgumentException.class, () -> Auditor.of(nothing));
  }

  /** Whoever only sees failures has not looked at the mechanism. */
  @Test
  void aMechanismThatAlwaysFailsIsNotConsistent() {
    Mechanism<Double> broken =
        Mechanism.ofScalar(
            (d, random) -> {
              throw new IllegalStateException("no such column");
            });
    AuditReport report =
        Auditor.of(Mechanisms.PURE).maximumRuns(5000).audit(broken, Mechanisms.pairs());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(report.reason().contains("nearly all runs failed (failure "), report.reason());
    assertEquals(report.runs(), report.pairs().get(0).failed());
  }

  @Test
  void pairsThatOnlyFailAreNamed() {
    Mechanism<Double> partial =
        Mechanism.ofScalar(
            (d, random) -> {
              if (d > 5) {
                throw new IllegalStateException("too large");
              }
              return random.nextGaussian();
            });
    List<AdjacentPair<Double>> pairs =
        List.of(
            AdjacentPair.of("small", 0.0, 1.0, Mechanisms.ADJACENCY),
            AdjacentPair.of("large", 6.0, 7.0, Mechanisms.ADJACENCY));
    AuditReport report = Auditor.of(Mechanisms.PURE).maximumRuns(5000).audit(partial, pairs);
    assertEquals(Verdict.NOT_REFUTED, report.verdict());
    assertTrue(report.reason().contains("on 1 of 2 pairs nearly all runs failed"), report.reason());
    assertEquals(0, report.pairs().get(0).failed());
  }

  @Test
  void saysWhenItsBudgetCannotRefuteAnything() {
    Guarantee claim = new Guarantee.Pure(8, Mechanisms.ADJACENCY);
    AuditReport report =
        Auditor.of(claim).maximumRuns(1000).audit(Mechanisms.throwing(), Mechanisms.pairs());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertEquals(0, report.runs());
    assertTrue(report.power().runsForLeak() > 1000);
    assertTrue(report.reason().contains("raise the number of runs"));
  }

  @Test
  void aLeakIsFoundSoonAfterTheOracleCould() {
    AuditReport report =
        Auditor.of(Mechanisms.PURE).audit(Mechanisms.throwing(), Mechanisms.pairs());
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.runs() <= 5 * report.power().runsForLeak(), "runs " + report.runs());
  }

  @Test
  void timeRunningOutIsInconclusive() {
    Mechanism<Double> slow =
        Mechanism.ofScalar(
            (d, random) -> {
              long until = System.nanoTime() + 1_000_000;
              while (System.nanoTime() < until) {
                Thread.onSpinWait();
              }
              return d + random.nextGaussian();
            });
    AuditReport report =
        Auditor.of(Mechanisms.GAUSSIAN)
            .maximumDuration(Duration.ofMillis(300))
            .audit(slow, Mechanisms.pairs());
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(report.runs() < 1000);
    assertTrue(report.reason().contains("time"));
  }

  @Test
  void interruptionIsInconclusiveAndRemembered() {
    Auditor auditor =
        Auditor.of(Mechanisms.GAUSSIAN).progress(checkpoint -> Thread.currentThread().interrupt());
    AuditReport report = auditor.audit(Mechanisms.gaussian(1, 1), Mechanisms.pairs());
    assertTrue(Thread.interrupted(), "interrupt status is set again");
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertEquals(1, report.trajectory().size(), "the batch that was under way is the last");
  }

  @Test
  void progressIsReportedInOrder() {
    List<Checkpoint> heard = new ArrayList<>();
    AuditReport report =
        Auditor.of(Mechanisms.GAUSSIAN)
            .maximumRuns(3000)
            .progress(heard::add)
            .audit(Mechanisms.gaussian(1, 1), Mechanisms.pairs());
    assertEquals(report.trajectory(), heard);
    assertEquals(3000, heard.get(heard.size() - 1).runs());
    assertEquals(Verdict.NOT_REFUTED, report.verdict());
  }

  private static AuditReport audit(Auditor auditor) {
    return auditor.audit(Mechanisms.gaussian(1, 0.9), Mechanisms.pairs()).withoutTiming();
  }

  /** Audits are independent and have seeds of their own, so they may run side by side. */
  private static long refutations(Mechanisms.Case correct, int seeds, long runs) {
    return LongStream.range(0, seeds)
        .parallel()
        .filter(seed -> correct.audit(1_000_000 + seed, runs).verdict() == Verdict.REFUTED)
        .count();
  }
}
