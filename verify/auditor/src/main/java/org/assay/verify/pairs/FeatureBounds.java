package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.Parameters;

/** The ranges in which the features of a record lie. Immutable. */
public final class FeatureBounds {
  private final List<Range> ranges;

  private FeatureBounds(List<Range> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /**
   * One range for all features.
   *
   * @param features how many, at least 1
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
   * @param high the largest values, as many, finite, each above its low
   * @return the bounds
   * @throws IllegalArgumentException if there is no feature, the lists are not of one length, or
   *     ends are not ascending
   */
  public static FeatureBounds of(List<Double> low, List<Double> high) {
    Parameters.requireAtLeastOne("features", low.size());
    if (low.size() != high.size()) {
      throw new IllegalArgumentException(
          "bounds were "
              + low.size()
              + " low and "
              + high.size()
              + " high ones: give both for each feature");
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
