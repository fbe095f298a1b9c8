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

  /** How many datasets may stay silent before one answers. */
  private static final int MOST_SILENT = 8;

  /** Further datasets are tried as long as a rehearsal may take. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final OutsideProgram program;
  private final RequestTexts texts;

  private Rehearsal(OutsideProgram program) {
    this.program = program;
    this.texts = new RequestTexts(program.bareNotFinite());
  }

  /**
   * Tries a program on the first few datasets until one is answered, then on every dataset with a
   * request for as many runs as it will be asked for, as long as a rehearsal may take. A dataset on
   * which it fails is left to the audit, to which failing is an outcome.
   *
   * @param program the program
   * @param datasets at least one dataset of the audit
   * @return the program, with an allowance for its start that fits how long it took, and with one
   *     run per request if on some dataset it was slow, or failed to answer many runs at once and
   *     answers a single one
   * @throws OutsideProgramException if it cannot be started, answers for none of these datasets or
   *     gives a wrong number of outputs
   * @throws InterruptedException if the thread was interrupted
   */
  public static OutsideProgram of(OutsideProgram program, List<JsonNode> datasets)
      throws InterruptedException {
    return new Rehearsal(program).run(datasets);
  }

  private OutsideProgram run(List<JsonNode> datasets) throws InterruptedException {
    long begin = System.nanoTime();
    String problem = "there was no dataset to try it on";
    int silent = Math.min(MOST_SILENT, datasets.size());
    for (int i = 0; i < silent; i++) {
      String text = texts.of(datasets.get(i));
      try (Program started = Program.start(program)) {
        long asked = System.nanoTime();
        Optional<Reply.Broken> broken =
            started.ask(new Request(text, 1, 1), Long.MAX_VALUE).broken();
        if (broken.isEmpty()) {
          OutsideProgram adapted = program.withStartup(startup(System.nanoTime() - asked));
          boolean together =
              takesAllRuns(started, text)
                  && takeAllRuns(datasets.subList(i + 1, datasets.size()), begin);
          return adapted.withRunsPerRequest(together ? program.runsPerRequest() : 1);
        }
        problem = Failures.message(program, "it did not answer", broken.get(), started.errors());
      }
    }
    throw new OutsideProgramException(problem);
  }

  /** Whether full requests on all these datasets are answered in time wherever single ones are. */
  private boolean takeAllRuns(List<JsonNode> others, long begin) throws InterruptedException {
    Program started = Program.start(program);
    try {
      for (JsonNode dataset : others) {
        if (program.runsPerRequest() == 1 || System.nanoTime() - begin > LONGEST.toNanos()) {
          return true;
        }
        String text = texts.of(dataset);
        if (!takesAllRuns(started, text)) {
          started.close();
          started = Program.start(program);
          if (started.ask(new Request(text, 1, 1), Long.MAX_VALUE).isAnswered()) {
            return false;
          }
          started.close();
          started = Program.start(program);
        }
      }
      return true;
    } finally {
      started.close();
    }
  }

  private static Duration startup(long nanos) {
    Duration allowance = Duration.ofNanos(nanos).multipliedBy(STARTUP_FACTOR);
    return allowance.compareTo(LEAST_STARTUP) < 0 ? LEAST_STARTUP : allowance;
  }

  private boolean takesAllRuns(Program started, String dataset) throws InterruptedException {
    int runs = program.runsPerRequest();
    if (runs == 1) {
      return true;
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
    return reply.isAnswered() && nanos <= program.timeout().toNanos() / SHARE_OF_TIMEOUT;
  }
}
