package org.assay.verify.internal.log;

import java.nio.DoubleBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.verify.internal.log.Finding.Check;

/** Checks whether every step has noise, and noise that is not that of another step. */
final class FreshNoiseCheck {
  /**
   * Smallest number b of random bits in a logged value: two steps agree in a value with probability
   * at most {@code 2^-b}. Not tuned. Single precision has 23 around 1, fewer where the noise is the
   * difference of two larger numbers, and text may have been rounded.
   */
  private static final int BITS = 12;

  /**
   * Smallest number t of random bits for a tie: a value is 0, or that of the step before, with
   * probability at most {@code 2^-t}. One bit less than {@link #BITS}, since there are two such
   * values.
   */
  private static final int TIE_BITS = BITS - 1;

  /**
   * Number of equal shares of the error probability: no noise, noise of another step, ties of a
   * coordinate, ties of a step.
   */
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

  /**
   * Whether some of these comparisons succeed by chance with probability at most the share of the
   * error probability.
   */
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

  /**
   * A message about values that are 0, or equal to that of the step before in their coordinate, if
   * there are too many.
   */
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
   * The smallest number k of ties among n values that is too many. Each value is a tie with
   * probability at most p given earlier values. So k ties in any of the groups have probability at
   * most {@code groups (n choose k) p^k <= groups (e n / k)^k p^k}. For the returned k the right
   * side is at most the share of the error probability.
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
