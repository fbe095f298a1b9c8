package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Parameters;

/**
 * The steps of a pair of contractive noisy iterations, fixed before the data are seen. A schedule
 * is any list of steps, stored as stretches that repeat a pattern, so that long constant or
 * periodic schedules need little memory. Steps count from 0, and there are at most 2^53 steps.
 */
public final class IterationSchedule {
  /** Largest number of steps: doubles count steps exactly up to here. */
  private static final long MOST_STEPS = 1L << 53;

  private final List<Stretch> stretches;
  private final long[] starts;

  private IterationSchedule(List<Stretch> stretches) {
    this.stretches = List.copyOf(stretches);
    this.starts = new long[stretches.size() + 1];
    for (int i = 0; i < stretches.size(); i++) {
      starts[i + 1] = Math.addExact(starts[i], stretches.get(i).steps());
      if (!(starts[i + 1] <= MOST_STEPS)) {
        throw new IllegalArgumentException(
            "steps were " + starts[i + 1] + ": they must be at most 2^53");
      }
    }
  }

  /**
   * A pattern of steps, repeated.
   *
   * @param pattern at least one step
   * @param repetitions number of repetitions, at least 1
   * @return the schedule
   * @throws IllegalArgumentException if the pattern is empty or the count is out of range
   */
  public static IterationSchedule periodic(List<NoisyIteration> pattern, long repetitions) {
    double[] shifts = pattern.stream().mapToDouble(NoisyIteration::shift).toArray();
    double[] noises =
        pattern.stream().mapToDouble(NoisyIteration::noiseStandardDeviation).toArray();
    double[] contractions = pattern.stream().mapToDouble(NoisyIteration::contraction).toArray();
    return checked(shifts, noises, contractions, repetitions);
  }

  /**
   * A list of steps from one array for each quantity; the ranges are those of {@link
   * NoisyIteration}.
   *
   * @param shifts one for each step
   * @param noiseStandardDeviations one for each step, in the unit of the parameter
   * @param contractions one for each step
   * @return the schedule
   * @throws IllegalArgumentException if the arrays are empty, differ in length or hold a value out
   *     of range
   */
  public static IterationSchedule of(
      double[] shifts, double[] noiseStandardDeviations, double[] contractions) {
    return checked(shifts.clone(), noiseStandardDeviations.clone(), contractions.clone(), 1);
  }

  private static IterationSchedule checked(
      double[] shifts, double[] noises, double[] contractions, long repetitions) {
    int steps = shifts.length;
    if (!(steps >= 1 && noises.length == steps && contractions.length == steps)) {
      throw new IllegalArgumentException(
          "lengths of shifts, noise and contractions were "
              + List.of(steps, noises.length, contractions.length)
              + ": they must be equal and at least 1");
    }
    for (int t = 0; t < steps; t++) {
      NoisyIteration.requireScale("shift", shifts[t]);
      NoisyIteration.requireScale("noiseStandardDeviation", noises[t]);
      NoisyIteration.requireContraction("contraction", contractions[t]);
    }
    Parameters.requireAtLeastOne("repetitions", repetitions);
    return new IterationSchedule(List.of(new Stretch(shifts, noises, contractions, repetitions)));
  }

  /**
   * This schedule followed by another.
   *
   * @param next the schedule that follows
   * @return the longer schedule
   * @throws IllegalArgumentException if there are more than 2^53 steps
   */
  public IterationSchedule then(IterationSchedule next) {
    List<Stretch> all = new ArrayList<>(stretches);
    all.addAll(next.stretches);
    return new IterationSchedule(all);
  }

  /**
   * Number of steps.
   *
   * @return at least 1
   */
  public long steps() {
    return starts[stretches.size()];
  }

  List<Stretch> stretches() {
    return stretches;
  }

  /** Index of the first step of a stretch, or the number of steps after the last one. */
  long start(int stretch) {
    return starts[stretch];
  }

  /** The index of the stretch that holds a step. */
  int stretchAt(long index) {
    int found = Arrays.binarySearch(starts, index);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IterationSchedule that && stretches.equals(that.stretches);
  }

  @Override
  public int hashCode() {
    return stretches.hashCode();
  }

  @Override
  public String toString() {
    return stretches.stream()
        .map(stretch -> stretch.repetitions() + " times " + stretch.period() + " steps")
        .collect(Collectors.joining(", then "));
  }
}
