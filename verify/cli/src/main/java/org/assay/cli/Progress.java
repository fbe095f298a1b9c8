package org.assay.cli;

import java.io.PrintStream;
import org.assay.verify.audit.Checkpoint;

/** Tells a watching person how far an audit is, once it has taken more than a second. */
final class Progress {
  private static final long PATIENCE_NANOS = 1_000_000_000L;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final boolean terminal;
  private long lastShown = System.nanoTime();
  private boolean shown;

  Progress(Console console) {
    this.err = console.err();
    this.terminal = console.terminal();
  }

  void update(String claim, long maximumRuns, Checkpoint checkpoint) {
    long now = System.nanoTime();
    if (terminal && now - lastShown >= PATIENCE_NANOS) {
      err.print(CLEAR + claim + ": " + checkpoint.runs() + " of " + maximumRuns + " runs");
      err.flush();
      lastShown = now;
      shown = true;
    }
  }

  void clear() {
    if (shown) {
      err.print(CLEAR);
      err.flush();
      shown = false;
    }
  }
}
