package org.assay.verify.internal.log;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.assay.verify.internal.log.LoggedStep.InForce;

/**
 * The log of a training loop.
 *
 * @param declaration the entries before the first step
 * @param steps the steps in the order of the run, at least one
 * @param distinctRecords number of different records that occur as members
 */
public record TrainingLog(Declaration declaration, List<LoggedStep> steps, int distinctRecords) {
  /**
   * Copies the steps.
   *
   * @throws IllegalArgumentException if there is none
   */
  public TrainingLog {
    steps = List.copyOf(following(declaration, steps));
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("the log has no steps: write a line for each step");
    }
  }

  /** The steps with the entries they leave out taken from the latest earlier entry. */
  private static List<LoggedStep> following(Declaration declaration, List<LoggedStep> steps) {
    OptionalDouble none = OptionalDouble.empty();
    InForce said = new InForce(declaration.clipNorm(), none, none);
    List<LoggedStep> all = new ArrayList<>();
    for (LoggedStep step : steps) {
      LoggedStep here = step.after(said);
      said = here.inForce();
      all.add(here);
    }
    return List.copyOf(all);
  }

  /**
   * The entries of a log before its first step.
   *
   * @param records number of records
   * @param expectedBatchSize the expected size of a batch
   * @param clipNorm the norm to which gradients are clipped
   * @param noiseMultiplier standard deviation of the noise over the clipping norm
   * @param gaussian number, from 1, of the Gaussian of the event's steps to which the logged noise
   *     belongs
   * @param divisorIsFixed whether the divisor was fixed independently of the number of records
   */
  public record Declaration(
      OptionalLong records,
      OptionalDouble expectedBatchSize,
      OptionalDouble clipNorm,
      OptionalDouble noiseMultiplier,
      OptionalLong gaussian,
      boolean divisorIsFixed) {
    /** A declaration without entries. */
    public static final Declaration NONE =
        new Declaration(
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            false);
  }

  /** The number of records: declared, or stated by the event. */
  OptionalLong records(StepPlan plan) {
    return declaration.records().isPresent() ? declaration.records() : plan.statedRecords();
  }

  /** Number of steps without an entry, in words. */
  String missing(Predicate<LoggedStep> says) {
    long silent = steps.stream().filter(says.negate()).count();
    return silent + " of " + steps.size() + " steps";
  }
}
