package org.assay.algorithms.model;

import java.util.List;

/**
 * The prediction of a model for a record.
 *
 * @param label the class, or the number as text
 * @param value for classes, the linear prediction of the class, which grows with its probability;
 *     for numbers, the number in the unit of the labels
 * @param probabilities one for each class in the order of {@link PredictionTarget#classes}; none
 *     for numbers and for models whose loss has no probabilities
 */
public record Prediction(String label, double value, List<Double> probabilities) {
  /** Copies the list. */
  public Prediction {
    probabilities = List.copyOf(probabilities);
  }
}
