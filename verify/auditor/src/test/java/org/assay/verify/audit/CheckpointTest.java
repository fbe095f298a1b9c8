package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Checkpoint.CheckpointException;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits that are cut short and taken up again. */
class CheckpointTest {
  private static final long RUNS = 150_000;
  private static final Guarantee CLAIM = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);

  /** Numbers, words and failures, so that every kind of outcome goes through the file. */
  private static final Mechanism<Double> MIXED =
      (d, random) -> {
        double u = random.nextDouble();
        if (u < 0.1) {
          return Outcome.of("word " + random.nextInt(3));
        }
        if (u < 0.2) {
          throw new IllegalStateException("failed");
        }
        return Outcome.of(Mechanisms.onGrid(d + random.nextGaussian()), random.nextDouble());
      };

  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(
          AdjacentPair.of("0 and 0.1", 0.0, 0.1, AdjacencyRelation.REPLACE_ONE),
          AdjacentPair.of("0 and 0.2", 0.0, 0.2, AdjacencyRelation.REPLACE_ONE));

  @TempDir private Path directory = Path.of("");

  @Tag("slow")
  @Test
  void anInterruptedAuditEndsLikeOneThatWasNot() {
    AuditReport whole = auditor().audit(MIXED, PAIRS).withoutTiming();
    Path file = directory.resolve("audit.journal");
    for (long stop : new long[] {100, 20_000, 90_000}) {
      interruptAfter(stop, file);
    }
    AtomicLong trials = new AtomicLong();
    AuditReport resumed = auditor().checkpoint(file).audit(counting(trials), PAIRS).withoutTiming();
    assertEquals(whole, resumed);
    assertTrue(trials.get() < 60_000, "only what was left is run: " + trials);
  }

  /** So that an audit whose bits were chosen by runs goes on with the same number. */
  @Test
  void aCheckpointSaysHowManyBitsCount() throws IOException {
    Path file = directory.resolve("audit.journal");
    assertTrue(Auditor.significantBitsOf(file).isEmpty());
    auditor().maximumRuns(1_000).checkpoint(file).significantBits(9).audit(MIXED, PAIRS);
    assertEquals(9, Auditor.significantBitsOf(file).orElseThrow());
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, 100));
    assertTrue(Auditor.significantBitsOf(file).isEmpty(), "the first record was cut short");
    bytes[100] ^= 1;
    Files.write(file, bytes);
    assertTrue(Auditor.significantBitsOf(file).isEmpty(), "the first record is damaged");
    Path other = directory.resolve("other.journal");
    auditor().maximumRuns(1_000).checkpoint(other).audit(MIXED, PAIRS);
    assertEquals(53, Auditor.significantBitsOf(other).orElseThrow());
  }

  /** What a process killed in the middle of a write leaves behind. */
  @Tag("slow")
  @Test
  void halfARecordIsForgotten() throws IOException {
    AuditReport whole = auditor().audit(MIXED, PAIRS).withoutTiming();
    Path file = directory.resolve("audit.journal");
    interruptAfter(20_000, file);
    byte[] bytes = Files.readAllBytes(file);
    for (int lost : new int[] {1, 7, 9, 1000}) {
      Files.write(file, Arrays.copyOf(bytes, bytes.length - lost));
      assertEquals(whole, auditor().checkpoint(file).audit(MIXED, PAIRS).withoutTiming());
    }
  }

  /** Nothing that was complete is dropped: what follows it would be dropped too. */
  @Test
  void aDamagedRecordRefuses() throws IOException {
    Path file = directory.resolve("audit.journal");
    interruptAfter(2_000, file);
    byte[] bytes = Files.readAllBytes(file);
    for (int at : new int[] {400, bytes.length / 2, bytes.length - 1000, bytes.length - 20}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      CheckpointException thrown =
          assertThrows(
              CheckpointException.class, () -> auditor().checkpoint(file).audit(MIXED, PAIRS));
      assertTrue(
          String.valueOf(thrown.getMessage()).contains(" is damaged, and it was not cut off"),
          thrown::getMessage);
      assertArrayEquals(damaged, Files.readAllBytes(file));
    }
  }

  @Test
  void itIsToldWhereAnAuditGoesOn() {
    Path file = directory.resolve("audit.journal");
    List<Long> told = new ArrayList<>();
    Auditor auditor = auditor().checkpoint(file).resumed(state -> told.add(state.runs()));
    AuditReport first = auditor.maximumRuns(3000).audit(MIXED, PAIRS);
    assertEquals(List.of(), told);
    auditor.maximumRuns(5000).audit(MIXED, PAIRS);
    auditor.maximumRuns(5000).audit(MIXED, PAIRS);
    assertEquals(List.of(first.runs(), 5000L), told);
  }

  @Test
  void aFinishedAuditGoesOnWithALargerBudget() {
    Path file = directory.resolve("audit.journal");
    Auditor small = auditor().maximumRuns(5000).checkpoint(file);
    AuditReport first = small.audit(MIXED, PAIRS);
    AtomicLong trials = new AtomicLong();
    AuditReport second = small.maximumRuns(9000).audit(counting(trials), PAIRS);
    assertEquals(4000, trials.get());
    assertEquals(9000, second.runs());
    assertEquals(first.trajectory(), second.trajectory().subList(0, first.trajectory().size()));
  }

  @Test
  void aRefutedAuditStaysRefutedWithoutRuns() {
    Path file = directory.resolve("audit.journal");
    Auditor auditor = Auditor.of(CLAIM).checkpoint(file);
    Mechanism<Double> leak = Mechanism.ofScalar((d, random) -> d);
    AuditReport first = auditor.audit(leak, PAIRS).withoutTiming();
    assertEquals(Verdict.REFUTED, first.verdict());
    AtomicLong trials = new AtomicLong();
    assertEquals(first, auditor.audit(counting(trials), PAIRS).withoutTiming());
    assertEquals(0, trials.get());
  }

  @Test
  void aFileThatIsNotThisAuditsIsLeftAlone() throws IOException {
    Path file = directory.resolve("notes.txt");
    Files.writeString(file, "do not lose me");
    CheckpointException foreign =
        assertThrows(
            CheckpointException.class, () -> auditor().checkpoint(file).audit(MIXED, PAIRS));
    assertEquals(
        "checkpoint was "
            + file
            + ": it is no checkpoint that this version wrote, or its beginning is damaged; remove"
            + " it or give another file",
        foreign.getMessage());
    assertEquals("do not lose me", Files.readString(file));

    Path journal = directory.resolve("audit.journal");
    interruptAfter(100, journal);
    byte[] before = Files.readAllBytes(journal);
    isOfAnother("'seed: 5', this audit of 'seed: 6'", auditor().seed(6).checkpoint(journal));
    isOfAnother("'mechanism: ', this audit of 'mechanism: x'", auditor().checkpoint(journal, "x"));
    assertTrue(Arrays.equals(before, Files.readAllBytes(journal)));
  }

  private static void isOfAnother(String difference, Auditor auditor) {
    CheckpointException thrown =
        assertThrows(CheckpointException.class, () -> auditor.audit(MIXED, PAIRS));
    String message = String.valueOf(thrown.getMessage());
    assertTrue(
        message.endsWith(
            ": it is not the checkpoint of this audit: it is of "
                + difference
                + "; remove it or give another file"),
        message);
  }

  /** The batch that was run is not told of, and the audit ends. */
  @Test
  void anAuditWhoseFileIsRemovedOrReplacedEnds() throws IOException {
    Path file = directory.resolve("audit.journal");
    for (boolean replaced : new boolean[] {false, true}) {
      List<Long> told = new ArrayList<>();
      Auditor auditor =
          auditor()
              .checkpoint(file)
              .progress(
                  state -> {
                    told.add(state.runs());
                    remove(file, replaced);
                  });
      CheckpointException thrown =
          assertThrows(CheckpointException.class, () -> auditor.audit(MIXED, PAIRS));
      assertTrue(
          String.valueOf(thrown.getMessage()).contains("somebody else changed it"),
          thrown::getMessage);
      assertEquals(1, told.size());
      Files.deleteIfExists(file);
    }
  }

  private static void remove(Path file, boolean replaced) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      if (replaced) {
        Files.write(file, bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void twoAuditsDoNotShareAFile() {
    Path file = directory.resolve("audit.journal");
    Mechanism<Double> nested =
        (d, random) -> {
          assertThrows(
              CheckpointException.class, () -> auditor().checkpoint(file).audit(MIXED, PAIRS));
          return Outcome.of(d);
        };
    AuditReport report = auditor().maximumRuns(100).checkpoint(file).audit(nested, PAIRS);
    assertTrue(report.witness().isEmpty() || !report.witness().get().event().contains("fails"));
  }

  private static Auditor auditor() {
    return Auditor.of(CLAIM).seed(5).maximumRuns(RUNS).threads(2);
  }

  private static Mechanism<Double> counting(AtomicLong trials) {
    return (d, random) -> {
      trials.incrementAndGet();
      return MIXED.run(d, random);
    };
  }

  private static void interruptAfter(long runs, Path file) {
    AuditReport cut =
        auditor()
            .checkpoint(file)
            .progress(
                checkpoint -> {
                  if (checkpoint.runs() >= runs) {
                    Thread.currentThread().interrupt();
                  }
                })
            .audit(MIXED, PAIRS);
    assertTrue(Thread.interrupted());
    assertEquals(Verdict.INCONCLUSIVE, cut.verdict());
  }
}
