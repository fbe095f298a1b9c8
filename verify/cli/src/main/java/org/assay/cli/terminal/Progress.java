package org.assay.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import org.assay.cli.input.OneLine;

/**
 * Tells a watching person how far the work is, once it has taken more than a second. It speaks from
 * a thread of its own, so that a single long computation does not look like a standstill.
 */
public final class Progress implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String CLEAR = "\r\u001b[K";

  /** A line that is too long is cut at the edge: one that wraps cannot be cleared. */
  private static final String CUT = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final PrintStream err;
  private final long start = System.nanoTime();
  private final Duration patience;
  private final Thread speaker = new Thread(this::speak, "progress");

  /** Where an interrupt from the keyboard leaves the line behind. */
  private final Thread goodbye = new Thread(this::clear, "clear progress");

  private volatile String status = "";
  private volatile String detail = "";
  private boolean shown;

  /**
   * The progress of work that begins now.
   *
   * @param console where it is told
   */
  public Progress(Console console) {
    this(console, PATIENCE);
  }

  Progress(Console console, Duration patience) {
    this.err = console.err();
    this.patience = patience;
    if (console.terminal()) {
      Runtime.getRuntime().addShutdownHook(goodbye);
      speaker.setDaemon(true);
      speaker.start();
    }
  }

  /**
   * Tells what is being done now.
   *
   * @param text the words
   */
  public void update(String text) {
    detail = "";
    status = OneLine.of(text);
  }

  /**
   * Tells how far that is, until something else is being done.
   *
   * @param text the words
   */
  public void detail(String text) {
    detail = OneLine.of(text);
  }

  /**
   * Says something that stays, whether a person is watching or not.
   *
   * @param line the words
   */
  public synchronized void say(String line) {
    clear();
    err.println("assay: " + OneLine.of(line));
    err.flush();
  }

  private void speak() {
    try {
      while (true) {
        Thread.sleep(patience.toMillis());
        show();
      }
    } catch (InterruptedException closed) {
      // Nothing is left to say.
    }
  }

  private synchronized void show() {
    if (!status.isEmpty() && !Thread.currentThread().isInterrupted()) {
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      String more = detail.isEmpty() ? "" : ", " + detail;
      err.print(CLEAR + CUT + status + more + ", " + seconds + " s so far" + WRAP);
      err.flush();
      shown = true;
    }
  }

  private synchronized void clear() {
    if (shown) {
      err.print(CLEAR);
      err.flush();
      shown = false;
    }
  }

  @Override
  public void close() {
    if (speaker.isAlive()) {
      speaker.interrupt();
      forgetGoodbye();
    }
    clear();
  }

  private void forgetGoodbye() {
    try {
      Runtime.getRuntime().removeShutdownHook(goodbye);
    } catch (IllegalStateException interrupted) {
      // The keyboard was faster: it runs already.
    }
  }
}
