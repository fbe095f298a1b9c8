package org.assay.cli;

/** What a command found, ready to be printed. */
interface Statement {
  /** For a person. */
  String text();

  /** For a program, with every digit. */
  String json();

  /** How the command ends. */
  default int exitCode() {
    return ExitCode.FINE;
  }
}
