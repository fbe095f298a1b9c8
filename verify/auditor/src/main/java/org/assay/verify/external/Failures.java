package org.assay.verify.external;

/** Messages about a program that cannot be audited. */
final class Failures {
  private Failures() {}

  static String message(
      OutsideProgram program, String problem, Reply.Broken last, String errorOutput) {
    return "the command "
        + program.commandLine()
        + " in "
        + program.directory()
        + " cannot be audited: "
        + problem
        + " ("
        + last.kind()
        + last.detail().map(detail -> ", " + detail).orElse("")
        + "); answers belong on standard output, log lines on standard error; "
        + (errorOutput.isEmpty()
            ? "it wrote nothing to standard error"
            : "standard error ends with: " + errorOutput);
  }
}
