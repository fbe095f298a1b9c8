package org.assay.cli;

/** How a command ended, for scripts. */
final class ExitCode {
  static final int FINE = 0;
  static final int REFUTED = 1;
  static final int BAD_INPUT = 2;
  static final int INCONCLUSIVE = 3;
  static final int INTERNAL_FAILURE = 4;

  private ExitCode() {}
}
