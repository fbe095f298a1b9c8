package org.assay.cli.internal.train;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ProfileEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.input.OneLine;

/**
 * What was found in a table before a training, and how both share the target.
 *
 * @param discovery how it was found
 * @param whole the target of both together
 * @param declared all columns before
 * @param columns all columns, declared and found
 */
record Discovered(
    Discovery discovery,
    Guarantee.Approximate whole,
    FeatureColumns declared,
    FeatureColumns columns) {
  /** Halvings of the interval in which the training's epsilon is sought: to 1/16 of the budget. */
  private static final int SEARCHES = 4;

  /** Points of a profile up to the target's epsilon: more would gain less than 0.01 of it. */
  private static final int POINTS = 16;

  /**
   * What the training and the score may spend: by basic composition the whole keeps its target,
   * whichever algorithm there is.
   */
  Guarantee.Approximate rest() {
    return trainingTarget(Rounding.subtractDown(whole.epsilon(), discovery.budget().epsilon()));
  }

  private Guarantee.Approximate trainingTarget(double epsilon) {
    double delta = Rounding.subtractDown(whole.delta(), discovery.budget().delta());
    return new Guarantee.Approximate(epsilon, delta, whole.adjacency());
  }

  /** What was found, and then an event on the columns that were found. */
  Spending before(DpEvent event) {
    AdjacencyRelation relation = whole.adjacency();
    DpEvent restated = event.adjacency() == relation ? event : profile(event, relation);
    return Spending.of(DpEvent.sequence(discovery.event(), restated), whole);
  }

  /** What is certified of an event that is stated under another relation. */
  private ProfileEvent profile(DpEvent event, AdjacencyRelation relation) {
    Cost cost = Cost.of(event, relation).withAccuracy(Cost.CALIBRATION_ACCURACY);
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i <= POINTS; i++) {
      double epsilon = whole.epsilon() * i / POINTS;
      points.put(epsilon, cost.delta(epsilon).value().upper());
    }
    return new ProfileEvent(
        new Guarantee.Profile(points, relation),
        Optional.of(event.describe(relation)),
        Optional.empty());
  }

  /**
   * Sets the training up for the largest epsilon at which both keep the whole target: more than
   * what basic composition leaves. It sees the task alone, which is the same whatever was found.
   */
  Share training(Trainer trainer, TrainingTask task) {
    double low = rest().epsilon();
    Training best = trainer.withTarget(rest()).setUp(task);
    double high = whole.epsilon();
    for (int i = 0; i < SEARCHES && !trainer.paperSchedule(); i++) {
      double middle = (low + high) / 2;
      Training training = trainer.withTarget(trainingTarget(middle)).setUp(task);
      if (before(training.algorithm().event()).exceeds(whole)) {
        high = middle;
      } else {
        low = middle;
        best = training;
      }
    }
    return new Share(best, trainingTarget(low));
  }

  /**
   * A training beside what was found.
   *
   * @param training the algorithm, set up
   * @param target what it was calibrated to
   */
  record Share(Training training, Guarantee.Approximate target) {}

  /** Features that are 0 for all records, so that the task does not depend on what was found. */
  int unused() {
    int room = Discovery.MOST_CATEGORIES * discovery.texts();
    for (int i = 0; i < columns.columns().size(); i++) {
      boolean text = Discovery.isText(declared.columns().get(i));
      room -= text ? columns.columns().get(i).features().size() : 0;
    }
    return room;
  }

  /** Prepared records, followed by features that are 0. */
  Dataset padded(Dataset prepared) {
    int unused = unused();
    if (unused == 0) {
      return prepared;
    }
    double[][] rows = new double[prepared.size()][];
    double[] labels = new double[prepared.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOf(prepared.copyRow(i), prepared.dimension() + unused);
      labels[i] = prepared.label(i);
    }
    return Dataset.of(rows, labels);
  }

  /** A model without the coordinates of features that are 0, which no prediction depends on. */
  ParameterVector cut(ParameterVector model, int scores) {
    double[] all = model.toArray();
    int width = all.length / scores;
    int kept = width - unused();
    double[] cut = new double[kept * scores];
    for (int k = 0; k < scores; k++) {
      System.arraycopy(all, k * width, cut, k * kept, kept);
    }
    return ParameterVector.of(cut);
  }

  /** How the target was split, and what was found. */
  String words(Share share) {
    Guarantee.Approximate budget = discovery.budget();
    return String.format(
        "epsilon %s and delta %s for %s and %s of categories, by Gaussian noise of"
            + " standard deviation %s on counts; ranges hold bins from a noisy count of %s on, or"
            + " the fullest one%s; training is calibrated to epsilon %s and delta"
            + " %s, so that both together keep the target\nfound: %s",
        budget.epsilon(),
        budget.delta(),
        counted(discovery.numbers(), "range"),
        counted(discovery.texts(), "list"),
        Decimals.BY_SIZE.near(discovery.noise()),
        Decimals.BY_SIZE.near(discovery.clear()),
        discovery.texts() == 0
            ? ""
            : ", texts from a noisy count of "
                + Decimals.BY_SIZE.near(discovery.threshold())
                + " on, at most "
                + Discovery.MOST_CATEGORIES
                + " of a column",
        Decimals.BY_SIZE.near(share.target().epsilon()),
        Decimals.BY_SIZE.near(share.target().delta()),
        IntStream.range(0, columns.columns().size())
            .filter(this::isFound)
            .mapToObj(i -> found(columns.columns().get(i)))
            .collect(Collectors.joining("; ")));
  }

  private static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private boolean isFound(int i) {
    FeatureColumn before = declared.columns().get(i);
    return Discovery.isNumber(before) || Discovery.isText(before);
  }

  private static String found(FeatureColumn column) {
    String name = OneLine.of(column.name());
    return column
        .range()
        .map(range -> name + " from " + range.invert(-1) + " to " + range.invert(1))
        .orElseGet(
            () ->
                column.categories().isEmpty()
                    ? name + " has no text that enough records share"
                    : name + " is " + OneLine.of(String.join(", ", column.categories())));
  }
}
