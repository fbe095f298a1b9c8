package org.assay.verify.external;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assay.verify.trial.Outcome;

/**
 * Independent runs on one dataset, asked for together as long as that succeeds.
 *
 * @param requests where to ask
 * @param dataset the dataset as JSON
 * @param deadline when the audit runs out of time
 */
record Runs(Requests requests, String dataset, long deadline) {
  /** Tells the seeds of what follows a failed request from those of requests. */
  private static final long AFTERWARDS = 0x632BE59BD9B4E019L;

  /** Where requests go. */
  @FunctionalInterface
  interface Requests {
    /** Sends a request and waits for the reply until the deadline. */
    Reply ask(Request request, long deadline) throws InterruptedException;
  }

  /** Single runs: as many as were asked for, fewer if they end with a failure. */
  private record Singles(List<Outcome> outcomes, boolean failed) {}

  Optional<List<Outcome>> all(long[] seeds, int runsPerRequest) throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int from = 0; from < seeds.length; from += runsPerRequest) {
      int count = Math.min(runsPerRequest, seeds.length - from);
      Optional<List<Outcome>> some = together(count, seeds[from]);
      if (some.isEmpty()) {
        return Optional.empty();
      }
      outcomes.addAll(some.get());
    }
    return Optional.of(outcomes);
  }

  private Optional<List<Outcome>> together(int count, long seed) throws InterruptedException {
    Reply reply = requests.ask(new Request(dataset, count, seed), deadline);
    Optional<List<Outcome>> seen = reply.seen();
    if (reply.broken().isEmpty() || count == 1) {
      return seen;
    }
    Outcome failure = seen.orElseThrow().get(0);
    return afterFailure(count, failure, new SplittableRandom(seed ^ AFTERWARDS));
  }

  /**
   * Runs as they are distributed given that a request for them failed: fresh ones if one of them
   * fails as well; otherwise a failure at a place drawn by how likely a first failure is there.
   */
  private Optional<List<Outcome>> afterFailure(int count, Outcome failure, SplittableRandom random)
      throws InterruptedException {
    Optional<Singles> again = singles(count, false, random);
    if (again.isEmpty() || again.get().failed()) {
      return again.map(Singles::outcomes);
    }
    while (true) {
      int place = random.nextInt(count);
      Optional<Singles> before = singles(place, true, random);
      if (before.isEmpty()) {
        return Optional.empty();
      }
      if (!before.get().failed()) {
        return singles(count - 1 - place, false, random)
            .map(after -> joined(before.get().outcomes(), failure, after.outcomes()));
      }
    }
  }

  private static List<Outcome> joined(List<Outcome> before, Outcome at, List<Outcome> after) {
    List<Outcome> all = new ArrayList<>(before);
    all.add(at);
    all.addAll(after);
    return all;
  }

  /** Single runs with fresh seeds, to the end or up to the first failure. */
  private Optional<Singles> singles(int count, boolean stopAtFailure, SplittableRandom random)
      throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    boolean failed = false;
    while (outcomes.size() < count && !(failed && stopAtFailure)) {
      Reply reply = requests.ask(new Request(dataset, 1, random.nextLong()), deadline);
      Optional<List<Outcome>> seen = reply.seen();
      if (seen.isEmpty()) {
        return Optional.empty();
      }
      outcomes.add(seen.get().get(0));
      failed |= reply.broken().isPresent();
    }
    return Optional.of(new Singles(outcomes, failed));
  }
}
