package org.assay.verify.external;

/** Messages about a program that cannot be audited. */
final class Failures {
  private Failures() {}

  static String message(
      OutsideProgram program, String problem, Reply.Broken last, String errorOutput) {
    return String.format(
        "the command %s in %s cannot be audited: %s (%s%s); answers belong on standard output, log"
            + " lines on standard error; %s",
        program.commandLine(),
        program.directory(),
        problem,
        last.kind(),
        last.detail().map(detail -> ", " + detail).orElse(""),
        errorOutput.isEmpty()
            ? "it wrote nothing to standard error"
            : "standard error ends with: " + errorOutput);
  }
}
