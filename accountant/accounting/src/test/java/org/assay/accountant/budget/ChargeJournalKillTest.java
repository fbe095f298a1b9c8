package org.assay.accountant.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that charges is killed again and again and loses no grant. */
class ChargeJournalKillTest {
  @TempDir private Path directory = Path.of("unset");

  @Tag("slow")
  @Test
  void tenThousandChargesSurviveKills() throws IOException, InterruptedException {
    assertNoGrantIsLost(10_000, 8, Durability.OS_BUFFER, 7);
  }

  @Test
  void forcedChargesSurviveKills() throws IOException, InterruptedException {
    assertNoGrantIsLost(300, 3, Durability.FSYNC, 8);
  }

  @Test
  void twoProcessesCannotShareAJournal() throws IOException, InterruptedException {
    Path printed = directory.resolve("printed");
    Process process = start(1_000_000, Durability.OS_BUFFER, printed);
    try {
      awaitSize(process, printed, 1);
      assertThrows(JournalException.class, () -> open(1_000_000, Durability.OS_BUFFER));
    } finally {
      kill(process);
    }
    open(1_000_000, Durability.OS_BUFFER).close();
  }

  /**
   * Many processes, killed at a random moment of their start, their replay or their charging. Every
   * ten share a journal. {@code -Dassay.kills} sets their number; at least 1 is killed in any case.
   */
  @Test
  @Tag("slow")
  void randomKillsLoseNothing() throws IOException, InterruptedException {
    int kills = Integer.getInteger("assay.kills", 20);
    SplittableRandom random = new SplittableRandom(9);
    int granted = 0;
    for (int left = kills; left > 0; left -= 10) {
      granted += journalOfKilledProcesses(Math.min(left, 10), random);
      Files.delete(journal());
      Files.delete(directory.resolve("journal.lock"));
    }
    assertTrue(granted > 0, "no process was killed while it charged");
    System.out.println(kills + " kills, " + granted + " grants returned before");
  }

  private int journalOfKilledProcesses(int kills, SplittableRandom random)
      throws IOException, InterruptedException {
    int charges = 1 << 20;
    Durability durability = random.nextBoolean() ? Durability.FSYNC : Durability.OS_BUFFER;
    List<Long> printed = new ArrayList<>();
    for (int run = 0; run < kills; run++) {
      Path file = Files.createTempFile(directory, "printed", "");
      Files.delete(file);
      Process process = start(charges, durability, file);
      if (random.nextBoolean()) {
        awaitSize(process, file, 1);
        Thread.sleep(random.nextInt(60));
      } else {
        Thread.sleep(random.nextInt(600));
      }
      Thread.sleep(0, random.nextInt(1_000_000));
      kill(process);
      printed.addAll(completeLines(file));
      Files.delete(file);
    }
    assertEquals(printed.size(), new TreeSet<>(printed).size(), "no id is granted twice");
    long last = printed.stream().mapToLong(id -> id).max().orElse(0);
    try (PrivacyFilter filter = open(charges, durability)) {
      double booked = filter.balances().get(0).spent().up() / ChargingProcess.CHARGE;
      assertTrue(last <= booked, () -> last + " was granted, and " + booked + " are booked");
      assertTrue(booked <= printed.size() + kills, () -> booked + " for " + printed.size());
    }
    return printed.size();
  }

  /**
   * On POSIX systems a process loses its lock when it closes any handle of the file. So refused
   * opens create no handle, and a second close releases no other process's lock. Reading the
   * journal does not end the hold.
   */
  @Test
  void aHeldJournalStaysLockedWhateverElseItsProcessTries()
      throws IOException, InterruptedException {
    PrivacyFilter closed = open(10, Durability.OS_BUFFER);
    closed.close();
    try (PrivacyFilter holder = open(10, Durability.OS_BUFFER)) {
      closed.close();
      assertThrows(JournalException.class, () -> open(10, Durability.OS_BUFFER));
      // A reader of the journal takes its own lock away; the separate lock stays.
      assertTrue(Files.readAllBytes(journal()).length > 0);
      Path printed = directory.resolve("printed");
      assertEquals(1, start(10, Durability.OS_BUFFER, printed).waitFor());
      assertEquals(0, Files.size(printed));
      assertEquals(0, holder.balances().get(0).spent().signum());
    }
  }

  private void assertNoGrantIsLost(int charges, int kills, Durability durability, long seed)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> printed = new ArrayList<>();
    for (int run = 0; run < kills; run++) {
      Path file = directory.resolve("printed-" + run);
      Process process = start(charges, durability, file);
      // An id and its line break take two to six bytes: together the kills come well before the
      // end.
      awaitSize(process, file, 1 + random.nextInt(2 * charges / kills));
      Thread.sleep(0, random.nextInt(1_000_000));
      kill(process);
      printed.addAll(completeLines(file));
    }
    Path file = directory.resolve("printed-last");
    assertEquals(0, start(charges, durability, file).waitFor());
    printed.addAll(completeLines(file));
    assertJournalHolds(charges, kills, durability, printed);
  }

  private void assertJournalHolds(int charges, int kills, Durability durability, List<Long> printed)
      throws IOException {
    List<Long> journalled =
        Files.readAllLines(journal()).stream()
            .skip(1)
            .map(line -> Long.valueOf(line.substring(0, line.indexOf(' '))))
            .toList();
    assertEquals(charges, journalled.size());
    assertTrue(
        journalled.equals(LongStream.rangeClosed(1, charges).boxed().toList()),
        "the journal holds every id once and in order");
    TreeSet<Long> distinct = new TreeSet<>(printed);
    assertEquals(printed.size(), distinct.size(), "no id is granted twice");
    assertTrue(journalled.containsAll(List.of(distinct.first(), distinct.last())));
    int unprinted = charges - printed.size();
    assertTrue(
        unprinted <= kills, () -> unprinted + " unprinted charges after " + kills + " kills");
    try (PrivacyFilter filter = open(charges, durability)) {
      Balance balance = filter.balances().get(0);
      assertEquals(0, balance.remaining().signum());
    }
  }

  /** The lines that were printed with their line break. */
  private static List<Long> completeLines(Path file) throws IOException {
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(Long::valueOf)
        .collect(Collectors.toList());
  }

  private static void awaitSize(Process process, Path file, long size)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Files.size(file) < size && process.isAlive()) {
      assertTrue(System.nanoTime() < deadline, "the process charges nothing");
      Thread.sleep(0, 200_000);
    }
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
  }

  /** Prints into a file, because killing a child closes the parent's end of a pipe unread. */
  private Process start(int charges, Durability durability, Path printed) throws IOException {
    Files.createFile(printed);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ChargingProcess.class.getName(),
            journal().toString(),
            Integer.toString(charges),
            durability.name())
        .redirectOutput(printed.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private PrivacyFilter open(int charges, Durability durability) {
    return PrivacyFilter.open(journal(), ChargingProcess.budget(charges), durability);
  }

  private Path journal() {
    return directory.resolve("journal");
  }
}
