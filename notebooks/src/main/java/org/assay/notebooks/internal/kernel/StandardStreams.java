package org.assay.notebooks.internal.kernel;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends standard output and standard error to a notebook until it is closed. */
final class StandardStreams implements AutoCloseable {
  /** Often enough to watch a program's progress, seldom enough to spare the front end. */
  private static final long PERIOD_MILLISECONDS = 200;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final TextStream notebookOut;
  private final TextStream notebookErr;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "standard streams");
            thread.setDaemon(true);
            return thread;
          });

  StandardStreams(Outputs outputs) {
    notebookOut = new TextStream(text -> outputs.stream("stdout", text));
    notebookErr = new TextStream(text -> outputs.stream("stderr", text));
    System.setOut(new PrintStream(notebookOut, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(notebookErr, true, StandardCharsets.UTF_8));
    var unused =
        timer.scheduleWithFixedDelay(
            this::handOn, PERIOD_MILLISECONDS, PERIOD_MILLISECONDS, TimeUnit.MILLISECONDS);
  }

  /** Publishes what has been printed, so that it stands before what is published next. */
  void handOn() {
    notebookOut.handOn();
    notebookErr.handOn();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    System.setOut(out);
    System.setErr(err);
  }
}
