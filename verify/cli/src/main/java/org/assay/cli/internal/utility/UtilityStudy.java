package org.assay.cli.internal.utility;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.algorithms.objective.DatasetSplit;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.train.Trainer;
import org.assay.cli.internal.train.Utility;

/**
 * Measures what algorithms are worth at given budgets, beside the non-private minimizers.
 *
 * @param epsilons finite budgets, above 0
 * @param delta of every budget
 * @param seeds number of runs of each cell, at least 1; run i has seed i and its own held-out
 *     records
 */
record UtilityStudy(List<Double> epsilons, double delta, int seeds) {
  private static final double HELD_OUT = 0.2;

  /** Copies the list. */
  UtilityStudy {
    epsilons = List.copyOf(epsilons);
  }

  /**
   * The rows of one algorithm on one dataset: one for each budget, and the non-private one last.
   *
   * @param entry the algorithm
   * @param data the dataset
   * @param progress told about every cell
   * @return the rows; none if the algorithm is not for such labels
   */
  List<UtilityRow> rows(AlgorithmEntry entry, ExampleData data, Consumer<String> progress) {
    if (!entry.labels().contains(data.target().labels())) {
      return List.of();
    }
    List<DatasetSplit> splits = splits(data);
    List<UtilityRow> rows = new ArrayList<>();
    List<Optimum> optima = List.of();
    for (double epsilon : epsilons) {
      progress.accept(entry.id() + " on " + data.name() + " at epsilon " + epsilon);
      try {
        Training training = setUp(entry, data, epsilon, splits.get(0));
        if (optima.isEmpty()) {
          optima = optima(training, splits);
        }
        rows.add(measured(entry, data, epsilon, training, splits, optima));
        if (rows.size() == epsilons.size()) {
          rows.add(optimal(entry, data, training, splits, optima));
        }
      } catch (InputException | IllegalArgumentException | UnsupportedEventException e) {
        String reason = String.valueOf(e.getMessage());
        rows.add(UtilityRow.refused(data.name(), entry.id(), epsilon, reason));
      }
    }
    return rows;
  }

  /**
   * The rows of what the algorithms are compared with.
   *
   * @param data the dataset
   * @param progress told about every cell
   * @return a constant prediction, and DP gradient descent tuned without privacy
   */
  List<UtilityRow> baselines(ExampleData data, Consumer<String> progress) {
    Baselines baselines = new Baselines(data, splits(data));
    List<UtilityRow> rows = new ArrayList<>();
    for (double epsilon : epsilons) {
      progress.accept("baselines on " + data.name() + " at epsilon " + epsilon);
      rows.add(baselines.tuned(epsilon, delta));
    }
    epsilons.forEach(epsilon -> rows.add(baselines.constant(epsilon)));
    return rows;
  }

  private List<DatasetSplit> splits(ExampleData data) {
    List<DatasetSplit> splits = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      splits.add(DatasetSplit.of(data.dataset(), HELD_OUT, seed));
    }
    return splits;
  }

  private Training setUp(
      AlgorithmEntry entry, ExampleData data, double epsilon, DatasetSplit split) {
    Guarantee target = new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE);
    return new Trainer(entry, false, target).setUp(data.task(split.training().size()));
  }

  private static List<Optimum> optima(Training training, List<DatasetSplit> splits) {
    return splits.stream()
        .map(split -> Optimum.of(training.loss(), training.set(), split.training()))
        .toList();
  }

  private static UtilityRow measured(
      AlgorithmEntry entry,
      ExampleData data,
      double epsilon,
      Training training,
      List<DatasetSplit> splits,
      List<Optimum> optima) {
    List<Double> headlines = new ArrayList<>();
    List<Double> excesses = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      DatasetSplit split = splits.get(i);
      ParameterVector model =
          Trainer.run(training, split.training(), OptionalLong.of(i + 1)).release();
      headlines.add(headline(training, model, split, data));
      double loss = training.loss().meanValue(model.toArray(), split.training());
      excesses.add(loss - optima.get(i).value());
    }
    return row(entry, data, epsilon, headlines, excesses, optima);
  }

  private static UtilityRow optimal(
      AlgorithmEntry entry,
      ExampleData data,
      Training training,
      List<DatasetSplit> splits,
      List<Optimum> optima) {
    List<Double> headlines = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      headlines.add(headline(training, optima.get(i).model(), splits.get(i), data));
    }
    return row(
        entry,
        data,
        Double.POSITIVE_INFINITY,
        headlines,
        Collections.nCopies(splits.size(), 0.0),
        optima);
  }

  private static double headline(
      Training training, ParameterVector model, DatasetSplit split, ExampleData data) {
    return Utility.exact(model.toArray(), training.loss(), split.heldOut(), data.target())
        .headline();
  }

  private static UtilityRow row(
      AlgorithmEntry entry,
      ExampleData data,
      double epsilon,
      List<Double> headlines,
      List<Double> excesses,
      List<Optimum> optima) {
    Mean headline = Mean.of(headlines);
    int runs = headlines.size();
    return new UtilityRow(
        data.name(),
        entry.id(),
        epsilon,
        runs,
        headline.value(),
        runs > 1 ? headline.error() : 0,
        Mean.of(excesses).value(),
        optima.stream().mapToDouble(Optimum::gap).max().orElseThrow(),
        "");
  }
}
