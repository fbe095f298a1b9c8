package org.assay.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.shrink.ShrunkWitness.ShrinkStep;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Auditor AUDITOR = Auditor.of(new Guarantee.Pure(1, ADD));
  private static final Shrinks<List<Double>> SHRINKS =
      ListShrinks.<Double>dropping().then(ListShrinks.simplifying(Simplifiers.numbers()));

  /** Counts with geometric noise, but tells whenever a record is above 10. */
  private static final Mechanism<List<Double>> LEAKING =
      Mechanism.ofScalar(
          (data, random) ->
              data.stream().anyMatch(x -> x > 10) ? 1e9 : data.size() + geometric(random));

  private static final Mechanism<List<Double>> CORRECT =
      Mechanism.ofScalar((data, random) -> data.size() + geometric(random));

  @AfterEach
  void clearInterruption() {
    Thread.interrupted();
  }

  @Test
  void aPlantedLeakShrinksToOneRecord() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    AuditReport report = AUDITOR.seed(1).audit(LEAKING, List.of(pair));
    assertEquals(Verdict.REFUTED, report.verdict());
    ShrunkWitness<List<Double>> witness =
        Shrinker.of(AUDITOR, SHRINKS).seed(2).shrink(LEAKING, List.of(pair), report);
    assertTrue(witness.isCertified(), witness.reason());
    assertEquals(List.of(11.0), witness.pair().left());
    assertEquals(List.of(), witness.pair().right());
    assertEquals("[11.0] against [], shrunk", witness.pair().description());
    AuditReport certification = witness.certification().orElseThrow();
    assertEquals(Verdict.REFUTED, certification.verdict());
    assertEquals(witness.errorProbability() / 2, certification.errorProbability());
    assertNotEquals(report.seed(), certification.seed());
    assertEquals(witness.runs(), witness.steps().stream().mapToLong(ShrinkStep::runs).sum());
    assertEquals(1, witness.steps().stream().filter(ShrinkStep::certifies).count());
  }

  /** The leak needs two other records, so two are kept and the rest goes. */
  @Test
  void recordsThatTheLeakNeedsStay() {
    Mechanism<List<Double>> needy =
        Mechanism.ofScalar(
            (data, random) -> {
              boolean armed = data.contains(3.0) && data.contains(40.0);
              return data.size() + (armed && data.contains(57.5) ? 100 : 0) + geometric(random);
            });
    List<Double> records = new ArrayList<>(hundredRecords());
    records.set(60, 40.0);
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(records, 17);
    ShrunkWitness<List<Double>> witness =
        Shrinker.of(AUDITOR, ListShrinks.<Double>dropping()).seed(4).shrink(needy, pair);
    assertTrue(witness.isCertified(), witness.reason());
    assertEquals(List.of(3.0, 57.5, 40.0), witness.pair().left());
    assertEquals(List.of(3.0, 40.0), witness.pair().right());
  }

  @Test
  void vectorsShrinkToTheCoordinateThatLeaks() {
    Mechanism<double[]> clear =
        Mechanism.ofVector(
            (answers, random) -> {
              double[] noisy = answers.clone();
              for (int i = 0; i < noisy.length; i++) {
                noisy[i] += i == 2 ? 0 : geometric(random, noisy.length);
              }
              return noisy;
            });
    AdjacentPair<double[]> pair =
        AdjacentPair.of("all up", new double[] {5, 6, 7, 8}, new double[] {6, 7, 8, 9}, ADD);
    ShrunkWitness<double[]> witness =
        Shrinker.of(AUDITOR, VectorShrinks.simplifying()).seed(5).shrink(clear, pair);
    assertTrue(witness.isCertified(), witness.reason());
    assertEquals(
        "[0.0, 0.0, 0.0, 0.0] against [0.0, 0.0, 1.0, 0.0], shrunk", witness.pair().description());
  }

  /**
   * A correct mechanism is certified with probability at most 1e-3 by each shrinker, so 4 or more
   * of 20 have probability below 5e-9.
   */
  @Test
  void aCorrectMechanismIsNotCertified() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    Shrinker<List<Double>> shrinker =
        Shrinker.of(AUDITOR, SHRINKS).maximumRunsPerAudit(5_000).maximumRuns(50_000);
    int certified = 0;
    for (long seed = 0; seed < 20; seed++) {
      ShrunkWitness<List<Double>> witness = shrinker.seed(seed).shrink(CORRECT, pair);
      certified += witness.isCertified() ? 1 : 0;
      assertTrue(witness.isCertified() || witness.pair() == pair);
    }
    assertTrue(certified <= 3, "certified " + certified);
  }

  /**
   * A search that is always mistaken: the mechanism leaks until as many runs are over as the first
   * search audits need. What is certified must not rest on them. The runs are not independent, so
   * this is a test of disjointness, not of the guarantee.
   */
  @Test
  void certificationUsesNoRunOfTheSearch() {
    AtomicLong runs = new AtomicLong();
    AtomicLong leakUntil = new AtomicLong(Long.MAX_VALUE);
    Mechanism<List<Double>> fickle =
        (data, random) ->
            (runs.incrementAndGet() <= leakUntil.get() ? LEAKING : CORRECT).run(data, random);
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    ShrunkWitness<List<Double>> witness =
        Shrinker.of(AUDITOR, ListShrinks.<Double>dropping())
            .maximumRunsPerAudit(2_000)
            .progress(step -> leakUntil.set(step.pair().contains("shrunk") ? 0 : Long.MAX_VALUE))
            .shrink(fickle, pair);
    assertFalse(witness.isCertified());
    assertEquals(pair, witness.pair());
    assertTrue(
        witness.steps().stream().filter(step -> !step.certifies()).anyMatch(ShrinkStep::refuted));
    List<Double> errors =
        witness.steps().stream()
            .filter(ShrinkStep::certifies)
            .map(ShrinkStep::errorProbability)
            .toList();
    assertEquals(List.of(5e-4, 2.5e-4), errors);
    assertTrue(witness.reason().contains("on runs of its own"));
  }

  /** The smaller pair refutes in the search and no more, the larger one always. */
  @Test
  void fallsBackToTheNextLargerPair() {
    List<String> audited = new ArrayList<>();
    Mechanism<List<Double>> changing =
        (data, random) ->
            (audited.size() < 2 || data.size() > 2 ? LEAKING : CORRECT).run(data, random);
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(List.of(1.0, 2.0, 57.5, 3.0, 4.0), 2);
    ShrunkWitness<List<Double>> witness =
        Shrinker.of(AUDITOR, ListShrinks.<Double>dropping())
            .maximumRunsPerAudit(4_000)
            .progress(step -> audited.add(step.pair()))
            .shrink(changing, pair);
    assertTrue(witness.isCertified(), witness.reason());
    assertEquals(pair, witness.pair());
    assertEquals(2.5e-4, witness.certification().orElseThrow().errorProbability());
  }

  @Test
  void theResultDependsOnTheSeedAndNotOnThreads() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    Shrinker<List<Double>> shrinker = Shrinker.of(AUDITOR, SHRINKS).seed(6);
    ShrunkWitness<List<Double>> one = shrinker.shrink(LEAKING, pair);
    ShrunkWitness<List<Double>> other =
        Shrinker.of(AUDITOR.threads(2), SHRINKS).seed(6).shrink(LEAKING, pair);
    assertEquals(one.steps(), other.steps());
    assertEquals(one.certification(), other.certification());
    assertNotEquals(one.certification(), shrinker.seed(7).shrink(LEAKING, pair).certification());
  }

  @Test
  void seedsAreFresh() {
    long first = new FreshSeeds(3).next();
    FreshSeeds seeds = new FreshSeeds(3, first);
    Set<Long> all = new HashSet<>(List.of(first));
    for (int i = 0; i < 10_000; i++) {
      assertTrue(all.add(seeds.next()));
    }
  }

  @Test
  void interruptionCertifiesNothingAndIsRemembered() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    ShrunkWitness<List<Double>> witness =
        Shrinker.of(AUDITOR, SHRINKS)
            .progress(step -> Thread.currentThread().interrupt())
            .shrink(LEAKING, pair);
    assertTrue(Thread.interrupted(), "interrupt status is set again");
    assertFalse(witness.isCertified());
    assertEquals(1, witness.audits());
    assertEquals("the shrinker was interrupted", witness.reason());
  }

  @Test
  void budgetsAreKept() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    ShrunkWitness<List<Double>> few =
        Shrinker.of(AUDITOR, SHRINKS).maximumAudits(3).shrink(LEAKING, pair);
    assertEquals(4, few.audits());
    assertTrue(few.isCertified());
    ShrunkWitness<List<Double>> poor =
        Shrinker.of(AUDITOR, SHRINKS).maximumRuns(2_000).shrink(LEAKING, pair);
    assertTrue(poor.runs() <= 2_000);
    assertTrue(poor.isCertified());
    assertTrue(poor.pair().left().size() <= 100);
  }

  @Test
  void whatIsNoRefutationIsRefused() {
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(hundredRecords(), 17);
    Shrinker<List<Double>> shrinker = Shrinker.of(AUDITOR, SHRINKS);
    AuditReport consistent = AUDITOR.maximumRuns(500).audit(CORRECT, List.of(pair));
    assertThrows(
        IllegalArgumentException.class, () -> shrinker.shrink(CORRECT, List.of(pair), consistent));
    AuditReport refuted = AUDITOR.audit(LEAKING, List.of(pair));
    List<AdjacentPair<List<Double>>> others = List.of(ListPairs.removeOne(hundredRecords(), 3));
    assertThrows(IllegalArgumentException.class, () -> shrinker.shrink(LEAKING, others, refuted));
    Shrinks<List<Double>> straying =
        found -> Stream.of(ListPairs.replaceOne(found.left(), 0, 99.0));
    assertThrows(
        IllegalArgumentException.class, () -> Shrinker.of(AUDITOR, straying).shrink(LEAKING, pair));
    assertThrows(IllegalArgumentException.class, () -> shrinker.errorProbability(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> shrinker.maximumRuns(1));
    assertThrows(IllegalArgumentException.class, () -> shrinker.maximumAudits(0));
  }

  /** Ones, but number 5 is 3 and number 17 is 57.5. */
  private static List<Double> hundredRecords() {
    List<Double> records = new ArrayList<>(Collections.nCopies(100, 1.0));
    records.set(5, 3.0);
    records.set(17, 57.5);
    return records;
  }

  private static double geometric(RandomGenerator random) {
    return geometric(random, 1);
  }

  /**
   * Whole numbers with {@code P(k)} proportional to {@code e^(-|k|/scale)}: exactly 1/scale-private
   * for counts. Continuous noise of binary64 is not, because its low bits tell counts apart.
   */
  private static double geometric(RandomGenerator random, double scale) {
    double first = Math.floor(scale * random.nextExponential());
    return first - Math.floor(scale * random.nextExponential());
  }
}
