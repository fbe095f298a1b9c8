package org.assay.cli.canaries;

import org.assay.cli.command.ExitCode;
import org.assay.verify.audit.Verdict;

/** The exit code of a verdict. */
final class VerdictCode {
  private VerdictCode() {}

  static int of(Verdict verdict, boolean strict) {
    return switch (verdict) {
      case REFUTED -> ExitCode.REFUTED;
      case CONSISTENT -> ExitCode.FINE;
      case INCONCLUSIVE -> strict ? ExitCode.INCONCLUSIVE : ExitCode.FINE;
    };
  }
}
