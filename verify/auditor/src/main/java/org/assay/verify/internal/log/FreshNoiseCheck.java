package org.assay.verify.internal.log;

import java.nio.DoubleBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.verify.internal.log.Finding.Check;

/** Whether every step has noise, and noise of its own. */
final class FreshNoiseCheck {
  /**
   * Binary digits of randomness in a logged value, at least: two steps agree in a value with
   * probability at most 2 to the power of minus so many. Single precision has 23 around 1, fewer
   * where the noise is the difference of two larger numbers, and text may have been rounded.
   */
  private static final int BITS = 12;

  private FreshNoiseCheck() {}

  static Finding of(TrainingLog log, Check check) {
    Optional<LoggedStep> none =
        log.steps().stream()
            .filter(step -> step.noiseSquares().orElse(1) == 0)
            .filter(step -> isSure(log.steps().size(), step.noiseDimension(), check))
            .findFirst();
    if (none.isPresent()) {
      return check.doesNotMatch(none.get().place() + " has no noise at all");
    }
    List<LoggedStep> logged = log.steps().stream().filter(LoggedStep::hasNoise).toList();
    if (logged.isEmpty()) {
      return check.cannotTell("no step logs its noise, value by value");
    }
    double pairs = logged.size() * (logged.size() - 1.0) / 2 + logged.size();
    Optional<LoggedStep> few =
        logged.stream().filter(step -> !isSure(pairs, step.noiseDimension(), check)).findFirst();
    return repeated(logged, pairs, check)
        .map(check::doesNotMatch)
        .orElseGet(
            () ->
                few.isPresent()
                    ? check.cannotTell(few.get().place() + " logs too few values of its noise")
                    : logged.size() < log.steps().size()
                        ? check.cannotTell(
                            String.format(
                                "only %d of %d steps log their noise",
                                logged.size(), log.steps().size()))
                        : check.matches(logged.size() + " steps, no two with the same noise"));
  }

  /** Whether so many comparisons succeed by chance with the error probability at most. */
  private static boolean isSure(double comparisons, long dimension, Check check) {
    return Math.log(comparisons / (check.errorProbability() / 2)) / Math.log(2) < BITS * dimension;
  }

  private static Optional<String> repeated(List<LoggedStep> logged, double pairs, Check check) {
    Map<DoubleBuffer, LoggedStep> seen = new HashMap<>();
    for (LoggedStep step : logged) {
      LoggedStep before = seen.putIfAbsent(DoubleBuffer.wrap(step.noise()), step);
      if (before != null && isSure(pairs, step.noiseDimension(), check)) {
        return Optional.of(step.place() + " has the noise of " + before.place());
      }
    }
    return Optional.empty();
  }
}
