package org.assay.cli.internal.canaries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.cli.Invocation;
import org.assay.verify.internal.report.plot.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidencePageTest {
  private static final String SCORES =
      """
      # coins: independent fair
      # rule: fixed before the scores
      # adjacency: add-remove
      # guesses: 2
      canary,included,score
      a,true,2
      b,false,1
      c,true,inf
      d,false,2
      e,true,2
      """;

  @TempDir private Path directory = Path.of("");

  /** Of three canaries in and two out: equal scores are on one side of every threshold. */
  @Test
  void everyThresholdGivesTwoErrors() throws IOException {
    Path file = Files.writeString(directory.resolve("scores.csv"), SCORES);
    assertEquals(
        List.of(new Point(0, 1), new Point(0, 1 - 1 / 3.0), new Point(0.5, 0), new Point(1, 0)),
        EvidencePage.observed(ScoreFile.read(file).rows()));
  }

  @Test
  void thePageShowsWhatWasObserved() throws IOException {
    Path file = Files.writeString(directory.resolve("scores.csv"), SCORES);
    Path report = directory.resolve("report");
    Invocation run =
        Invocation.of(
            "canaries",
            "--scores",
            file.toString(),
            "--delta",
            "0.1",
            "--report",
            report.toString());
    assertEquals(0, run.code(), run.err());
    String page = Files.readString(report.resolve("canaries.html"));
    assertEquals(3, page.split("<figure>", -1).length, page);
    assertTrue(page.contains(">observed</text>"), page);
  }
}
