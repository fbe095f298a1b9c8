package org.assay.algorithms.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.run.ParameterVector;

/** Writes models as JSON. Doubles have enough digits to be read back exactly. */
final class ModelJson {
  /** Version of models whose records have the Euclidean norm. */
  static final int VERSION = 1;

  /** Version of models with another norm of records, which version 1 did not have. */
  static final int VERSION_WITH_NORM = 2;

  /**
   * A mapper that refuses a key that is given twice, which is ambiguous, and text after a document.
   */
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ModelJson() {}

  static TrainedModel load(Path file) throws IOException {
    JsonNode document;
    try {
      document = STRICT.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file
              + (e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr())
              + ": is not well-formed JSON, as assay train --output writes it",
          e);
    }
    try {
      return ModelReader.read(document.path("model"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": is no model: " + e.getMessage(), e);
    }
  }

  static ObjectNode write(TrainedModel model) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    RecordNorm norm = model.preparation().recordNorm();
    node.put("version", norm == RecordNorm.EUCLIDEAN ? VERSION : VERSION_WITH_NORM);
    ArrayNode classes = node.putArray("classes");
    model.target().classes().forEach(classes::add);
    model.target().range().ifPresent(range -> put(node.putObject("label_range"), range));
    node.put("log_odds", model.logOdds());
    node.put("header", model.columns().header());
    ArrayNode markers = node.putArray("missing_values");
    model.columns().missingMarkers().stream().sorted().forEach(markers::add);
    ArrayNode columns = node.putArray("columns");
    model.columns().columns().forEach(column -> put(columns.addObject(), column));
    model
        .preparation()
        .scaling()
        .ifPresent(
            scaling -> {
              ObjectNode constants = node.putObject("scaling");
              put(constants.putArray("center"), scaling.center());
              put(constants.putArray("scale"), scaling.scale());
            });
    node.put("clip_norm", model.preparation().clipNorm());
    node.put("intercept", model.preparation().intercept());
    if (norm != RecordNorm.EUCLIDEAN) {
      node.put("record_norm", norm.toString());
    }
    node.put("guarantee", model.guarantee());
    put(node.putArray("coordinates"), model.coordinates().toArray());
    return node;
  }

  private static void put(ObjectNode node, FeatureColumn column) {
    node.put("name", column.name());
    column.range().ifPresent(range -> put(node.putObject("range"), range));
    if (column.others() || !column.categories().isEmpty()) {
      ArrayNode categories = node.putArray("categories");
      column.categories().forEach(categories::add);
      node.put("others", column.others());
    }
    Optional<String> missing = column.standIn();
    missing.ifPresent(text -> node.put("missing", text));
  }

  private static void put(ObjectNode node, RangeScaling range) {
    node.put("center", range.center()).put("scale", range.scale());
  }

  private static void put(ArrayNode array, double... numbers) {
    for (double number : numbers) {
      array.add(number);
    }
  }

  /** Reads models that {@link ModelJson} wrote; all other content is refused. */
  private static final class ModelReader {
    private static final String NORM = "record_norm";

    private static final List<String> KEYS =
        List.of(
            "version",
            "classes",
            "label_range",
            "log_odds",
            "header",
            "missing_values",
            "columns",
            "scaling",
            "clip_norm",
            "intercept",
            "guarantee",
            "coordinates");

    private static final List<String> CATEGORIES =
        List.of("name", "categories", "others", "missing");
    private static final List<String> NUMBERS = List.of("name", "range", "missing");
    private static final List<String> CONSTANTS = List.of("center", "scale");

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
      reader.requireKeys(
          version == ModelJson.VERSION
              ? KEYS
              : Stream.concat(KEYS.stream(), Stream.of(NORM)).toList());
      return new TrainedModel(
          reader.columns(),
          reader.preparation(
              version == ModelJson.VERSION ? RecordNorm.EUCLIDEAN : reader.recordNorm()),
          reader.target(),
          reader.flag("log_odds"),
          ParameterVector.of(reader.numbers("coordinates")),
          reader.text("guarantee"));
    }

    private int version() {
      JsonNode version = required("version");
      int number = version.isInt() ? version.intValue() : 0;
      if (number != ModelJson.VERSION && number != ModelJson.VERSION_WITH_NORM) {
        throw new IllegalArgumentException(
            String.format(
                "version was %s: this program knows %s and %s",
                version, ModelJson.VERSION, ModelJson.VERSION_WITH_NORM));
      }
      return number;
    }

    private RecordNorm recordNorm() {
      String name = text(NORM);
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
        columns.add(column(column));
      }
      return new FeatureColumns(
          columns, List.of(), flag("header"), new HashSet<>(texts("missing_values")));
    }

    private static FeatureColumn column(JsonNode node) {
      boolean categories = node.has("categories");
      return inside("a column", node, categories ? CATEGORIES : NUMBERS).column();
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
          missing.map(text -> OptionalDouble.of(standIn(text))).orElse(OptionalDouble.empty()));
    }

    private static double standIn(String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("missing was '" + text + "': it must be a number", e);
      }
    }

    private FeaturePreparation preparation(RecordNorm norm) {
      Optional<FeatureScaling> scaling = Optional.empty();
      if (node.has("scaling")) {
        ModelReader constants = inside("scaling", node.get("scaling"), CONSTANTS);
        scaling =
            Optional.of(
                new FeatureScaling(constants.numbers("center"), constants.numbers("scale")));
      }
      return new FeaturePreparation(
          scaling, number(required("clip_norm"), "clip_norm"), flag("intercept"), norm);
    }

    private PredictionTarget target() {
      List<String> classes = texts("classes");
      if (classes.isEmpty()) {
        return new PredictionTarget.Numbers(range("label_range"));
      }
      if (node.has("label_range")) {
        throw new IllegalArgumentException("label_range is for numbers: there are classes");
      }
      return classes.size() == 2
          ? new PredictionTarget.TwoClasses(classes.get(0), classes.get(1))
          : new PredictionTarget.ManyClasses(classes);
    }

    private RangeScaling range(String key) {
      ModelReader constants = inside(key, required(key), CONSTANTS);
      return new RangeScaling(
          number(constants.required("center"), "center"),
          number(constants.required("scale"), "scale"));
    }

    /** A reader of an object within this object. */
    private static ModelReader inside(String what, JsonNode node, List<String> keys) {
      if (!node.isObject()) {
        throw new IllegalArgumentException(what + " was " + node + ": it must be an object");
      }
      ModelReader reader = new ModelReader(node);
      reader.requireKeys(keys);
      return reader;
    }

    /** Refuses unknown keys, since such a key may be a misspelt optional key. */
    private void requireKeys(List<String> known) {
      for (Iterator<String> keys = node.fieldNames(); keys.hasNext(); ) {
        String key = keys.next();
        if (!known.contains(key)) {
          throw new IllegalArgumentException(
              "'" + key + "' is unknown: known are " + String.join(", ", known));
        }
      }
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

    private double[] numbers(String key) {
      JsonNode list = list(key);
      double[] numbers = new double[list.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = number(list.get(i), key);
      }
      return numbers;
    }
  }
}
