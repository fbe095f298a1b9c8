package org.assay.verify.external;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.accountant.internal.words.Brief;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
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
 * array or an object. {@code {"error": "..."}} stands for a run that failed. Numbers travel as
 * decimals that denote the double exactly; whole numbers keep all their digits.
 *
 * <p>A program that crashes, exceeds the time limit or writes anything else is killed and started
 * again. The failure becomes the outcome of one of the requested runs, a {@link Outcome.Failure}.
 * The run is chosen so that all outcomes remain independent runs of one mechanism ({@code
 * doc-files/failed-requests.md}). Results depend on the seed alone if the program draws all its
 * randomness from the seeds it is given.
 */
public final class OutsideMechanism implements BatchMechanism<JsonNode>, AutoCloseable {
  /** After this many failures in a row the audit ends: the program is broken. Not tuned. */
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
   * @return false if it receives strings
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
}
