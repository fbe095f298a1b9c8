package org.assay.cli.internal.terminal;

import java.io.PrintStream;
import java.time.Duration;
import org.assay.cli.internal.input.OneLine;

/**
 * Prints the progress of work that takes some time. A thread prints at regular times, so that a
 * single long computation does not look like a standstill.
 */
public final class Progress implements AutoCloseable {
  /** Moves to the start of the line and clears the line. */
  private static final String CLEAR = "\r\u001b[K";

  /** Turns wrapping off: a line that is too long is cut, since a wrapped one cannot be cleared. */
  private static final String CUT = "\u001b[?7l";

  /** Turns wrapping on again. */
  private static final String WRAP = "\u001b[?7h";

  private final PrintStream err;
  private final ProgressStyle style;
  private final long start = System.nanoTime();
  private final Duration patience;
  private final Thread speaker = new Thread(this::speak, "progress");

  /** Clears the line if the process is ended from outside, as by an interrupt from the keyboard. */
  private final Thread goodbye = new Thread(this::clear, "clear progress");

  private volatile String status = "";
  private volatile String detail = "";
  private boolean shown;

  /**
   * The progress of work that begins now.
   *
   * @param console the console for messages
   * @param style the style of messages
   */
  public Progress(Console console, ProgressStyle style) {
    this(console, style, style.patience());
  }

  Progress(Console console, ProgressStyle style, Duration patience) {
    this.err = console.err();
    this.style = style;
    this.patience = patience;
    if (style != ProgressStyle.NONE) {
      Runtime.getRuntime().addShutdownHook(goodbye);
      speaker.setDaemon(true);
      speaker.start();
    }
  }

  /**
   * Sets the status: the current stage of the work.
   *
   * @param text the words
   */
  public void update(String text) {
    detail = "";
    status = OneLine.of(text);
  }

  /**
   * Adds the progress to the status; the next status drops the addition.
   *
   * @param text the words
   */
  public void detail(String text) {
    detail = OneLine.of(text);
  }

  /**
   * Prints a line that stays, also if no progress is shown.
   *
   * @param line the words
   */
  public void say(String line) {
    aside(
        () -> {
          err.println("assay: " + OneLine.of(line));
          err.flush();
        });
  }

  /**
   * Clears the progress line, and then lets something else print.
   *
   * @param print prints it
   */
  public synchronized void aside(Runnable print) {
    clear();
    print.run();
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
      String line = status + more + ", " + seconds + " s so far";
      boolean over = style == ProgressStyle.BAR;
      err.print(over ? CLEAR + CUT + line + WRAP : "assay: " + line + "\n");
      err.flush();
      shown = over;
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
      // An interrupt from the keyboard arrived first: the hook runs already.
    }
  }
}
