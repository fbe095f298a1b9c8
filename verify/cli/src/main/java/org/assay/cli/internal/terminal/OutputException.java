package org.assay.cli.internal.terminal;

import org.jspecify.annotations.Nullable;

/** Signals that output could not be printed or written. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean readerLeft;

  private OutputException(String message, boolean readerLeft, @Nullable Throwable cause) {
    super(message, cause);
    this.readerLeft = readerLeft;
  }

  /**
   * Standard output could not be written.
   *
   * @param pipe whether it is a pipe; a pipe fails only when nobody reads from it any more
   * @return the exception
   */
  static OutputException ofStandardOutput(boolean pipe) {
    return new OutputException(
        "standard output cannot be written: it is closed, or its disk is full", pipe, null);
  }

  /**
   * Files cannot be written.
   *
   * @param message which, and why
   * @return the exception
   */
  public static OutputException ofFiles(String message) {
    return new OutputException(message, false, null);
  }

  /**
   * Files could not be written.
   *
   * @param message the files and the reason
   * @param cause the underlying failure
   * @return the exception
   */
  public static OutputException ofFiles(String message, Throwable cause) {
    return new OutputException(message, false, cause);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /**
   * Whether the program that read the output has ended, as {@code head} does when it has seen
   * enough. This end is no failure, and is not reported.
   *
   * @return true if so
   */
  public boolean hasReaderLeft() {
    return readerLeft;
  }
}
