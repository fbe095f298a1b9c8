package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Schedules with silent steps, steps without shifts, contractions and expansions. */
final class RandomSchedules {
  private RandomSchedules() {}

  static IterationSchedule list(Random random, int steps) {
    return IterationSchedule.periodic(steps(random, steps, 1), 1);
  }

  /** A few patterns, repeated; the last step has noise. */
  static IterationSchedule compressed(Random random, int stretches, int longest) {
    IterationSchedule schedule = list(random, 1);
    for (int i = 0; i < stretches; i++) {
      double scale = 1 + 0.03 * random.nextGaussian();
      List<NoisyIteration> pattern = steps(random, 1 + random.nextInt(4), scale);
      IterationSchedule next = IterationSchedule.periodic(pattern, 1 + random.nextInt(longest));
      schedule = schedule.then(next);
    }
    return schedule.then(IterationSchedule.periodic(List.of(new NoisyIteration(0, 0.5, 1)), 1));
  }

  static IterationSchedule expanded(IterationSchedule schedule) {
    List<NoisyIteration> all = new ArrayList<>();
    for (long t = 0; t < schedule.steps(); t++) {
      all.add(Allocations.step(schedule, t));
    }
    return IterationSchedule.periodic(all, 1);
  }

  private static List<NoisyIteration> steps(Random random, int count, double scale) {
    List<NoisyIteration> steps = new ArrayList<>();
    double[] usual = {1, 1, 0.9, 0.98, 1.02, 1.1, 0.5};
    for (int t = 0; t < count; t++) {
      double shift = random.nextInt(3) == 0 ? 0 : random.nextDouble() + 1e-3;
      double noise = random.nextInt(4) == 0 ? 0 : random.nextDouble() + 0.1;
      double contraction = scale * (random.nextBoolean() ? 1 : usual[random.nextInt(7)]);
      steps.add(new NoisyIteration(shift, noise, contraction));
    }
    return steps;
  }
}
