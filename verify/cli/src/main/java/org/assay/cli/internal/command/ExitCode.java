package org.assay.cli.internal.command;

/** How a command ended, for scripts. */
public final class ExitCode {
  /** All went well. */
  public static final int FINE = 0;

  /** A claim was refuted. */
  public static final int REFUTED = 1;

  /** The command line or a file was refused. */
  public static final int BAD_INPUT = 2;

  /** Nothing was refuted, and with {@code --strict} something was left open. */
  public static final int INCONCLUSIVE = 3;

  /** The program itself failed, or what it found could not be written. */
  public static final int INTERNAL_FAILURE = 4;

  /** Nobody reads the output any more; what shells report of programs that end by SIGPIPE. */
  public static final int READER_LEFT = 141;

  private ExitCode() {}
}
