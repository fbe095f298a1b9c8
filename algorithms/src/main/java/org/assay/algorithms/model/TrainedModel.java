package org.assay.algorithms.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.LabeledRecord;
import org.assay.algorithms.run.ParameterVector;

/**
 * A trained linear model with all that is needed to apply it: the columns of a table that become
 * features, the constants that prepare them, and the meaning of its predictions. Only the
 * coordinates depend on private data, and they are a private release. The whole model therefore has
 * the stated guarantee.
 *
 * @param columns every column that becomes features, in their order, at least one
 * @param preparation brings the features to Euclidean norm at most 1
 * @param target the predicted quantity
 * @param logOdds whether linear predictions are the logarithms of odds
 * @param coordinates the release: for each linear prediction one coordinate for each feature, and
 *     one more for the intercept if there is one
 * @param guarantee the privacy guarantee of the release, in words
 */
public record TrainedModel(
    FeatureColumns columns,
    FeaturePreparation preparation,
    PredictionTarget target,
    boolean logOdds,
    ParameterVector coordinates,
    String guarantee) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if no column is declared or the number of coordinates is not
   *     that of the features
   */
  public TrainedModel {
    int features = columns.features().size();
    if (features == 0) {
      throw new IllegalArgumentException("columns was empty: a model needs at least one");
    }
    int scaled = preparation.scaling().map(scaling -> scaling.center().length).orElse(features);
    if (scaled != features) {
      throw new IllegalArgumentException(
          "scaling has constants for " + scaled + " features: the columns become " + features);
    }
    int wanted = target.scores() * (features + (preparation.intercept() ? 1 : 0));
    if (coordinates.dimension() != wanted) {
      throw new IllegalArgumentException(
          String.format(
              "number of coordinates was %s: the features and what is predicted ask for %s",
              coordinates.dimension(), wanted));
    }
  }

  /**
   * Loads a model.
   *
   * @param file a file that {@code assay train --output} wrote
   * @return the model
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it holds no model of a version that is known
   */
  public static TrainedModel load(Path file) throws IOException {
    return ModelJson.load(file);
  }

  /**
   * This model as JSON, which {@link #load} reads where it is the value of the key {@code model}.
   *
   * @return the document
   */
  public ObjectNode toJson() {
    return ModelJson.write(this);
  }

  /**
   * This model as PMML 4.4, for runtimes that apply models of that format. Their scores agree up to
   * rounding; the runtimes decide the handling of cells that this model refuses.
   *
   * @return the document
   */
  public String toPmml() {
    return ModelPmml.write(this);
  }

  /**
   * Predicts for a record of numbers.
   *
   * @param features one for each column, in the order of {@link #columns}
   * @return the prediction
   * @throws IllegalArgumentException if there are more or fewer, or a column does not take the
   *     number
   */
  public Prediction predict(double... features) {
    List<String> cells = new ArrayList<>();
    for (double feature : features) {
      cells.add(Double.toString(feature));
    }
    return predict(cells);
  }

  /**
   * Predicts for a record by the names of its columns; others are ignored.
   *
   * @param cells the text of each column; empty where a value is missing
   * @return the prediction
   * @throws IllegalArgumentException if a column is not given, or does not take its cell
   */
  public Prediction predict(Map<String, String> cells) {
    List<String> ordered = new ArrayList<>();
    for (FeatureColumn column : columns.columns()) {
      ordered.add(
          Optional.ofNullable(cells.get(column.name()))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "column '" + column.name() + "' is not given: the model needs it")));
    }
    return predict(ordered);
  }

  /**
   * Predicts for a record in the order of the columns.
   *
   * @param cells the text of each column; empty where a value is missing
   * @return the prediction
   * @throws IllegalArgumentException if there are more or fewer, or a column does not take its cell
   */
  public Prediction predict(List<String> cells) {
    double[] features = columns.encode(cells);
    return predictions(Dataset.of(List.of(new LabeledRecord(features, 0)))).get(0);
  }

  /**
   * Predicts for records that were read with {@link #columns}.
   *
   * @param raw their features, not yet prepared
   * @return one prediction for each record
   * @throws IllegalArgumentException if the number of features is not the model's
   */
  public List<Prediction> predictions(Dataset raw) {
    Dataset prepared = preparation.apply(raw);
    double[] parameter = coordinates.toArray();
    int width = parameter.length / target.scores();
    if (prepared.dimension() != width) {
      throw new IllegalArgumentException(
          String.format(
              "number of features was %s: the model has %s",
              raw.dimension(), columns.features().size()));
    }
    List<Prediction> predictions = new ArrayList<>(prepared.size());
    for (int i = 0; i < prepared.size(); i++) {
      double[] scores = target.scores(parameter, prepared, i);
      predictions.add(target.read(scores, logOdds));
    }
    return predictions;
  }

  /** The kind of prediction, the number of columns, and the guarantee. */
  @Override
  public String toString() {
    return "model of "
        + columns.columns().size()
        + " columns for "
        + (target.classes().isEmpty() ? "numbers" : String.join(", ", target.classes()))
        + ", "
        + guarantee;
  }
}
