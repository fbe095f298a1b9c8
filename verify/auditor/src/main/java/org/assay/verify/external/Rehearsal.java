package org.assay.verify.external;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds out before an audit whether a program answers at all and how fast, so that an audit that
 * begins can end.
 */
public final class Rehearsal {
  /** A program that needs more of its time limit for a full request is asked for single runs. */
  private static final int SHARE_OF_TIMEOUT = 4;

  private static final int STARTUP_FACTOR = 4;
  private static final Duration LEAST_STARTUP = Duration.ofSeconds(1);
  private static final int MOST_DATASETS = 8;

  private final OutsideProgram program;

  private Rehearsal(OutsideProgram program) {
    this.program = program;
  }

  /**
   * Tries a program on the first few datasets until one is answered, then with a request for as
   * many runs as it will be asked for.
   *
   * @param program the program
   * @param datasets at least one dataset of the audit
   * @return the program, with an allowance for its start that fits how long it took, and with one
   *     run per request if it was slow or failed to answer many runs at once
   * @throws OutsideProgramException if it cannot be started, answers for none of these datasets or
   *     gives a wrong number of outputs
   * @throws InterruptedException if the thread was interrupted
   */
  public static OutsideProgram of(OutsideProgram program, List<JsonNode> datasets)
      throws InterruptedException {
    return new Rehearsal(program).run(datasets);
  }

  private OutsideProgram run(List<JsonNode> datasets) throws InterruptedException {
    RequestTexts texts = new RequestTexts();
    String problem = "there was no dataset to try it on";
    for (JsonNode dataset : datasets.subList(0, Math.min(MOST_DATASETS, datasets.size()))) {
      try (Program started = Program.start(program)) {
        String text = texts.of(dataset);
        long begin = System.nanoTime();
        Reply first = started.ask(new Request(text, 1, 1), Long.MAX_VALUE);
        Optional<Reply.Broken> broken = first.broken();
        if (broken.isEmpty()) {
          OutsideProgram adapted = program.withStartup(startup(System.nanoTime() - begin));
          return adapted.withRunsPerRequest(runsPerRequest(started, text));
        }
        problem = Failures.message(program, "it did not answer", broken.get(), started.errors());
      }
    }
    throw new OutsideProgramException(problem);
  }

  private static Duration startup(long nanos) {
    Duration allowance = Duration.ofNanos(nanos).multipliedBy(STARTUP_FACTOR);
    return allowance.compareTo(LEAST_STARTUP) < 0 ? LEAST_STARTUP : allowance;
  }

  private int runsPerRequest(Program started, String dataset) throws InterruptedException {
    int runs = program.runsPerRequest();
    if (runs == 1) {
      return 1;
    }
    long begin = System.nanoTime();
    Reply reply = started.ask(new Request(dataset, runs, 2), Long.MAX_VALUE);
    long nanos = System.nanoTime() - begin;
    Optional<Reply.Broken> miscounted = reply.broken().filter(Reply.Broken::isMiscounted);
    if (miscounted.isPresent()) {
      throw new OutsideProgramException(
          Failures.message(
              program,
              "it must answer with one output for each run",
              miscounted.get(),
              started.errors()));
    }
    boolean fast = nanos <= program.timeout().toNanos() / SHARE_OF_TIMEOUT;
    return reply.isAnswered() && fast ? runs : 1;
  }
}
