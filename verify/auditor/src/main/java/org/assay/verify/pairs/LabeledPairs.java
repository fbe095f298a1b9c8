package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Pairs of tables for supervised learning: bounded features and a label. All records lie within the
 * bounds, so a learner whose claim assumes the bounds may refuse other records. Datasets of 1
 * against 2, 9 against 10 and 99 against 100 records come early. Under add-remove, tables around
 * other round numbers come early too, or around one or two batches if the batch size is given. At
 * such sizes values computed from the number of records jump: a number of steps or batches, a rate,
 * a divisor.
 */
public final class LabeledPairs {
  private LabeledPairs() {}

  /**
   * Tables whose labels are classes.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param classes the possible labels, at least two, distinct
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @param <L> the type of classes
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static <L> PairFamily<List<Labeled<L>>> classes(
      AdjacencyRelation adjacency, FeatureBounds features, List<L> classes, int fewest) {
    return classes(adjacency, features, classes, Sizes.of(fewest));
  }

  /**
   * Tables whose labels are classes, for a mechanism with batches of a known size.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param classes the possible labels, at least two, distinct
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @param batchSize number of records in a batch, from 1 to 100,000
   * @param <L> the type of classes
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static <L> PairFamily<List<Labeled<L>>> classes(
      AdjacencyRelation adjacency,
      FeatureBounds features,
      List<L> classes,
      int fewest,
      int batchSize) {
    return classes(adjacency, features, classes, Sizes.around(fewest, batchSize));
  }

  private static <L> PairFamily<List<Labeled<L>>> classes(
      AdjacencyRelation adjacency, FeatureBounds features, List<L> classes, Sizes sizes) {
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
            sizes)
        .family();
  }

  /**
   * Tables whose labels are numbers in a range.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param low the smallest label, finite
   * @param high the largest label, finite, above low
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<Labeled<Double>>> targets(
      AdjacencyRelation adjacency, FeatureBounds features, double low, double high, int fewest) {
    return targets(adjacency, features, new Range(low, high), Sizes.of(fewest));
  }

  /**
   * Tables whose labels are numbers in a range, for a mechanism with batches of a known size.
   *
   * @param adjacency add-remove or replace-one: no labelled record contributes nothing
   * @param features the bounds of the features
   * @param low the smallest label, finite
   * @param high the largest label, finite, above low
   * @param fewest the smallest number of records; 0 allows the empty dataset
   * @param batchSize number of records in a batch, from 1 to 100,000
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<Labeled<Double>>> targets(
      AdjacencyRelation adjacency,
      FeatureBounds features,
      double low,
      double high,
      int fewest,
      int batchSize) {
    return targets(adjacency, features, new Range(low, high), Sizes.around(fewest, batchSize));
  }

  private static PairFamily<List<Labeled<Double>>> targets(
      AdjacencyRelation adjacency, FeatureBounds features, Range labels, Sizes sizes) {
    return new LabeledDraws<>(
            adjacency,
            features,
            labels.far(),
            labels.opposite(),
            random ->
                random.nextBoolean()
                    ? labels.at(random.nextInt(2))
                    : labels.at(random.nextDouble()),
            sizes)
        .family();
  }

  /** The ranges in which the features of a record lie. Immutable. */
  public static final class FeatureBounds {
    private final List<Range> ranges;

    private FeatureBounds(List<Range> ranges) {
      this.ranges = List.copyOf(ranges);
    }

    /**
     * One range for all features.
     *
     * @param features number of features, at least 1
     * @param low the smallest value, finite
     * @param high the largest value, finite, above low
     * @return the bounds
     * @throws IllegalArgumentException if there is no feature or the ends are not ascending
     */
    public static FeatureBounds same(int features, double low, double high) {
      Parameters.requireAtLeastOne("features", features);
      return new FeatureBounds(Collections.nCopies(features, new Range(low, high)));
    }

    /**
     * A range for each feature.
     *
     * @param low the smallest values, finite
     * @param high the largest values, as many as the smallest, finite, each above its low
     * @return the bounds
     * @throws IllegalArgumentException if there is no feature, the lists are not of one length, or
     *     ends are not ascending
     */
    public static FeatureBounds of(List<Double> low, List<Double> high) {
      Parameters.requireAtLeastOne("features", low.size());
      if (low.size() != high.size()) {
        throw new IllegalArgumentException(
            String.format(
                "bounds were %s low and %s high ones: give both for each feature",
                low.size(), high.size()));
      }
      List<Range> ranges = new ArrayList<>();
      for (int i = 0; i < low.size(); i++) {
        ranges.add(new Range(low.get(i), high.get(i)));
      }
      return new FeatureBounds(ranges);
    }

    int size() {
      return ranges.size();
    }

    /** All features at one place of their ranges. */
    List<Double> all(ToDoubleFunction<Range> place) {
      return ranges.stream().map(place::applyAsDouble).toList();
    }

    /** Features at two places of their ranges in turn. */
    List<Double> alternating(ToDoubleFunction<Range> even, ToDoubleFunction<Range> odd) {
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < ranges.size(); i++) {
        values.add((i % 2 == 0 ? even : odd).applyAsDouble(ranges.get(i)));
      }
      return List.copyOf(values);
    }

    /** One feature at its largest value, the others at their smallest. */
    List<Double> along(int feature) {
      List<Double> values = new ArrayList<>(all(Range::near));
      values.set(feature, ranges.get(feature).far());
      return List.copyOf(values);
    }
  }

  /**
   * A record for supervised learning.
   *
   * @param features the known values
   * @param label the value to predict: a class or a number
   * @param <L> the type of labels
   */
  public record Labeled<L>(List<Double> features, L label) {
    /** Copies the features. */
    public Labeled {
      features = List.copyOf(features);
    }

    @Override
    public String toString() {
      return features + " with label " + label;
    }
  }
}
