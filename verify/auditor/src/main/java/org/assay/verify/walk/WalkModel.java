package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;

/**
 * One clamped walk: {@code x ← clamp(contraction · x + shift + N(0, 1), 0, width)} from {@code
 * start}. After the steps of the stages the shift follows one law in the active steps, those with
 * {@code step mod period = position}, and another in the others.
 */
record WalkModel(
    double width,
    double contraction,
    double start,
    long steps,
    long period,
    long position,
    StepLaw active,
    StepLaw quiet,
    List<Stage> stages) {
  /** Steps with a law of their own, before all others. */
  record Stage(long steps, StepLaw law) {}

  WalkModel {
    stages = List.copyOf(stages);
  }

  WalkModel(
      double width,
      double contraction,
      double start,
      long steps,
      long period,
      long position,
      StepLaw active,
      StepLaw quiet) {
    this(width, contraction, start, steps, period, position, active, quiet, List.of());
  }

  /** The laws of all steps. */
  List<StepLaw> laws() {
    List<StepLaw> laws = new ArrayList<>(stages.stream().map(Stage::law).toList());
    laws.add(active);
    if (period > 1) {
      laws.add(quiet);
    }
    return laws;
  }

  /** Which of the laws a step has. */
  int law(long step) {
    long end = 0;
    for (int index = 0; index < stages.size(); index++) {
      end += stages.get(index).steps();
      if (step < end) {
        return index;
      }
    }
    return stages.size() + (step % period == position ? 0 : 1);
  }

  double omitted() {
    return laws().stream().mapToDouble(StepLaw::omitted).max().orElseThrow();
  }
}
