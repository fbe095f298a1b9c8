package org.assay.cli.internal.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assay.cli.Invocation;
import org.assay.cli.JavaCommand;
import org.assay.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(boolean terminal) {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Console(InputStream.nullInputStream(), stream, stream, terminal);
  }

  private String shown() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aWatchedComputationIsToldAndThenCleared() throws InterruptedException {
    try (Progress progress = new Progress(console(true), ProgressStyle.BAR, Duration.ofMillis(5))) {
      progress.update("looking");
      for (int i = 0; i < 2000 && shown().isEmpty(); i++) {
        Thread.sleep(5);
      }
    }
    assertTrue(shown().startsWith("\r\u001b[K\u001b[?7llooking, 0 s so far\u001b[?7h"), shown());
    assertTrue(shown().endsWith("\r\u001b[K"), shown());
  }

  @Test
  void nobodyWatchingMeansSilence() throws InterruptedException {
    try (Progress progress =
        new Progress(console(false), ProgressStyle.NONE, Duration.ofMillis(1))) {
      progress.update("looking");
      Thread.sleep(50);
    }
    assertEquals("", shown());
  }

  @Test
  void aLogHasWholeLines() throws InterruptedException {
    try (Progress progress =
        new Progress(console(false), ProgressStyle.PLAIN, Duration.ofMillis(5))) {
      progress.update("looking");
      for (int i = 0; i < 2000 && shown().lines().count() < 2; i++) {
        Thread.sleep(5);
      }
    }
    assertTrue(
        shown().matches("(assay: looking, 0 s so far\n){2,}(assay: looking, [0-9] s so far\n)*"),
        shown());
  }

  @Test
  void stylesHaveNames() {
    String[] words = "ledger --claim nothing --progress fast".split(" ");
    assertEquals(2, Invocation.run(console(false), words));
    assertTrue(
        shown().startsWith("assay: --progress was 'fast': known are bar, plain, none"), shown());
  }

  @Test
  void whatHasToBeSaidIsSaidToAnybody() throws InterruptedException {
    try (Progress progress =
        new Progress(console(false), ProgressStyle.NONE, Duration.ofMillis(1))) {
      progress.update("looking");
      progress.say("resumed");
      Thread.sleep(20);
    }
    assertEquals("assay: resumed" + System.lineSeparator(), shown());
  }

  @Test
  void quickWorkLeavesNoTrace() {
    String[] words = Invocation.words("calibrate '? x gaussian(9)' --mu 1 --adjacency zero-out");
    assertEquals(0, Invocation.run(console(true), words));
    assertTrue(shown().startsWith("times 81\n"), shown());
  }

  /** Ended from outside in the middle of its work, a run leaves nothing half done. */
  @Test
  void anEndFromOutsideWritesNothing(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path report = directory.resolve("report");
    String[] words =
        Invocation.words(
            "curve '100 x poisson(0.01, laplace(0.5))' --adjacency add-remove --to 20"
                + " --points 10000 --report "
                + report);
    Process process =
        new ProcessBuilder(JavaCommand.of(Main.class, words))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out").toFile())
            .start();
    assertTrue(!process.waitFor(1500, TimeUnit.MILLISECONDS), "the run ended too soon");
    process.destroy();
    assertTrue(process.waitFor(20, TimeUnit.SECONDS), "the run did not end");
    assertEquals("", Files.readString(directory.resolve("out")));
    assertTrue(Files.notExists(report), "a report was begun");
  }
}
