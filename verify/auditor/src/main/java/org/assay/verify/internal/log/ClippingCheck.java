package org.assay.verify.internal.log;

import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.verify.internal.log.Finding.Check;

/** Checks whether every record's vector was clipped to the norm of the event. */
final class ClippingCheck {
  /**
   * Largest relative excess over the clipping norm of a norm computed in single precision. Not
   * tuned.
   */
  static final double TOLERANCE = 1e-4;

  private ClippingCheck() {}

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    Optional<String> wrong =
        log.steps().stream()
            .flatMap(step -> wrong(step, step.inForce().clipNorm()).stream())
            .findFirst()
            .or(() -> otherThanDeclared(log, plan));
    return wrong.map(check::doesNotMatch).orElseGet(() -> open(log, plan, check));
  }

  private static Optional<String> wrong(LoggedStep step, OptionalDouble clipNorm) {
    if (step.norms().isPresent()
        && step.norms().getAsLong() == step.microbatches()
        && step.batchSize() > step.microbatches()) {
      return Optional.of(
          step.place()
              + String.format(
                  " has one norm for each of %d microbatches and none for each of %d records:"
                      + " records were not clipped alone",
                  step.microbatches(), step.batchSize()));
    }
    double largest = step.largestNorm().orElse(0);
    return clipNorm.isPresent() && largest > clipNorm.getAsDouble() * (1 + TOLERANCE)
        ? Optional.of(
            step.place()
                + String.format(
                    " has a norm of %s after clipping to %s",
                    Shown.number(largest), Shown.number(clipNorm.getAsDouble())))
        : Optional.empty();
  }

  private static Optional<String> otherThanDeclared(TrainingLog log, StepPlan plan) {
    OptionalDouble declared = log.declaration().clipNorm();
    return declared.isEmpty()
        ? Optional.empty()
        : changed(log, plan, declared.getAsDouble())
            .map(
                step ->
                    step.place()
                        + String.format(
                            " clips to %s, and the log declares %s: a norm that is learned needs"
                                + " noise of its own in the event",
                            Shown.number(step.clipNorm().getAsDouble()),
                            Shown.number(declared.getAsDouble())));
  }

  /**
   * The first step with another clipping norm, unless the event has queries by which the norm is
   * learned.
   */
  private static Optional<LoggedStep> changed(TrainingLog log, StepPlan plan, double norm) {
    boolean learned = plan.stretches().stream().anyMatch(stretch -> stretch.noise().adaptive());
    return log.steps().stream()
        .filter(step -> !learned && step.clipNorm().isPresent())
        .filter(step -> Math.abs(step.clipNorm().getAsDouble() - norm) > TOLERANCE * norm)
        .findFirst();
  }

  private static Finding open(TrainingLog log, StepPlan plan, Check check) {
    OptionalDouble first =
        log.steps().stream()
            .map(step -> step.inForce().clipNorm())
            .filter(OptionalDouble::isPresent)
            .findFirst()
            .orElse(OptionalDouble.empty());
    if (first.isEmpty()) {
      return check.cannotTell("the log has no clip_norm");
    }
    if (log.steps().get(0).inForce().clipNorm().isEmpty()) {
      return check.cannotTell(
          log.missing(step -> step.inForce().clipNorm().isPresent())
              + " come before the first clip_norm: run may say it for all");
    }
    double norm = first.getAsDouble();
    Optional<LoggedStep> changed = changed(log, plan, norm);
    if (changed.isPresent()) {
      return check.cannotTell(
          String.format(
              "%s clips to %s, not %s: the log does not show whether by a public schedule",
              changed.get().place(),
              Shown.number(changed.get().clipNorm().getAsDouble()),
              Shown.number(norm)));
    }
    return shown(log, norm, check);
  }

  private static Finding shown(TrainingLog log, double norm, Check check) {
    Optional<LoggedStep> silent =
        log.steps().stream().filter(step -> step.largestNorm().isEmpty()).findFirst();
    if (silent.isPresent()) {
      return check.cannotTell(silent.get().place() + " logs no largest_norm and no norms");
    }
    Optional<LoggedStep> few =
        log.steps().stream()
            .filter(step -> step.norms().orElse(step.batchSize()) < step.batchSize())
            .findFirst();
    if (few.isPresent()) {
      return check.cannotTell(few.get().place() + " logs fewer norms than records");
    }
    Optional<LoggedStep> parts =
        log.steps().stream()
            .filter(step -> step.microbatches() > 1 && step.norms().isEmpty())
            .findFirst();
    if (parts.isPresent()) {
      return check.cannotTell(
          parts.get().place()
              + " has microbatches and logs no norms, one for each record: each part may have been"
              + " clipped as a whole");
    }
    double largest =
        log.steps().stream().mapToDouble(step -> step.largestNorm().orElse(0)).max().orElse(0);
    return check.matches(
        String.format(
            "no norm above %s, the largest is %s", Shown.number(norm), Shown.number(largest)));
  }
}
