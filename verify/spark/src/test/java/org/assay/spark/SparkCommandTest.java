package org.assay.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with Spark on its class path. */
class SparkCommandTest {
  private static final String CLAIMS = "../../examples/breast-cancer.yaml";

  @TempDir private Path directory = Path.of("");

  /** What a command printed, and its exit code. */
  private record Ended(int code, String out, String err) {}

  private Ended assay(String... arguments) throws IOException, InterruptedException {
    Path java = Path.of(property("java.home"), "bin", "java");
    String classpath = property("java.class.path");
    List<String> command =
        new ArrayList<>(List.of(java.toString(), "-cp", classpath, "org.assay.cli.Main"));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the command hangs");
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name));
  }

  @Test
  void reportsAreThoseOfTheLocalRunnerByteForByte() throws IOException, InterruptedException {
    Ended here = assay("audit", CLAIMS, "--runs", "1500", "--json");
    Ended there =
        assay(
            "audit",
            CLAIMS,
            "--runs",
            "1500",
            "--json",
            // Where a server is slow, a line of progress every half minute is no failure.
            "--progress",
            "none",
            "--runner",
            "spark",
            "--master",
            "local[2]");
    assertEquals("", there.err());
    assertEquals(1, there.code());
    assertEquals(here.out(), there.out());
  }

  @Test
  void masterThatIsNoneIsToldInALine() throws IOException, InterruptedException {
    Ended ended = assay("audit", CLAIMS, "--runner", "spark", "--master", "lokal[2]");
    assertEquals(2, ended.code());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertTrue(ended.err().contains("Could not parse Master URL: 'lokal[2]'"), ended.err());
  }
}
