package org.assay.verify.trial;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The trials of a mechanism that is asked for many runs at once. The boundaries of requests depend
 * on the numbers of the trials alone, so that results do not depend on threads.
 *
 * @param mechanism the mechanism to run
 * @param seed the root seed
 * @param deadline time at which to give up
 * @param nanos the clock of the deadline
 */
record BatchTrials<D>(BatchMechanism<D> mechanism, long seed, long deadline, LongSupplier nanos) {
  /**
   * Runs trials {@code first + start} to {@code first + end - 1}; returns false if time ran out.
   */
  boolean run(
      AdjacentPair<D> pair, long first, int start, int end, boolean[] left, Outcome[] outcomes)
      throws InterruptedException {
    int group = mechanism.trialsPerRequest();
    for (int from = start; from < end; from += group) {
      int to = Math.min(end, from + group);
      for (int i = from; i < to; i++) {
        left[i] = TrialRandom.coin(seed, first + i);
      }
      if (!(runSide(pair.left(), true, first, from, to, left, outcomes)
          && runSide(pair.right(), false, first, from, to, left, outcomes))) {
        return false;
      }
    }
    return true;
  }

  private boolean runSide(
      D dataset, boolean side, long first, int from, int to, boolean[] left, Outcome[] outcomes)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the audit was interrupted");
    }
    long[] seeds = new long[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      if (left[i] == side) {
        seeds[count++] = TrialRandom.of(seed, first + i).nextLong();
      }
    }
    Optional<List<Outcome>> answers = ask(dataset, Arrays.copyOf(seeds, count));
    if (answers.isEmpty()) {
      return false;
    }
    int next = 0;
    for (int i = from; i < to; i++) {
      if (left[i] == side) {
        outcomes[i] = answers.get().get(next++);
      }
    }
    return true;
  }

  private Optional<List<Outcome>> ask(D dataset, long[] seeds) throws InterruptedException {
    if (seeds.length == 0) {
      return Optional.of(List.of());
    }
    if (deadline != Long.MAX_VALUE && nanos.getAsLong() - deadline >= 0) {
      return Optional.empty();
    }
    Optional<List<Outcome>> answers = mechanism.runAll(dataset, seeds, deadline);
    answers.ifPresent(
        list -> {
          if (list.size() != seeds.length) {
            throw new IllegalStateException(
                "runAll returned " + list.size() + " outcomes for " + seeds.length + " runs");
          }
        });
    return answers;
  }
}
