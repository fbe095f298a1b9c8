package org.assay.verify.internal.log;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("the log has no steps: write a line for each step");
    }
  }

  /**
   * What a loop says before its first step.
   *
   * @param records how many records there are
   * @param expectedBatchSize the expected size of a batch
   * @param clipNorm the norm to which gradients are clipped
   * @param noiseMultiplier standard deviation of the noise over the clipping norm
   * @param divisorIsFixed whether the divisor was fixed without a look at the number of records
   */
  public record Declaration(
      OptionalLong records,
      OptionalDouble expectedBatchSize,
      OptionalDouble clipNorm,
      OptionalDouble noiseMultiplier,
      boolean divisorIsFixed) {
    /** Nothing was declared. */
    public static final Declaration NONE =
        new Declaration(
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false);
  }

  /** The number of records: declared, or stated by the event. */
  OptionalLong records(StepPlan plan) {
    return declaration.records().isPresent() ? declaration.records() : plan.statedRecords();
  }

  /** The clipping norm of a step: its own, or the declared one. */
  OptionalDouble clipNorm(LoggedStep step) {
    return step.clipNorm().isPresent() ? step.clipNorm() : declaration.clipNorm();
  }
}
