package org.assay.cli.internal.canaries;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.training.CanaryEvidence;
import org.assay.verify.training.OneRunGuesses;
import org.assay.verify.training.RepeatedRuns;
import picocli.CommandLine.Option;

/** The options of a planned experiment. */
final class PlanOptions {
  @Option(
      names = "--canaries",
      paramLabel = "N",
      description = "With --plan: canaries with a fair coin each, in one run.")
  private Optional<Integer> canaries = Optional.empty();

  @Option(
      names = "--guesses",
      split = ",",
      paramLabel = "K",
      description =
          "With --canaries: how many are guessed about (default: all); one line for each.")
  private List<Integer> guesses = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "With --plan: independent runs, half of them with the canary.")
  private Optional<Integer> runs = Optional.empty();

  @Option(
      names = "--accuracy",
      split = ",",
      paramLabel = "A",
      description =
          "With --plan: the share of guesses that are right, in [0, 1] (default: 1, a perfect"
              + " attack); one line for each.")
  private List<Double> accuracies = new ArrayList<>();

  @Option(
      names = "--adjacency",
      paramLabel = "R",
      description =
          "With --plan and --live: what taking the canary out means, add-remove, replace-one or"
              + " zero-out. Files declare theirs.")
  private Optional<String> relation = Optional.empty();

  boolean isGiven() {
    return canaries.isPresent() || runs.isPresent() || !guesses.isEmpty() || !accuracies.isEmpty();
  }

  boolean namesRelation() {
    return relation.isPresent();
  }

  AdjacencyRelation adjacency() {
    return AdjacencyOption.read(
        "--adjacency",
        relation.orElseThrow(
            () -> new InputException("--adjacency is missing: name the relation")));
  }

  /**
   * One line of a plan.
   *
   * @param trials number of guesses, or of runs
   * @param right number of right ones
   * @param evidence the evidence of these counts
   */
  record Line(int trials, int right, CanaryEvidence evidence) {}

  /** The lines to plan for, at least one. */
  List<Line> lines(double errorProbability) {
    if (canaries.isPresent() == runs.isPresent()) {
      throw new InputException("--plan needs one of --canaries and --runs");
    }
    if (runs.isPresent() && !guesses.isEmpty()) {
      throw new InputException("--guesses goes with --canaries: every run is one guess");
    }
    List<Integer> trials =
        runs.isPresent()
            ? runs.stream().toList()
            : guesses.isEmpty() ? canaries.stream().toList() : guesses;
    List<Line> lines = new ArrayList<>();
    for (int count : trials) {
      for (double accuracy : accuracies.isEmpty() ? List.of(1.0) : accuracies) {
        Parameters.requireProbability("--accuracy", accuracy);
        lines.add(line(count, accuracy, errorProbability));
      }
    }
    return lines;
  }

  private Line line(int trials, double accuracy, double errorProbability) {
    if (runs.isPresent()) {
      return runs(trials, accuracy, errorProbability);
    }
    int all = (int) Parameters.requireAtLeastOne("--canaries", canaries.orElseThrow());
    if (!(trials >= 1 && trials <= all)) {
      throw new InputException(
          "--guesses was " + trials + ": it must be at least 1 and at most --canaries, " + all);
    }
    int right = (int) Math.floor(accuracy * trials);
    OneRunGuesses.Count count = new OneRunGuesses.Count(trials, right);
    return new Line(
        trials, right, new OneRunGuesses(adjacency(), errorProbability, all, List.of(count)));
  }

  private Line runs(int trials, double accuracy, double errorProbability) {
    if (!(trials >= 2)) {
      throw new InputException(
          "--runs was " + trials + ": it must be at least 2, one of each kind");
    }
    int in = trials / 2;
    int out = trials - in;
    int misses = in - (int) Math.floor(accuracy * in);
    int falseAlarms = out - (int) Math.floor(accuracy * out);
    return new Line(
        trials,
        trials - misses - falseAlarms,
        new RepeatedRuns(
            adjacency(),
            errorProbability,
            List.of(new RepeatedRuns.Count(out, falseAlarms, in, misses))));
  }

  /** Whether repeated runs are planned, not guesses in one run. */
  boolean isOfRuns() {
    return runs.isPresent();
  }
}
