package org.assay.verify.pairs;

import java.util.List;

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
