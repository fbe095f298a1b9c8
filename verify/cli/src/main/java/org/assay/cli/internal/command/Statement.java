package org.assay.cli.internal.command;

/** What a command found, ready to be printed. */
public interface Statement {
  /**
   * For a person.
   *
   * @return lines of text
   */
  String text();

  /**
   * For a program, with every digit.
   *
   * @return JSON
   */
  String json();

  /**
   * How the command ends.
   *
   * @return one of {@link ExitCode}
   */
  default int exitCode() {
    return ExitCode.FINE;
  }
}
