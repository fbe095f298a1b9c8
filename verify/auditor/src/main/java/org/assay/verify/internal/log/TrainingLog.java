package org.assay.verify.internal.log;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.assay.verify.internal.log.LoggedStep.InForce;

/**
 * What a training loop wrote down.
 *
 * @param declaration what it said before the first step
 * @param steps in the order of the run, at least one
 * @param distinctRecords how many records occur as members
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

  /** What a step leaves out is what was said last. */
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
   * What a loop says before its first step.
   *
   * @param records how many records there are
   * @param expectedBatchSize the expected size of a batch
   * @param clipNorm the norm to which gradients are clipped
   * @param noiseMultiplier standard deviation of the noise over the clipping norm
   * @param gaussian which Gaussian of the event's steps the logged noise is that of, from 1
   * @param divisorIsFixed whether the divisor was fixed without a look at the number of records
   */
  public record Declaration(
      OptionalLong records,
      OptionalDouble expectedBatchSize,
      OptionalDouble clipNorm,
      OptionalDouble noiseMultiplier,
      OptionalLong gaussian,
      boolean divisorIsFixed) {
    /** Nothing was declared. */
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

  /** How many steps an entry is missing from, in words. */
  String missing(Predicate<LoggedStep> says) {
    long silent = steps.stream().filter(says.negate()).count();
    return silent + " of " + steps.size() + " steps";
  }
}
