package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.BatchMechanism;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.UnreliableCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits whose trials run elsewhere. */
class ElsewhereTest {
  private static final Guarantee CLAIM = new Guarantee.Gaussian(1, AdjacencyRelation.REPLACE_ONE);
  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(
          AdjacentPair.of("nothing", 0.0, 0.0, AdjacencyRelation.REPLACE_ONE),
          AdjacentPair.of("one", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE).withCanaryDirection(1),
          AdjacentPair.of("minus two", 0.0, -2.0, AdjacencyRelation.REPLACE_ONE));

  /** Vectors, words, failures and NaN. */
  private static Outcome run(Double data, RandomGenerator random) {
    double noise = random.nextGaussian();
    if (noise > 2) {
      throw new IllegalStateException("too much");
    }
    if (noise < -2) {
      return Outcome.of("too little");
    }
    return Outcome.of(data + noise, random.nextInt(50) == 0 ? Double.NaN : -0.0);
  }

  private static Mechanism<Double> repeatable() {
    return (Mechanism<Double> & Serializable) ElsewhereTest::run;
  }

  /** Answers many seeds at once. */
  private record Requests() implements BatchMechanism<Double>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int trialsPerRequest() {
      return 24;
    }

    /** The first seed of a request matters to all its runs, so that requests must be the same. */
    @Override
    public Optional<List<Outcome>> runAll(Double data, long[] seeds, long deadline) {
      return Optional.of(
          Arrays.stream(seeds)
              .mapToObj(seed -> Outcome.of(data + new SplittableRandom(seed ^ seeds[0]).nextInt(9)))
              .toList());
    }
  }

  private static Auditor auditor() {
    return Auditor.of(CLAIM).seed(11).maximumRuns(5000).untilBudgetEnds();
  }

  private static void assertSame(Auditor auditor, Mechanism<Double> mechanism) {
    UnreliableCluster cluster = new UnreliableCluster();
    TrialRecipe<Double> recipe = TrialRecipe.carrying(mechanism, PAIRS, true);
    AuditReport there = auditor.threads(2).elsewhere(cluster, recipe).audit(mechanism, PAIRS);
    AuditReport here = auditor.audit(mechanism, PAIRS);
    assertEquals(here.withoutTiming(), there.withoutTiming());
    assertEquals(5000, there.runs());
    assertTrue(cluster.lost > 5, "nothing was lost");
    assertEquals(0, cluster.open, "sessions that were not closed");
  }

  @Test
  void whereTrialsRunDoesNotMatter() {
    assertSame(auditor(), repeatable());
  }

  @Test
  void roundingHappensThereAsItDoesHere() {
    assertSame(auditor().significantBits(5), repeatable());
  }

  @Test
  void requestsBeginAndEndAtTheSameTrials() {
    assertSame(auditor(), new Requests());
  }

  @Test
  void anAuditMayMoveFromTheClusterAndBack(@TempDir Path directory) {
    Path file = directory.resolve("journal");
    Auditor kept = auditor().checkpoint(file);
    kept.maximumRuns(300).audit(repeatable(), PAIRS);
    UnreliableCluster cluster = new UnreliableCluster();
    TrialRecipe<Double> recipe = TrialRecipe.carrying(repeatable(), PAIRS, true);
    kept.maximumRuns(2000).elsewhere(cluster, recipe).audit(repeatable(), PAIRS);
    AuditReport moved = kept.audit(repeatable(), PAIRS);
    assertEquals(5000, moved.runs());
    assertTrue(moved.trajectory().stream().anyMatch(checkpoint -> checkpoint.runs() == 2000));
  }

  @Test
  void aMechanismWithItsOwnRandomnessIsFoundOut() {
    Mechanism<Double> own = (Mechanism<Double> & Serializable) (data, random) -> own();
    Auditor there =
        auditor().elsewhere(new UnreliableCluster(), TrialRecipe.carrying(own, PAIRS, true));
    var refusal = assertThrows(TrialClusterException.class, () -> there.audit(own, PAIRS));
    assertTrue(refusal.toString().contains("came out differently"), refusal::toString);
  }

  private static final AtomicLong CALLS = new AtomicLong();

  private static Outcome own() {
    return Outcome.of((double) CALLS.incrementAndGet());
  }

  @Test
  void pairsMustBeTheSameThere() {
    TrialRecipe<Double> recipe = TrialRecipe.carrying(repeatable(), PAIRS.subList(0, 2), true);
    Auditor there = auditor().elsewhere(new UnreliableCluster(), recipe);
    assertThrows(TrialClusterException.class, () -> there.audit(repeatable(), PAIRS));
  }

  @Test
  void whatCannotTravelIsNamed() {
    List<Object> captured = new ArrayList<>(List.of(new Object()));
    Mechanism<Double> mechanism =
        (Mechanism<Double> & Serializable) (data, random) -> Outcome.of(captured.size());
    var refusal =
        assertThrows(
            IllegalArgumentException.class, () -> TrialRecipe.carrying(mechanism, PAIRS, true));
    assertTrue(refusal.toString().contains("java.lang.Object"), refusal::toString);
  }
}
