package org.assay.algorithms.internal.tuning;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GoodnessOfFit;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class PrivateSelectionTest {
  private static final double FALSE_ALARM = 1e-6;
  private static final RepetitionSampler TEN = RepetitionSampler.ofMean(10);
  private static final DpEvent LOUD = gaussian(4);
  private static final DpEvent QUIET = gaussian(8);

  private static DpEvent gaussian(double noiseMultiplier) {
    return DpEvent.gaussian(noiseMultiplier, new Sensitivity(1, REPLACE_ONE));
  }

  private static Candidate<Integer, Integer> constant(DpEvent event, double score) {
    return new Candidate<>(event, (data, random) -> new Scored<>(score, data));
  }

  /** Tells a bit truly with probability e/(1 + e); a 1 is the better score. */
  private static Scored<Integer> response(int bit, RandomGenerator random) {
    boolean truth = random.nextDouble() < Math.E / (1 + Math.E);
    int told = truth ? bit : 1 - bit;
    return new Scored<>(told, told);
  }

  private static PrivateSelection<Integer, Integer> responses() {
    return new PrivateSelection<>(
        List.of(
            new Candidate<Integer, Integer>(
                new PureEvent(1, REPLACE_ONE), PrivateSelectionTest::response)),
        TEN);
  }

  private static AuditReport audit(double epsilon, Mechanism<Integer> mechanism) {
    return Auditor.of(new Guarantee.Pure(epsilon, REPLACE_ONE))
        .errorProbability(FALSE_ALARM)
        .seed(5)
        .maximumRuns(40_000)
        .audit(mechanism, List.of(AdjacentPair.of("0 or 1", 0, 1, REPLACE_ONE)));
  }

  @Test
  void theEventIsThatOfTheWorstCandidateOfARandomNumberOfRuns() {
    List<Candidate<Integer, Integer>> candidates =
        List.of(constant(LOUD, 1), constant(QUIET, 2), constant(LOUD, 3));
    PrivateSelection<Integer, Integer> selection = new PrivateSelection<>(candidates, TEN);
    DpEvent each = new ParallelEvent(List.of(LOUD, QUIET), ParallelEvent.Assignment.BY_SLOT);
    assertEquals(new RepeatAndSelectEvent(each, TEN.law()), selection.event());
    assertEquals(selection.event(), selection.run(0, new SplittableRandom(1)).event());
    double whole = epsilon(selection.event());
    double loud = epsilon(new RepeatAndSelectEvent(LOUD, TEN.law()));
    assertTrue(whole >= loud * (1 - 1e-9) && whole <= loud * (1 + 1e-6), whole + ", " + loud);
    PrivateSelection<Integer, Integer> one =
        new PrivateSelection<>(List.of(constant(LOUD, 1), constant(LOUD, 2)), TEN);
    assertEquals(new RepeatAndSelectEvent(LOUD, TEN.law()), one.event());
  }

  private static double epsilon(DpEvent event) {
    return Cost.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  /** With the generating function G of K, the best of K is among the first j with G(j/m). */
  @Test
  void theBestOfUniformlyChosenCandidatesIsReleased() {
    List<Candidate<Integer, Integer>> candidates =
        List.of(constant(LOUD, -3), constant(LOUD, 0), constant(LOUD, 0), constant(LOUD, 7));
    PrivateSelection<Integer, Integer> selection = new PrivateSelection<>(candidates, TEN);
    SplittableRandom random = new SplittableRandom(3);
    long[] sample =
        LongStream.generate(() -> selection.run(0, random).release().candidate())
            .limit(20_000)
            .toArray();
    DoubleUnaryOperator generating =
        x -> Math.log1p(-(1 - TEN.successProbability()) * x) / Math.log(TEN.successProbability());
    double first = generating.applyAsDouble(0.25);
    double tied = generating.applyAsDouble(0.75) - first;
    double[] law = {first, tied / 2, tied / 2, 1 - first - tied};
    GoodnessOfFit.requireLaw(sample, i -> i < 0 ? 0 : law[(int) i], 3);
  }

  @Test
  void theSelectionStandsAtItsPrice() {
    PrivateSelection<Integer, Integer> selection = responses();
    double price = Cost.of(selection.event(), REPLACE_ONE).pureEpsilon().upper();
    assertEquals(2, price, 1e-9);
    AuditReport report =
        audit(price, (bit, random) -> released(selection.run(bit, random).release()));
    assertNotEquals(Verdict.REFUTED, report.verdict());
  }

  private static Outcome released(Selected<Integer> selected) {
    return Outcome.of(selected.best().release());
  }

  @Test
  void thePriceOfASingleRunIsRefuted() {
    PrivateSelection<Integer, Integer> selection = responses();
    AuditReport report = audit(1, (bit, random) -> released(selection.run(bit, random).release()));
    assertEquals(Verdict.REFUTED, report.verdict());
  }

  /** With ten runs for certain, no 1 among them tells almost surely. */
  @Test
  void aNumberOfRunsThatIsNotRandomIsRefuted() {
    AuditReport report =
        audit(
            2,
            (bit, random) -> {
              int best = 0;
              for (int i = 0; i < 10; i++) {
                best = Math.max(best, response(bit, random).release());
              }
              return Outcome.of(best);
            });
    assertEquals(Verdict.REFUTED, report.verdict());
  }

  @Test
  void aScoreWithoutNoiseIsRefuted() {
    PrivateSelection<Integer, Integer> exact =
        new PrivateSelection<>(
            List.of(
                new Candidate<Integer, Integer>(
                    new PureEvent(1, REPLACE_ONE),
                    (bit, random) -> {
                      int told = response(bit, random).release();
                      return new Scored<>(told == bit ? 1 : 0, told);
                    })),
            TEN);
    AuditReport report = audit(2, (bit, random) -> released(exact.run(bit, random).release()));
    assertEquals(Verdict.REFUTED, report.verdict());
  }

  @Test
  void aSeedRepeatsAndRunsHaveFreshRandomness() {
    List<Double> seen = new ArrayList<>();
    PrivateSelection<Integer, Double> selection =
        new PrivateSelection<>(
            List.of(
                new Candidate<Integer, Double>(
                    LOUD,
                    (data, random) -> {
                      double drawn = random.nextDouble();
                      seen.add(drawn);
                      return new Scored<>(drawn, drawn);
                    })),
            TEN);
    double first = selection.run(0, new SplittableRandom(8)).release().best().score();
    int runs = seen.size();
    assertTrue(runs > 1 && seen.stream().distinct().count() == runs, seen::toString);
    assertEquals(seen.stream().mapToDouble(Double::doubleValue).max().orElseThrow(), first);
    assertEquals(first, selection.run(0, new SplittableRandom(8)).release().best().score());
    assertEquals(seen.subList(0, runs), seen.subList(runs, 2 * runs));
  }

  @Test
  void refusals() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new PrivateSelection<Integer, Integer>(List.of(), TEN));
    Candidate<Integer, Integer> other =
        constant(DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE)), 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> new PrivateSelection<>(List.of(constant(LOUD, 1), other), TEN));
    assertThrows(IllegalArgumentException.class, () -> new Scored<>(Double.NaN, 1));
  }

  @Test
  void anInterruptionReleasesNothing() {
    PrivateSelection<Integer, Integer> selection = responses();
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, () -> selection.run(0, new SplittableRandom(1)));
    assertTrue(Thread.interrupted());
  }
}
