package org.assay.cli.internal.command;

/** The result of a command, ready to be printed. */
public interface Statement {
  /**
   * The result for a person.
   *
   * @return lines of text
   */
  String text();

  /**
   * The result for a program, with every digit.
   *
   * @return JSON
   */
  String json();

  /**
   * The exit code of the command.
   *
   * @return one of {@link ExitCode}
   */
  default int exitCode() {
    return ExitCode.FINE;
  }
}
