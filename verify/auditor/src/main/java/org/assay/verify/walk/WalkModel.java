package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.List;

/**
 * One clamped walk: {@code x ← clamp(contraction · x + shift + N(0, 1), 0, width)} from {@code
 * start}. After the steps of the stages, the shift follows one law in the active steps and another
 * law in the quiet steps. The active steps are those with {@code step mod period = position}.
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
  /** Steps with laws of their own, before all others. */
  record Stage(long steps, StepLaw active, StepLaw quiet) {}

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
    List<StepLaw> laws = new ArrayList<>();
    stages.forEach(stage -> add(laws, stage.active(), stage.quiet()));
    add(laws, active, quiet);
    return laws;
  }

  private void add(List<StepLaw> laws, StepLaw withRecord, StepLaw withoutRecord) {
    laws.add(withRecord);
    if (period > 1) {
      laws.add(withoutRecord);
    }
  }

  /** The index of a step's law among {@link #laws}. */
  int law(long step) {
    int stage = 0;
    long end = 0;
    while (stage < stages.size()) {
      end += stages.get(stage).steps();
      if (step < end) {
        break;
      }
      stage++;
    }
    return period > 1 ? 2 * stage + (step % period == position ? 0 : 1) : stage;
  }

  /** The law of the last step. */
  StepLaw lastLaw() {
    return laws().get(law(steps - 1));
  }

  double omitted() {
    return laws().stream().mapToDouble(StepLaw::omitted).max().orElseThrow();
  }
}
