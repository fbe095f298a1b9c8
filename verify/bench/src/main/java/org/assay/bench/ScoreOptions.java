package org.assay.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What to audit and how long.
 *
 * @param directory where the tables go
 * @param entries names of entries
 * @param limit time of one audit
 * @param runs runs of one audit; more where the entry's target allows more
 * @param seeds audits of each entry, at least 1
 * @param threads runs under way at once within an audit
 */
record ScoreOptions(
    Path directory, Pattern entries, Duration limit, long runs, int seeds, int threads) {
  ScoreOptions {
    if (!(seeds >= 1)) {
      throw new IllegalArgumentException("scoreboard.seeds was " + seeds + ": give at least 1");
    }
  }

  /** The system properties that begin with {@code scoreboard}. */
  static ScoreOptions fromProperties() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new ScoreOptions(
        Path.of(System.getProperty("scoreboard.directory", ".")),
        Pattern.compile(System.getProperty("scoreboard.entries", ".*")),
        Duration.ofMillis(
            Math.round(1000 * Double.parseDouble(System.getProperty("scoreboard.seconds", "10")))),
        Long.getLong("scoreboard.runs", 5_000_000),
        Integer.getInteger("scoreboard.seeds", 1),
        Integer.getInteger("scoreboard.threads", processors));
  }
}
