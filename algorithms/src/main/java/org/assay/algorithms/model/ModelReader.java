package org.assay.algorithms.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.run.ParameterVector;

/** Reads models that {@link ModelJson} wrote; whatever else a file holds is refused. */
final class ModelReader {
  private final JsonNode node;

  private ModelReader(JsonNode node) {
    this.node = node;
  }

  static TrainedModel read(JsonNode node) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("it has no object 'model'");
    }
    ModelReader reader = new ModelReader(node);
    int version = reader.version();
    return new TrainedModel(
        reader.columns(),
        reader.preparation(
            version == ModelJson.VERSION ? RecordNorm.EUCLIDEAN : reader.recordNorm()),
        reader.target(),
        reader.flag("log_odds"),
        ParameterVector.of(numbers(reader.required("coordinates"), "coordinates")),
        reader.text("guarantee"));
  }

  private int version() {
    JsonNode version = required("version");
    int number = version.isInt() ? version.intValue() : 0;
    if (number != ModelJson.VERSION && number != ModelJson.VERSION_WITH_NORM) {
      throw new IllegalArgumentException(
          "version was "
              + version
              + ": this program knows "
              + ModelJson.VERSION
              + " and "
              + ModelJson.VERSION_WITH_NORM);
    }
    return number;
  }

  private RecordNorm recordNorm() {
    String name = text("record_norm");
    return Arrays.stream(RecordNorm.values())
        .filter(norm -> norm.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "record_norm was '" + name + "': it must be euclidean or infinity"));
  }

  private FeatureColumns columns() {
    List<FeatureColumn> columns = new ArrayList<>();
    for (JsonNode column : list("columns")) {
      columns.add(new ModelReader(column).column());
    }
    return new FeatureColumns(
        columns, List.of(), flag("header"), new HashSet<>(texts("missing_values")));
  }

  private FeatureColumn column() {
    Optional<String> missing =
        node.has("missing") ? Optional.of(text("missing")) : Optional.empty();
    if (node.has("categories")) {
      return new CategoryColumn(text("name"), texts("categories"), flag("others"), missing);
    }
    Optional<RangeScaling> range =
        node.has("range") ? Optional.of(range("range")) : Optional.empty();
    return new NumberColumn(
        text("name"),
        range,
        missing
            .map(text -> OptionalDouble.of(Double.parseDouble(text)))
            .orElse(OptionalDouble.empty()));
  }

  private FeaturePreparation preparation(RecordNorm norm) {
    Optional<FeatureScaling> scaling = Optional.empty();
    if (node.has("scaling")) {
      ModelReader constants = new ModelReader(node.get("scaling"));
      scaling =
          Optional.of(
              new FeatureScaling(
                  numbers(constants.required("center"), "center"),
                  numbers(constants.required("scale"), "scale")));
    }
    return new FeaturePreparation(
        scaling, number(required("clip_norm"), "clip_norm"), flag("intercept"), norm);
  }

  private PredictionTarget target() {
    List<String> classes = texts("classes");
    if (classes.isEmpty()) {
      return new PredictionTarget.Numbers(range("label_range"));
    }
    return classes.size() == 2
        ? new PredictionTarget.TwoClasses(classes.get(0), classes.get(1))
        : new PredictionTarget.ManyClasses(classes);
  }

  private RangeScaling range(String key) {
    ModelReader constants = new ModelReader(required(key));
    return new RangeScaling(
        number(constants.required("center"), "center"),
        number(constants.required("scale"), "scale"));
  }

  private JsonNode required(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw new IllegalArgumentException("'" + key + "' is missing");
    }
    return value;
  }

  private boolean flag(String key) {
    JsonNode value = required(key);
    if (!value.isBoolean()) {
      throw new IllegalArgumentException(key + " was " + value + ": it must be true or false");
    }
    return value.booleanValue();
  }

  private String text(String key) {
    return text(required(key), key);
  }

  private static String text(JsonNode value, String key) {
    if (!value.isTextual()) {
      throw new IllegalArgumentException(key + " was " + value + ": it must be a text");
    }
    return value.textValue();
  }

  private JsonNode list(String key) {
    JsonNode value = required(key);
    if (!value.isArray()) {
      throw new IllegalArgumentException(key + " was " + value + ": it must be a list");
    }
    return value;
  }

  private List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    list(key).forEach(item -> texts.add(text(item, key)));
    return texts;
  }

  private static double number(JsonNode value, String key) {
    if (!(value.isNumber() && Double.isFinite(value.doubleValue()))) {
      throw new IllegalArgumentException(key + " was " + value + ": it must be a finite number");
    }
    return value.doubleValue();
  }

  private static double[] numbers(JsonNode list, String key) {
    double[] numbers = new double[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(list.get(i), key);
    }
    return numbers;
  }
}
