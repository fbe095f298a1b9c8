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
import java.util.Optional;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;

/** Writes models as JSON. Doubles get as many digits as tell them from all others. */
final class ModelJson {
  static final int VERSION = 1;

  /** Of models with another norm of records than the Euclidean one, which version 1 knew alone. */
  static final int VERSION_WITH_NORM = 2;

  /** Of a key that is given twice nobody knows which is meant; nor what follows a document. */
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
}
