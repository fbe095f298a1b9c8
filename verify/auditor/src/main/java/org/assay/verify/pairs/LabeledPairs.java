package org.assay.verify.pairs;

import java.util.HashSet;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Pairs of tables to learn from: bounded features and a label. All records lie within the bounds,
 * so a learner whose claim assumes them may refuse others. Datasets of 1 against 2, 9 against 10
 * and 99 against 100 records come early.
 */
public final class LabeledPairs {
  private LabeledPairs() {}

  /**
   * Tables whose labels are classes.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param classes what the labels may be, at least two, distinct
   * @param fewest no dataset has fewer records; 0 lets the empty one in
   * @param <L> the type of classes
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static <L> PairFamily<List<Labeled<L>>> classes(
      AdjacencyRelation adjacency, FeatureBounds features, List<L> classes, int fewest) {
    if (!(classes.size() >= 2 && new HashSet<>(classes).size() == classes.size())) {
      throw new IllegalArgumentException(
          "classes were " + classes + ": they must be at least two, all different");
    }
    List<L> labels = List.copyOf(classes);
    return new LabeledDraws<>(
            adjacency,
            features,
            labels.get(0),
            labels.get(1),
            random -> Draws.pick(labels, random),
            new Sizes(fewest))
        .family();
  }

  /**
   * Tables whose labels are numbers in a range.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param low the smallest label, finite
   * @param high the largest label, finite, above low
   * @param fewest no dataset has fewer records; 0 lets the empty one in
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<Labeled<Double>>> targets(
      AdjacencyRelation adjacency, FeatureBounds features, double low, double high, int fewest) {
    Range labels = new Range(low, high);
    return new LabeledDraws<>(
            adjacency,
            features,
            labels.far(),
            labels.opposite(),
            random ->
                random.nextBoolean()
                    ? labels.at(random.nextInt(2))
                    : labels.at(random.nextDouble()),
            new Sizes(fewest))
        .family();
  }
}
