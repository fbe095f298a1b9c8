package org.assay.cli.internal.command;

import java.util.List;
import org.assay.verify.audit.Verdict;

/** The exit code of verdicts. */
public final class VerdictCode {
  private VerdictCode() {}

  /**
   * The exit code of some verdicts together.
   *
   * @param verdicts the verdicts on claims
   * @param strict whether the code shows an inconclusive verdict
   * @return {@link ExitCode#REFUTED} if one is refuted
   */
  public static int of(List<Verdict> verdicts, boolean strict) {
    if (verdicts.contains(Verdict.REFUTED)) {
      return ExitCode.REFUTED;
    }
    return strict && verdicts.contains(Verdict.INCONCLUSIVE)
        ? ExitCode.INCONCLUSIVE
        : ExitCode.FINE;
  }
}
