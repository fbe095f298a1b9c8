package org.assay.cli.internal.command;

/** The exit codes of the command, for scripts. */
public final class ExitCode {
  /** Success. */
  public static final int FINE = 0;

  /** A claim was refuted. */
  public static final int REFUTED = 1;

  /** The command line or a file was refused. */
  public static final int BAD_INPUT = 2;

  /** Nothing was refuted, and with {@code --strict} some claim was left undecided. */
  public static final int INCONCLUSIVE = 3;

  /** The program itself failed, or its results could not be written. */
  public static final int INTERNAL_FAILURE = 4;

  /** The reader of the output has ended; the code that shells report for SIGPIPE. */
  public static final int READER_LEFT = 141;

  private ExitCode() {}
}
