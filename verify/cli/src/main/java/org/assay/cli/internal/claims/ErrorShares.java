package org.assay.cli.internal.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.Value;
import org.assay.verify.internal.inference.ErrorBudget;

/**
 * How the error probability of a file is divided: some claims take a part of their own, the others
 * share equally what is left. The probability that any true claim is refuted is at most the file's.
 */
final class ErrorShares {
  private static final String KEY = "error_probability";

  private ErrorShares() {}

  /**
   * The error probability of every claim, in their order.
   *
   * @param total of all together
   * @param claims the claims that are run
   * @throws org.assay.cli.internal.input.InputException if nothing is left for a claim
   */
  static List<Double> of(double total, List<Value> claims) {
    List<Optional<Value>> own = new ArrayList<>();
    claims.forEach(claim -> own.add(claim.fields(Shapes.CLAIM).optional(KEY)));
    long sharing = own.stream().filter(Optional::isEmpty).count();
    ErrorBudget budget = ErrorBudget.of(total);
    for (Optional<Value> given : own) {
      if (given.isPresent()) {
        budget = spend(budget, given.get(), sharing > 0);
      }
    }
    double share = sharing == 0 ? 0 : budget.share((int) sharing);
    return own.stream().map(given -> given.map(ErrorShares::part).orElse(share)).toList();
  }

  private static double part(Value given) {
    return given.number(Parameters::requireOpenProbability);
  }

  private static ErrorBudget spend(ErrorBudget budget, Value given, boolean othersShare) {
    double part = part(given);
    double left = budget.remaining();
    if (!(part <= left)) {
      throw given.invalid("was " + part + ": only " + left + " is left of the file's");
    }
    if (othersShare && part == left) {
      throw given.invalid("was " + part + ": that leaves nothing of the file's for other claims");
    }
    return budget.spend(part);
  }
}
