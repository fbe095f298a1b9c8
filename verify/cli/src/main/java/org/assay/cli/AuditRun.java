package org.assay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.claims.ClaimsFile;
import org.assay.cli.claims.PlannedClaim;
import org.assay.cli.input.InputException;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.external.OutsideProgramException;
import org.assay.verify.inference.ClaimFamily;
import org.assay.verify.inference.ErrorBudget;
import org.assay.verify.report.AuditedClaim;

/**
 * Audits the claims of a file one after the other, with equal shares of its error probability.
 *
 * @param claims the claims
 * @param runs used instead of every claim's own number, if given
 * @param threads how many runs may be under way at once
 * @param command the command line that repeats the audits
 */
record AuditRun(ClaimsFile claims, OptionalLong runs, int threads, String command) {
  List<AuditedClaim> audit(Progress progress) {
    List<AuditedClaim> audited = new ArrayList<>();
    for (PlannedClaim<?> claim : claims.claims()) {
      audited.add(audit(claim, progress));
    }
    return audited;
  }

  /** Audits one of the claims, with its share of the file's error probability. */
  AuditedClaim audit(PlannedClaim<?> claim, Progress progress) {
    double share = ErrorBudget.of(claims.errorProbability()).share(claims.claims().size());
    return new AuditedClaim(
        claim.name(), claim.certified(), notes(claim), report(claim, share, progress), command);
  }

  private <D> AuditReport report(
      PlannedClaim<D> claim, double errorProbability, Progress progress) {
    long maximumRuns = runs.orElse(claim.budget().runs());
    Auditor auditor =
        Auditor.of(claim.guarantee())
            .errorProbability(errorProbability)
            .seed(claims.seed())
            .maximumRuns(maximumRuns)
            .threads(threads)
            .progress(checkpoint -> progress.update(claim.name(), maximumRuns, checkpoint));
    try {
      return claim
          .budget()
          .time()
          .map(auditor::maximumDuration)
          .orElse(auditor)
          .audit(claim.mechanism(), claim.pairs());
    } catch (OutsideProgramException e) {
      throw new InputException(claim.name() + ": " + e.getMessage(), e);
    } finally {
      if (claim.mechanism() instanceof OutsideMechanism program) {
        program.close();
      }
    }
  }

  private static List<String> notes(PlannedClaim<?> claim) {
    String mechanism = "Mechanism: " + claim.mechanismInWords() + ".";
    return claim
        .event()
        .map(
            event ->
                List.of(
                    mechanism + " What a run spends: " + event.describe() + ".", comparison(claim)))
        .orElse(List.of(mechanism));
  }

  private static String comparison(PlannedClaim<?> claim) {
    double claimed = ClaimFamily.of(claim.guarantee()).claimed();
    Enclosure certified = claim.certified().orElseThrow().interval();
    if (certified.upper() <= claimed) {
      return "The accountant proves the claim.";
    }
    return certified.lower() > claimed
        ? "The accountant does not prove the claim: what it certifies is weaker."
        : "The claim equals what the accountant certifies, to within rounding.";
  }
}
