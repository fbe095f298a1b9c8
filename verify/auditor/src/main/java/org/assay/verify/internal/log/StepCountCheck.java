package org.assay.verify.internal.log;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.assay.verify.internal.log.Finding.Check;

/** Checks whether noise was added in as many steps as the event has. */
final class StepCountCheck {
  private StepCountCheck() {}

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    long logged = log.steps().size();
    long planned = plan.steps();
    Optional<String> repeated = first(log, rise -> rise == 0);
    if (repeated.isPresent()) {
      return check.doesNotMatch(
          repeated.get() + " has the number of the line before it: noise was added to each part");
    }
    if (logged > planned) {
      return check.doesNotMatch(
          logged + " noise additions, where the event has " + planned + hint(logged, planned));
    }
    Optional<String> gap = first(log, rise -> rise != 1);
    if (gap.isPresent()) {
      return check.cannotTell(
          gap.get() + " does not follow the step before it: the log is not whole");
    }
    return logged == planned
        ? check.matches(logged + " noise additions, as many as the event has")
        : check.cannotTell(
            String.format(
                "%d of %d steps are logged: the run stopped early, which costs less, or the log"
                    + " did",
                logged, planned));
  }

  private static String hint(long logged, long planned) {
    return logged % planned == 0
        ? ": " + logged / planned + " lines for each step, as if every microbatch had its noise"
        : "";
  }

  /** The first step whose number differs from that of the step before by a wrong amount. */
  private static Optional<String> first(TrainingLog log, LongPredicate wrong) {
    OptionalLong before = OptionalLong.empty();
    for (LoggedStep step : log.steps()) {
      OptionalLong here = step.number();
      if (before.isPresent()
          && here.isPresent()
          && wrong.test(here.getAsLong() - before.getAsLong())) {
        return Optional.of(step.place());
      }
      before = here;
    }
    return Optional.empty();
  }
}
