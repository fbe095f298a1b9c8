package org.assay.cli.internal.utility;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.train.Spending;
import org.assay.cli.internal.train.Trainer;

/**
 * Measures what the papers' own schedules and the corrected ones lose, on all records of a dataset.
 *
 * @param epsilons finite budgets, above 0
 * @param delta of every budget
 * @param seeds number of runs of each schedule, at least 1; run i has seed i
 */
record CorrectionStudy(List<Double> epsilons, double delta, int seeds) {
  /** Copies the list. */
  CorrectionStudy {
    epsilons = List.copyOf(epsilons);
  }

  /**
   * The rows of one algorithm on one dataset, one for each budget.
   *
   * @param entry the algorithm
   * @param data the dataset
   * @param progress told about every row
   * @return the rows; none if the algorithm is not for such labels
   */
  List<CorrectionRow> rows(AlgorithmEntry entry, ExampleData data, Consumer<String> progress) {
    if (!entry.labels().contains(data.target().labels())) {
      return List.of();
    }
    Bench bench = new Bench(entry, data, seeds);
    return epsilons.stream()
        .map(
            epsilon -> {
              progress.accept(entry.id() + " on " + data.name() + " at epsilon " + epsilon);
              return bench.row(
                  new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE));
            })
        .toList();
  }

  /** An algorithm on a dataset. Its set is the same for every schedule and budget. */
  private static final class Bench {
    private final AlgorithmEntry entry;
    private final ExampleData data;
    private final int seeds;
    private Optional<Optimum> optimum = Optional.empty();

    Bench(AlgorithmEntry entry, ExampleData data, int seeds) {
      this.entry = entry;
      this.data = data;
      this.seeds = seeds;
    }

    CorrectionRow row(Guarantee.Approximate target) {
      ScheduleTrial paper = trial(new Trainer(entry, true, target));
      ScheduleTrial corrected = trial(new Trainer(entry, false, target));
      double gap = optimum.map(Optimum::gap).orElse(Double.NaN);
      return new CorrectionRow(data.name(), entry.id(), target, paper, corrected, gap);
    }

    private ScheduleTrial trial(Trainer trainer) {
      try {
        Dataset dataset = data.dataset();
        return trial(trainer.setUp(data.task(dataset.size())), trainer.target());
      } catch (InputException e) {
        return ScheduleTrial.refused(reason(e));
      }
    }

    private ScheduleTrial trial(Training training, Guarantee target) {
      Optional<Spending> spending = Optional.empty();
      String note = "";
      try {
        spending = Optional.of(Spending.of(training.algorithm().event(), target));
      } catch (UnsupportedEventException | IllegalArgumentException e) {
        note = "nothing is certified: " + e.getMessage();
      }
      try {
        return new ScheduleTrial(spending, excesses(training), note);
      } catch (IllegalArgumentException e) {
        return new ScheduleTrial(spending, List.of(), "does not run: " + e.getMessage());
      }
    }

    private List<Double> excesses(Training training) {
      Dataset dataset = data.dataset();
      double least = optimum(training).value();
      return LongStream.rangeClosed(1, seeds)
          .mapToObj(seed -> Trainer.run(training, dataset, OptionalLong.of(seed)).release())
          .map(model -> training.loss().meanValue(model.toArray(), dataset) - least)
          .toList();
    }

    private Optimum optimum(Training training) {
      Optimum found =
          optimum
              .filter(known -> isOf(training.loss(), known))
              .orElseGet(() -> Optimum.of(training.loss(), training.set(), data.dataset()));
      optimum = Optional.of(found);
      return found;
    }

    /** Whether a minimum belongs to a loss, judged by the loss at the minimizer. */
    private boolean isOf(Loss loss, Optimum known) {
      return loss.meanValue(known.model().toArray(), data.dataset()) == known.value();
    }

    /** In the algorithm's own words, without the command line's. */
    private static String reason(InputException refusal) {
      return Optional.ofNullable(refusal.getCause())
          .map(cause -> String.valueOf(cause.getMessage()).replaceAll("\\s+", " "))
          .orElse(refusal.getMessage());
    }
  }
}
