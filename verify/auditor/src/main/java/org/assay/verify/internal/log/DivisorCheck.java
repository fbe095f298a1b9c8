package org.assay.verify.internal.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.log.Finding.Check;

/** Checks whether the noisy sum is divided by a number that does not depend on the records. */
final class DivisorCheck {
  /**
   * Largest relative distance of a whole number from a product of doubles that stands for it. Not
   * tuned.
   */
  private static final double ROUNDING = 1e-9;

  /**
   * The ways in which loops round an expected size to a whole number; halves are rounded up, or to
   * even.
   */
  private static final List<DoubleUnaryOperator> WHOLE =
      List.of(
          size -> unlessWhole(size, Math.floor(size)),
          size -> unlessWhole(size, Math.ceil(size)),
          size -> unlessWhole(size, Math.floor(size + 0.5)),
          size -> unlessWhole(size, Math.rint(size)));

  private DivisorCheck() {}

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    List<LoggedStep> logged =
        log.steps().stream().filter(step -> step.divisor().isPresent()).toList();
    if (logged.isEmpty()) {
      return check.cannotTell("no step logs its divisor");
    }
    LoggedStep first = logged.get(0);
    Optional<LoggedStep> other =
        logged.stream().filter(step -> !step.divisor().equals(first.divisor())).findFirst();
    if (other.isPresent()) {
      return varies(logged, other.get(), plan, check);
    }
    double divisor = first.divisor().getAsDouble();
    if (logged.size() < log.steps().size()) {
      return check.cannotTell(
          String.format(
              "only %d of %d steps log their divisor, which is %s there",
              logged.size(), log.steps().size(), Shown.number(divisor)));
    }
    Optional<String> computed =
        plan.adjacency() == AdjacencyRelation.ADD_OR_REMOVE && !log.declaration().divisorIsFixed()
            ? computed(divisor, log.records(plan), plan)
            : Optional.empty();
    return computed
        .map(check::cannotTell)
        .orElseGet(() -> check.matches("always " + Shown.number(divisor)));
  }

  private static Finding varies(
      List<LoggedStep> logged, LoggedStep other, StepPlan plan, Check check) {
    String change =
        Shown.number(logged.get(0).divisor().getAsDouble())
            + " becomes "
            + Shown.number(other.divisor().getAsDouble())
            + " in "
            + other.place();
    boolean bySize =
        logged.stream()
            .allMatch(step -> step.divisor().getAsDouble() == Math.max(1, step.batchSize()));
    if (!bySize) {
      return check.cannotTell(change + ": the log does not show whether by a public schedule");
    }
    return plan.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
        ? check.doesNotMatch(
            change
                + ", always the size of the batch: one record more changes the share of all others,"
                + " and the noise")
        : check.cannotTell(
            change + ", always the size of the batch, which the event does not release");
  }

  /** Whether the divisor may have been computed from the number of records, which is secret. */
  private static Optional<String> computed(double divisor, OptionalLong records, StepPlan plan) {
    if (records.isEmpty() || plan.stretches().size() != 1) {
      return Optional.empty();
    }
    long n = records.getAsLong();
    Sampling sampling = plan.stretches().get(0).sampling();
    double here = sampling.uncutSize(n).orElse(Double.NaN);
    for (long neighbour : new long[] {n - 1, n + 1}) {
      double there = sampling.uncutSize(neighbour).orElse(Double.NaN);
      boolean itself = Math.abs(here - divisor) <= ROUNDING * here && here != there;
      for (DoubleUnaryOperator whole : WHOLE) {
        double other = whole.applyAsDouble(there);
        if (whole.applyAsDouble(here) == divisor && other != divisor) {
          return Optional.of(told(divisor, other, neighbour));
        }
      }
      if (itself && divisor != Math.rint(divisor)) {
        return Optional.of(told(divisor, there, neighbour));
      }
    }
    return Optional.empty();
  }

  private static double unlessWhole(double size, double otherwise) {
    double nearest = Math.rint(size);
    return Math.abs(size - nearest) <= ROUNDING * size ? nearest : otherwise;
  }

  private static String told(double divisor, double other, long neighbour) {
    return String.format(
        "%s computed from the records would be %s of %d, and the noise would tell: if it was fixed"
            + " without them, declare \"divisor\": \"fixed beforehand\"",
        Shown.number(divisor), Shown.number(other), neighbour);
  }
}
