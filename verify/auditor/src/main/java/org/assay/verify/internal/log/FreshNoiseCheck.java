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

  /**
   * The same for a value that is 0 or that of the step before: two values of so many digits have
   * probability at most 2 to the power of minus so many.
   */
  private static final int TIE_BITS = BITS - 1;

  /** No noise, noise of another step, ties of a coordinate, ties of a step: equal shares. */
  private static final int SHARES = 4;

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
        .or(() -> tied(logged, check))
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
    return Math.log(comparisons / (check.errorProbability() / SHARES)) / Math.log(2)
        < BITS * dimension;
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

  /** Values that are 0, or that of the step before in their coordinate, where these are many. */
  private static Optional<String> tied(List<LoggedStep> logged, Check check) {
    int widest = logged.stream().mapToInt(step -> step.noise().length).max().orElse(0);
    long mostOfCoordinate = tooMany(logged.size(), widest, check);
    long[] ofCoordinate = new long[widest];
    double[] before = {};
    for (LoggedStep step : logged) {
      double[] noise = step.noise();
      long ofStep = 0;
      for (int i = 0; i < noise.length; i++) {
        boolean tie = noise[i] == 0 || (i < before.length && noise[i] == before[i]);
        ofStep += tie ? 1 : 0;
        ofCoordinate[i] += tie ? 1 : 0;
        if (ofCoordinate[i] >= mostOfCoordinate) {
          return Optional.of(
              String.format(
                  "coordinate %d of the noise is 0 or that of the step before in %d steps, at last"
                      + " in %s",
                  i + 1, ofCoordinate[i], step.place()));
        }
      }
      if (ofStep >= tooMany(noise.length, logged.size(), check)) {
        return Optional.of(
            String.format(
                "%s has %d of %d values of the noise that are 0 or those of the step before",
                step.place(), ofStep, noise.length));
      }
      before = noise;
    }
    return Optional.empty();
  }

  /**
   * The least number k of ties among n values, each a tie with probability at most p given those
   * before, that has probability at most the share of the error probability in any of some groups:
   * {@code groups (n choose k) p^k <= groups (e n / k)^k p^k}.
   */
  private static long tooMany(long n, long groups, Check check) {
    double bits = Math.log(groups / (check.errorProbability() / SHARES)) / Math.log(2);
    for (long k = 1; k <= n; k++) {
      double each = TIE_BITS - Math.log(Math.E * n / k) / Math.log(2);
      if (k * each >= bits) {
        return k;
      }
    }
    return Long.MAX_VALUE;
  }
}
