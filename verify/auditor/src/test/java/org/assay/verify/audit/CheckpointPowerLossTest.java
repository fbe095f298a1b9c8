package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.faulty.FaultyStorage;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Fault;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.PowerLoss;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Survival;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Checkpoint.CheckpointException;
import org.assay.verify.audit.CheckpointFile.CheckpointRecords;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.LearningMemory;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/**
 * The power is cut, and operations fail, at every operation and every byte that a checkpoint
 * writes. No batch that anybody was told of is lost, none is doubled, and no report changes.
 */
class CheckpointPowerLossTest {
  private static final Path PATH = Path.of("audit.journal");
  private static final AuditIdentity NAME = new AuditIdentity("assay audit, format 2\nseed: 5\n");
  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(AdjacentPair.of("0 and 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE));
  private static final Mechanism<Double> MECHANISM =
      Mechanism.ofScalar((d, random) -> Mechanisms.onGrid(d + 3 * random.nextGaussian()));

  @Test
  void noBatchIsLostWhenThePowerIsCut() {
    int cuts = 0;
    for (int[] cut : everyStep()) {
      for (Survival survival : Survival.all()) {
        FaultyStorage storage = new FaultyStorage().failingAt(cut[0], cut[1], Fault.POWER_LOSS);
        List<Integer> kept = new ArrayList<>();
        assertThrows(PowerLoss.class, () -> twoSittings(storage, kept));
        assertBatchesAreThere(kept, storage.after(survival), survival);
        cuts++;
      }
    }
    assertTrue(cuts > 2000, "cuts: " + cuts);
  }

  @Test
  void afterAFailureNothingIsLost() {
    for (int[] at : everyStep()) {
      FaultyStorage storage = new FaultyStorage().failingAt(at[0], at[1], Fault.FAILURE);
      List<Integer> kept = new ArrayList<>();
      assertThrows(CheckpointException.class, () -> twoSittings(storage, kept));
      assertBatchesAreThere(kept, storage.after(Survival.ALL), Survival.ALL);
      assertBatchesAreThere(kept, storage, Survival.ALL);
    }
  }

  /** Every byte, changed; and everything from a byte on, replaced. */
  @Test
  void everyDamagedByteRefuses() throws Exception {
    FaultyStorage whole = new FaultyStorage();
    twoSittings(whole, new ArrayList<>());
    byte[] bytes = whole.bytes(PATH);
    for (int at = 0; at < bytes.length; at++) {
      for (int flip : new int[] {1, 0x80}) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) flip;
        assertRefused(damaged);
      }
      byte[] zeros = bytes.clone();
      Arrays.fill(zeros, at, bytes.length, (byte) 0);
      if (!Arrays.equals(zeros, bytes)) {
        assertRefused(zeros);
      }
    }
  }

  /** A record left out, repeated or moved does not continue the one before. */
  @Test
  void everyRecordHasItsPlace() throws Exception {
    FaultyStorage whole = new FaultyStorage();
    twoSittings(whole, new ArrayList<>());
    byte[] bytes = whole.bytes(PATH);
    int introduction = new CheckpointRecords().sealed(words()).length;
    int record = (bytes.length - introduction) / 3;
    assertEquals(bytes.length, introduction + 3 * record);
    for (int[] order : new int[][] {{1}, {0, 2}, {1, 0}, {0, 0}, {0, 1, 1}, {0, 1, 2, 2}}) {
      byte[] other = Arrays.copyOf(bytes, introduction + order.length * record);
      for (int i = 0; i < order.length; i++) {
        System.arraycopy(
            bytes, introduction + order[i] * record, other, introduction + i * record, record);
      }
      assertRefused(other);
    }
  }

  private static byte[] words() {
    return NAME.words().getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRefused(byte[] bytes) throws Exception {
    FaultyStorage storage = new FaultyStorage();
    try (LogFile file = storage.open(PATH)) {
      file.append(bytes);
    }
    assertThrows(CheckpointException.class, () -> replayed(storage));
    assertArrayEquals(bytes, storage.bytes(PATH));
  }

  /** Whole audits: what they were told of is there, and the report is the same. */
  @Test
  void noReportChangesWhenThePowerIsCut() {
    FaultyStorage whole = new FaultyStorage();
    AuditReport report = auditor(whole, state -> {}).audit(MECHANISM, PAIRS).withoutTiming();
    List<Integer> steps = whole.steps();
    for (int operation = 0; operation < steps.size(); operation++) {
      int all = steps.get(operation);
      for (int before : all == 1 ? new int[] {0, 1} : new int[] {0, 5, all / 2, all - 1, all}) {
        for (Survival survival : List.of(Survival.ALL, Survival.all().get(3))) {
          FaultyStorage storage =
              new FaultyStorage().failingAt(operation, before, Fault.POWER_LOSS);
          List<Long> told = new ArrayList<>(List.of(0L));
          Auditor cut = auditor(storage, state -> told.add(state.runs()));
          assertThrows(PowerLoss.class, () -> cut.audit(MECHANISM, PAIRS));
          List<Long> resumed = new ArrayList<>(List.of(0L));
          AuditReport second =
              auditor(storage.after(survival), state -> {})
                  .resumed(state -> resumed.add(state.runs()))
                  .audit(MECHANISM, PAIRS)
                  .withoutTiming();
          assertEquals(report, second);
          long known = told.get(told.size() - 1);
          assertTrue(resumed.get(resumed.size() - 1) >= known, "lost: " + resumed + " " + known);
        }
      }
    }
  }

  private static Auditor auditor(FaultyStorage storage, Consumer<Checkpoint> listener) {
    Auditor auditor =
        Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE))
            .seed(5)
            .maximumRuns(300)
            .progress(listener);
    return new Auditor(
        auditor.settings().withCheckpoint(new CheckpointPlace(storage, PATH, "noise")));
  }

  /** Two batches, and after a reopening a third. */
  private static void twoSittings(FaultyStorage storage, List<Integer> kept) {
    for (int last : new int[] {2, 3}) {
      try (CheckpointFile file = CheckpointFile.open(place(storage), NAME)) {
        replay(file);
        for (int number = kept.size() + 1; number <= last; number++) {
          file.append(batch(number));
          kept.add(number);
        }
      }
    }
  }

  private static void assertBatchesAreThere(
      List<Integer> kept, FaultyStorage storage, Survival survival) {
    try {
      List<Integer> found = replayed(storage);
      List<Integer> more = new ArrayList<>(kept);
      more.add(kept.size() + 1);
      assertTrue(found.equals(kept) || found.equals(more), () -> kept + " became " + found);
      // What comes next stands behind what was found.
      try (CheckpointFile file = CheckpointFile.open(place(storage), NAME)) {
        assertEquals(found, replay(file));
        file.append(batch(9));
      }
      found.add(9);
      assertEquals(found, replayed(storage));
    } catch (CheckpointException e) {
      assertEquals(Survival.Bytes.LENGTH, survival.bytes(), e::getMessage);
    }
  }

  private static List<Integer> replayed(FaultyStorage storage) {
    try (CheckpointFile file = CheckpointFile.open(place(storage), NAME)) {
      return replay(file);
    }
  }

  private static List<Integer> replay(CheckpointFile file) {
    List<PairState<Double>> pairs =
        List.of(new PairState<>(PAIRS.get(0), List.of(), new LearningMemory(1)));
    List<Integer> found = new ArrayList<>();
    Optional<List<List<ScoredTrials>>> batch = file.replay(pairs);
    while (batch.isPresent()) {
      found.add(batch.get().get(0).get(0).leftRuns());
      batch = file.replay(pairs);
    }
    return found;
  }

  /** A batch that is known by its number of runs. */
  private static List<List<ScoredTrials>> batch(int number) {
    BinCounts counts = BinCounts.of(new long[] {number}, new long[] {1});
    return List.of(
        List.of(
            ScoredTrials.counted(number, 1, 0, List.of(counts), List.of(new double[] {number}))));
  }

  private static CheckpointPlace place(FaultyStorage storage) {
    return new CheckpointPlace(storage, PATH, "");
  }

  private static List<int[]> everyStep() {
    FaultyStorage whole = new FaultyStorage();
    twoSittings(whole, new ArrayList<>());
    List<int[]> all = new ArrayList<>();
    List<Integer> steps = whole.steps();
    for (int operation = 0; operation < steps.size(); operation++) {
      for (int before = 0; before <= steps.get(operation); before++) {
        all.add(new int[] {operation, before});
      }
    }
    return all;
  }
}
