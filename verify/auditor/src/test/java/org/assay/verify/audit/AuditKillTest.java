package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that audits is killed again and again: nothing it was told of is lost. */
class AuditKillTest {
  private static final int KILLS_PER_AUDIT = 10;
  private static final long LONGEST_START = TimeUnit.MINUTES.toNanos(1);

  @TempDir private Path directory = Path.of("unset");

  /**
   * At a random moment of its start, its replay or its runs; every ten kills are of one audit.
   * {@code -Dassay.kills} says how many.
   */
  @Test
  @Tag("slow")
  void randomKillsChangeNoReport() throws IOException, InterruptedException {
    int kills = Integer.getInteger("assay.kills", 20);
    SplittableRandom random = new SplittableRandom(11);
    long usual = millisUntilTold();
    int underWay = 0;
    long seed = 0;
    for (int left = kills; left > 0; left -= KILLS_PER_AUDIT) {
      seed++;
      Path file = directory.resolve("audit-" + seed + ".journal");
      underWay += killedWhileUnderWay(file, seed, Math.min(left, KILLS_PER_AUDIT), random, usual);
      Auditor auditor = AuditingProcess.auditor(seed);
      AuditReport whole = AuditingProcess.audit(auditor).withoutTiming();
      assertEquals(whole, AuditingProcess.audit(auditor.checkpoint(file)).withoutTiming());
    }
    assertTrue(underWay > 0, "no process was killed while it audited");
    System.out.println(kills + " kills, " + underWay + " of them of audits under way");
  }

  /** How long a process takes here and now until it is told of its first runs. */
  private long millisUntilTold() throws IOException, InterruptedException {
    Path printed = directory.resolve("first");
    long start = System.nanoTime();
    Process process = start(directory.resolve("first.journal"), 0, printed);
    while (process.isAlive() && completeLines(printed).isEmpty()) {
      assertTrue(System.nanoTime() - start < LONGEST_START, "no run after a minute");
      Thread.sleep(5);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    process.destroyForcibly();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "the process survived");
    return millis;
  }

  /** How many were killed after they were told of runs and before they ended. */
  private int killedWhileUnderWay(
      Path file, long seed, int kills, SplittableRandom random, long usual)
      throws IOException, InterruptedException {
    int underWay = 0;
    long known = 0;
    for (int i = 0; i < kills; i++) {
      Path printed = directory.resolve("printed");
      Process process = start(file, seed, printed);
      Thread.sleep(usual / 2 + random.nextLong(1 + usual * 3 / 2), random.nextInt(1_000_000));
      boolean alive = process.isAlive();
      process.destroyForcibly();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "the process survived");
      List<String> lines = completeLines(printed);
      long before = known;
      assertTrue(
          lines.stream()
              .filter(line -> line.startsWith("resumed "))
              .allMatch(line -> number(line) >= before),
          () -> "known were " + before + " runs, then " + lines);
      assertTrue(alive || process.exitValue() == 0, "the process failed");
      // One batch may be there that nobody was told of; before new ones it is told of resumption.
      assertTrue(
          lines.stream().filter(line -> number(line) > before).count() <= 1
              || before == 0
              || lines.stream().anyMatch(line -> line.startsWith("resumed ")),
          () -> "known were " + before + " runs, then " + lines);
      long last = lines.stream().mapToLong(AuditKillTest::number).max().orElse(0);
      known = Math.max(known, last);
      underWay += alive && !lines.isEmpty() ? 1 : 0;
    }
    return underWay;
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }

  /** The lines that were printed with their line break. */
  private static List<String> completeLines(Path file) throws IOException {
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** Prints into a file, because killing a child closes the parent's end of a pipe unread. */
  private static Process start(Path file, long seed, Path printed) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            AuditingProcess.class.getName(),
            file.toString(),
            Long.toString(seed))
        .redirectOutput(printed.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
