package org.assay.verify.external;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;

/**
 * Checks before an audit that a program answers, also to requests for many runs at once, so that
 * the audit can end. Times are not measured: a request is answered within the limits of the program
 * or not.
 */
public final class Rehearsal {
  /** Number of datasets without an answer after which the program is refused. Not tuned. */
  private static final int MOST_SILENT = 8;

  /**
   * Number of datasets that get a full request; each request to a slow program takes time. Not
   * tuned.
   */
  private static final int MOST_TRIED = 32;

  private final OutsideProgram program;
  private final RequestTexts texts;

  private Rehearsal(OutsideProgram program) {
    this.program = program;
    this.texts = new RequestTexts(program.bareNotFinite());
  }

  /**
   * Tries the first few datasets until one is answered. This dataset and its successors, {@value
   * #MOST_TRIED} in all, get a request with the full number of runs. A dataset on which the program
   * fails is left to the audit, where a failure is an outcome.
   *
   * @param program the program
   * @param datasets at least one dataset of the audit
   * @return the program. It gets one run per request if on some dataset a full request failed (also
   *     by its time limit) and a single run did not
   * @throws OutsideProgramException if the program cannot be started, answers for none of these
   *     datasets, or gives a wrong number of outputs
   * @throws InterruptedException if the thread was interrupted
   */
  public static OutsideProgram of(OutsideProgram program, List<JsonNode> datasets)
      throws InterruptedException {
    return new Rehearsal(program).run(datasets);
  }

  private OutsideProgram run(List<JsonNode> datasets) throws InterruptedException {
    String problem = "there was no dataset to try it on";
    int silent = Math.min(MOST_SILENT, datasets.size());
    for (int i = 0; i < silent; i++) {
      String text = texts.of(datasets.get(i));
      try (Program started = Program.start(program)) {
        Optional<Reply.Broken> broken =
            started.ask(new Request(text, 1, 1), Long.MAX_VALUE).broken();
        if (broken.isEmpty()) {
          int end = Math.min(datasets.size(), i + MOST_TRIED);
          boolean together =
              takesAllRuns(started, text) && takeAllRuns(started, datasets.subList(i + 1, end));
          return together ? program : program.withRunsPerRequest(1);
        }
        problem = Failures.message(program, "it did not answer", broken.get(), started.errors());
      }
    }
    throw new OutsideProgramException(problem);
  }

  /** Whether full requests are answered on all datasets on which single runs are answered. */
  private boolean takeAllRuns(Program first, List<JsonNode> others) throws InterruptedException {
    Program started = first;
    try {
      for (JsonNode dataset : others) {
        String text = texts.of(dataset);
        // The single run comes first: the full request then gets no additional time for the start.
        if (!started.ask(new Request(text, 1, 1), Long.MAX_VALUE).isAnswered()) {
          started.close();
          started = Program.start(program);
        } else if (!takesAllRuns(started, text)) {
          return false;
        }
      }
      return true;
    } finally {
      started.close();
    }
  }

  private boolean takesAllRuns(Program started, String dataset) throws InterruptedException {
    int runs = program.runsPerRequest();
    if (runs == 1) {
      return true;
    }
    Reply reply = started.ask(new Request(dataset, runs, 2), Long.MAX_VALUE);
    Optional<Reply.Broken> miscounted =
        reply.broken().filter(broken -> broken.cause() == Reply.Cause.COUNT);
    if (miscounted.isPresent()) {
      throw new OutsideProgramException(
          Failures.message(
              program,
              "it must answer with one output for each run",
              miscounted.get(),
              started.errors()));
    }
    return reply.isAnswered();
  }
}
