package org.assay.verify.external;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.assay.accountant.internal.words.Brief;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.trial.BatchMechanism;
import org.assay.verify.trial.Outcome;

/**
 * A mechanism that an outside program runs. The program is started once for every run in progress
 * at the same time. Requests arrive on standard input, one JSON object a line,
 *
 * <pre>{@code
 * {"dataset": ..., "runs": n, "seed": s}
 * }</pre>
 *
 * <p>and the program answers each with one line on standard output,
 *
 * <pre>{@code
 * {"outputs": [o1, ..., on]}
 * }</pre>
 *
 * <p>An output is a number, a string (also "NaN", "Infinity", "-Infinity"), true, false, null, an
 * array or an object. {@code {"error": "..."}} stands for a run that failed. Numbers are sent as
 * decimals that denote the double exactly; whole numbers keep all their digits.
 *
 * <p>A program that crashes, exceeds the time limit or writes anything else is killed and started
 * again. The failure becomes the outcome of one of the requested runs, a {@link Outcome.Failure}.
 * The run is chosen so that all outcomes remain independent runs of one mechanism ({@code
 * doc-files/failed-requests.md}). Results depend on the seed alone if the program draws all its
 * randomness from the seeds it is given.
 */
public final class OutsideMechanism implements BatchMechanism<JsonNode>, AutoCloseable {
  /**
   * Number of failures in a row after which the audit ends, since the program is broken. Not tuned.
   */
  private static final int MOST_FAILURES = 1000;

  private final OutsideProgram description;
  private final RequestTexts texts;
  private final Deque<Program> idle = new ArrayDeque<>();
  private final Set<Program> started = new HashSet<>();
  private int failures;
  private boolean closed;

  /**
   * A mechanism; the program is started when it is first needed.
   *
   * @param description the program
   */
  public OutsideMechanism(OutsideProgram description) {
    this.description = description;
    this.texts = new RequestTexts(description.bareNotFinite());
  }

  /**
   * Whether the program receives NaN and infinities as bare words.
   *
   * @return false if the program receives strings
   */
  public boolean givesBareNotFinite() {
    return description.bareNotFinite();
  }

  /** Twice the runs of a request, since about half of the trials run on either dataset. */
  @Override
  public int trialsPerRequest() {
    return (int) Math.min(Integer.MAX_VALUE, 2L * description.runsPerRequest());
  }

  /**
   * Runs several times on one dataset.
   *
   * @throws OutsideProgramException if the program cannot be started, writes without being asked,
   *     or failed a thousand times in a row
   */
  @Override
  public Optional<List<Outcome>> runAll(JsonNode dataset, long[] seeds, long deadline)
      throws InterruptedException {
    long limit = description.timeout().toNanos();
    return new Runs(this::ask, texts.of(dataset), deadline, limit, System::nanoTime)
        .all(seeds, description.runsPerRequest());
  }

  /** Sends a request to an idle program, or to a new one. */
  private Reply ask(Request request, long deadline) throws InterruptedException {
    Program program = take();
    boolean answered = false;
    try {
      Reply reply = program.ask(request, deadline);
      answered = reply.isAnswered();
      Optional<Reply.Broken> broken = reply.broken();
      if (broken.isPresent()) {
        countFailure(program, broken.get());
      }
      return reply;
    } finally {
      release(program, answered);
    }
  }

  private synchronized Program take() {
    if (closed) {
      throw new IllegalStateException("the mechanism was closed");
    }
    Program program = idle.poll();
    if (program == null) {
      program = Program.start(description);
      started.add(program);
    }
    return program;
  }

  private synchronized void release(Program program, boolean answered) {
    if (answered) {
      failures = 0;
    }
    if (answered && !closed) {
      idle.push(program);
    } else {
      program.close();
      started.remove(program);
    }
  }

  private void countFailure(Program program, Reply.Broken broken) throws InterruptedException {
    int count;
    synchronized (this) {
      count = ++failures;
    }
    if (count > MOST_FAILURES) {
      throw new OutsideProgramException(
          Failures.message(
              description, count + " requests in a row failed", broken, program.errors()));
    }
  }

  /** Kills the programs. Runs in progress fail. */
  @Override
  public synchronized void close() {
    closed = true;
    started.forEach(Program::close);
    started.clear();
    idle.clear();
  }

  /** The command. */
  @Override
  public String toString() {
    return "program " + Brief.of(String.join(" ", description.command()));
  }

  /**
   * Independent runs on one dataset, in requests for many runs as long as these succeed.
   *
   * @param requests sends the requests
   * @param dataset the dataset as JSON
   * @param deadline time at which the audit ends
   * @param limit the time limit of a request in nanoseconds
   * @param clock nanoseconds
   */
  record Runs(Requests requests, String dataset, long deadline, long limit, LongSupplier clock) {
    /** Separates the seeds of runs after a failed request from the seeds of requests. */
    private static final long AFTERWARDS = 0x632BE59BD9B4E019L;

    /**
     * Part of the time limit that single runs may take together. Above it, a request for all runs
     * may exceed the limit on a busy machine. Not tuned.
     */
    private static final double SHARE_OF_LIMIT = 0.25;

    /** Sends requests. */
    @FunctionalInterface
    interface Requests {
      /** Sends a request and waits for the reply until the deadline. */
      Reply ask(Request request, long deadline) throws InterruptedException;
    }

    /**
     * Single runs: as many as were asked for, or fewer if the last one failed.
     *
     * @param nanos estimated time of all of them, without the first one, which may wait for the
     *     program's start
     */
    private record Singles(List<Outcome> outcomes, boolean failed, double nanos) {}

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
      return afterFailure(count, reply, new SplittableRandom(seed ^ AFTERWARDS));
    }

    /**
     * Runs with their distribution given that a request for them failed. If one of the fresh single
     * runs fails as well, the single runs are returned. Otherwise a failure is put at a random
     * place, with the probability that the first failure is at this place.
     */
    private Optional<List<Outcome>> afterFailure(int count, Reply reply, SplittableRandom random)
        throws InterruptedException {
      Optional<Singles> again = singles(count, false, random);
      if (again.isEmpty() || again.get().failed()) {
        return again.map(Singles::outcomes);
      }
      Reply.Cause cause = reply.broken().orElseThrow().cause();
      if (cause == Reply.Cause.TIME) {
        requireTimeForAll(count, again.get());
      }
      if (cause == Reply.Cause.LENGTH) {
        throw tooLong(count);
      }
      Outcome failure = reply.seen().orElseThrow().get(0);
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

    /** Refuses a program whose request can exceed the time limit although no run hangs. */
    private void requireTimeForAll(int count, Singles singles) {
      if (!(singles.nanos() < limit * SHARE_OF_LIMIT)) {
        throw new OutsideProgramException(
            String.format(
                Locale.ROOT,
                "a request for %d runs on the dataset %s took longer than its limit of %s s, while"
                    + " single runs are answered and take %.3g s together: no run failed, the limit"
                    + " is too short for so many; raise the timeout or ask for fewer runs per"
                    + " request",
                count,
                DataDescription.of(dataset),
                limit / 1e9,
                singles.nanos() / 1e9));
      }
    }

    /**
     * The refusal of too long a line: the length depends on all outputs in it, so it is no outcome
     * of one run.
     */
    private OutsideProgramException tooLong(int count) {
      return new OutsideProgramException(
          String.format(
              Locale.ROOT,
              "a request for %d runs on the dataset %s was answered by a line above %d MiB, while"
                  + " the outputs of single runs are shorter: no run failed, they are too long"
                  + " together; ask for fewer runs per request",
              count,
              DataDescription.of(dataset),
              LineReader.LONGEST >> 20));
    }

    private static List<Outcome> joined(List<Outcome> before, Outcome at, List<Outcome> after) {
      List<Outcome> all = new ArrayList<>(before);
      all.add(at);
      all.addAll(after);
      return all;
    }

    /** Single runs with fresh seeds, all of them or up to the first failure. */
    private Optional<Singles> singles(int count, boolean stopAtFailure, SplittableRandom random)
        throws InterruptedException {
      List<Outcome> outcomes = new ArrayList<>();
      boolean failed = false;
      long afterFirst = 0;
      while (outcomes.size() < count && !(failed && stopAtFailure)) {
        Reply reply = requests.ask(new Request(dataset, 1, random.nextLong()), deadline);
        Optional<List<Outcome>> seen = reply.seen();
        if (seen.isEmpty()) {
          return Optional.empty();
        }
        outcomes.add(seen.get().get(0));
        failed |= reply.broken().isPresent();
        afterFirst = outcomes.size() == 1 ? clock.getAsLong() : afterFirst;
      }
      double nanos = clock.getAsLong() - afterFirst;
      double share = outcomes.size() / Math.max(1.0, outcomes.size() - 1.0);
      return Optional.of(new Singles(outcomes, failed, nanos * share));
    }
  }
}
