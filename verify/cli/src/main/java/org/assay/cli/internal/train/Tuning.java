package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Collectors;
import org.assay.cli.internal.command.GuaranteeText;

/**
 * What the statement about a tuned model says of the tuning.
 *
 * @param plan the candidates
 * @param single what a single run spends, its score included
 * @param winner the candidate whose run was the best
 */
record Tuning(TuningPlan plan, Spending single, Setting winner) {
  private static final String OPTIMISTIC =
      "the score is the largest of several noisy ones, so it is optimistic";

  /** Lines of a statement. */
  String words() {
    return "tuning: the best of a random number of runs, of "
        + plan.settings().size()
        + " candidates: "
        + plan.settings().stream().map(Setting::words).collect(Collectors.joining(", "))
        + "\nrepetitions: logarithmic, "
        + plan.sampler().law().describe()
        + ", mean "
        + (float) mean()
        + "; a single run with probability "
        + (float) plan.sampler().probabilityOfOne()
        + "\na single run spends: "
        + GuaranteeText.of(single.tightest())
        + "\nwinner: "
        + winner.words()
        + "; "
        + OPTIMISTIC;
  }

  private double mean() {
    return plan.sampler().law().expectation().upper();
  }

  /** The same for programs. */
  void put(ObjectNode node) {
    ArrayNode candidates = node.putArray("candidates");
    for (Setting setting : plan.settings()) {
      ObjectNode candidate = candidates.addObject();
      candidate.put("algorithm", setting.trainer().entry().id());
      candidate.put("radius", setting.radius());
      ScheduleOptions.putInto(candidate, setting.trainer().change());
    }
    node.put("repetitions", plan.sampler().law().describe());
    node.put("repetitions_mean", mean());
    node.put("single_run_epsilon", single.tightest().epsilon());
    node.put("single_run_delta", single.tightest().delta());
    node.put("score", OPTIMISTIC);
  }
}
