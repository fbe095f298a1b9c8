package org.assay.algorithms.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.run.ParameterVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainedModelTest {
  private static final RangeScaling AGES = RangeScaling.of("range", 20, 80);
  private static final FeatureColumns COLUMNS =
      new FeatureColumns(
          List.of(
              new NumberColumn("age", Optional.of(AGES), OptionalDouble.of(50)),
              new CategoryColumn("job", List.of("clerk", "farmer"), true, Optional.empty())),
          List.of(),
          true,
          Set.of("?"));
  private static final FeaturePreparation HALVED =
      new FeaturePreparation(Optional.empty(), 2, false);
  private static final TrainedModel TWO =
      model(HALVED, new PredictionTarget.TwoClasses("no", "yes"), true, 2, 4, -6);

  @TempDir private Path directory = Path.of("");

  private static TrainedModel model(
      FeaturePreparation preparation,
      PredictionTarget target,
      boolean logOdds,
      double... coordinates) {
    return new TrainedModel(
        COLUMNS, preparation, target, logOdds, ParameterVector.of(coordinates), "(1, 1e-5)-DP");
  }

  private Path write(TrainedModel model) throws IOException {
    ObjectNode document = new ObjectMapper().createObjectNode();
    document.set("model", model.toJson());
    return Files.writeString(directory.resolve("model.json"), document.toString());
  }

  @Test
  void twoClassesByTheSignOfThePrediction() {
    // Features 1, 0, 1 halved: (2 - 6)/2 = -2.
    Prediction farmer = TWO.predict(Map.of("age", "80", "job", "farmer", "id", "7"));
    assertEquals("no", farmer.label());
    assertEquals(2, farmer.value());
    assertEquals(1 / (1 + Math.exp(2)), farmer.probabilities().get(1), 1e-15);
    assertEquals(1, farmer.probabilities().get(0) + farmer.probabilities().get(1), 1e-15);
    assertEquals("yes", TWO.predict(List.of("?", "clerk")).label());
    assertEquals(2, TWO.predict(List.of("", "clerk")).value());
  }

  @Test
  void longRecordsAreClippedAsInTraining() {
    FeaturePreparation none = new FeaturePreparation(Optional.empty(), 1, false);
    TrainedModel model = model(none, new PredictionTarget.TwoClasses("no", "yes"), false, 1, 1, 0);
    Prediction prediction = model.predict(List.of("80", "clerk"));
    assertEquals(Math.sqrt(2), prediction.value(), 1e-12);
    assertTrue(prediction.probabilities().isEmpty());
  }

  @Test
  void manyClassesByTheLargestPrediction() {
    PredictionTarget target = new PredictionTarget.ManyClasses(List.of("a", "b", "c"));
    TrainedModel model = model(HALVED, target, true, 1, 0, 0, 0, 3, 0, 2, 0, 1);
    Prediction prediction = model.predict(List.of("80", "clerk"));
    assertEquals("b", prediction.label());
    assertEquals(1.5, prediction.value());
    double sum = Math.exp(0.5) + Math.exp(1.5) + Math.exp(1);
    assertEquals(Math.exp(1) / sum, prediction.probabilities().get(2), 1e-15);
  }

  @Test
  void numbersInTheUnitOfTheLabelsWithAnIntercept() {
    PredictionTarget target = new PredictionTarget.Numbers(new RangeScaling(200, 100));
    FeatureScaling scaling = new FeatureScaling(new double[] {1, 0, 0}, new double[] {2, 1, 1});
    FeaturePreparation preparation = new FeaturePreparation(Optional.of(scaling), 1, true);
    TrainedModel model = model(preparation, target, false, 0, 0, 0, Math.sqrt(2));
    Prediction prediction = model.predict(List.of("80", "pilot"));
    assertEquals(300, prediction.value(), 1e-12);
    assertEquals(Double.toString(prediction.value()), prediction.label());
  }

  @Test
  void aFileHoldsTheWholeModel() throws IOException {
    PredictionTarget numbers = new PredictionTarget.Numbers(new RangeScaling(200, 0.1));
    FeatureScaling scaling = new FeatureScaling(new double[] {1, 0, 0}, new double[] {2, 1, 1});
    FeaturePreparation preparation = new FeaturePreparation(Optional.of(scaling), 0.1, true);
    PredictionTarget classes = new PredictionTarget.ManyClasses(List.of("a", "b", "c"));
    double[] many = new double[9];
    many[4] = 1.0 / 3;
    for (TrainedModel model :
        List.of(
            TWO,
            model(preparation, numbers, false, 0.1, -0.0, 1e-300, 1.0 / 3),
            model(HALVED, classes, true, many))) {
      assertEquals(model, TrainedModel.load(write(model)));
    }
  }

  /**
   * A column of texts may have no category: so it is where none was frequent enough to be found.
   */
  @Test
  void aColumnWithoutCategoriesIsNoNumber() throws IOException {
    FeatureColumns columns =
        new FeatureColumns(
            List.of(
                new NumberColumn("age", Optional.of(AGES), OptionalDouble.of(50)),
                new CategoryColumn("job", List.of(), true, Optional.empty())),
            List.of(),
            true,
            Set.of());
    TrainedModel model =
        new TrainedModel(
            columns, HALVED, TWO.target(), true, ParameterVector.of(2), "(1, 1e-5)-DP");
    TrainedModel read = TrainedModel.load(write(model));
    assertEquals(model, read);
    assertEquals("yes", read.predict(List.of("80", "clerk")).label());
  }

  @Test
  void numbersArePredictedFromNumbers() {
    FeatureColumns two =
        new FeatureColumns(
            List.of(new NumberColumn("0"), new NumberColumn("1")), List.of(), false, Set.of());
    TrainedModel model =
        new TrainedModel(
            two,
            HALVED,
            new PredictionTarget.TwoClasses("no", "yes"),
            true,
            ParameterVector.of(1, -1),
            "");
    assertEquals("yes", model.predict(0.1, 0.05).label());
    assertThrows(IllegalArgumentException.class, () -> model.predict(0.1));
    assertThrows(IllegalArgumentException.class, () -> model.predict(0.1, Double.NaN));
  }

  @Test
  void whatDoesNotFitTogetherIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> model(HALVED, new PredictionTarget.TwoClasses("no", "yes"), true, 1, 2));
    assertThrows(IllegalArgumentException.class, () -> TWO.predict(Map.of("age", "80")));
    assertThrows(IllegalArgumentException.class, () -> TWO.predict(List.of("old", "clerk")));
  }

  @ParameterizedTest
  @CsvSource({
    "version, 3, version was 3",
    "clip_norm, -1, clipNorm was -1.0",
    "coordinates, [1], number of coordinates was 1",
    "intercept, 3, intercept was 3: it must be true or false",
    "classes, null, classes was null: it must be a list",
    "columns, [], columns was empty",
  })
  void damagedFilesAreRefusedWithTheReason(String key, String value, String reason)
      throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode document = mapper.createObjectNode();
    document.set("model", TWO.toJson().set(key, mapper.readTree(value)));
    Path file = Files.writeString(directory.resolve("bad.json"), document.toString());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> TrainedModel.load(file));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("bad.json: is no model: " + reason), message);
  }

  /**
   * Whatever stands in the place of whatever part of a model, what is missing, added or there
   * twice: the file is refused for its text, or read and applied.
   */
  @Tag("slow")
  @Test
  void everyChangeOfStructureIsReadOrRefused() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    FeatureScaling scaling = new FeatureScaling(new double[] {1, 0, 0}, new double[] {2, 1, 1});
    FeaturePreparation scaled = new FeaturePreparation(Optional.of(scaling), 0.1, true);
    PredictionTarget numbers = new PredictionTarget.Numbers(new RangeScaling(200, 0.1));
    List<String> others =
        List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "1e308",
            "1e999",
            "\"\"",
            "\"x\"",
            "[]",
            "{}",
            "[null]",
            "[[1]]",
            "{\"0\":1}",
            "[{}]",
            "123456789012345678901234567890");
    int refused = 0;
    int read = 0;
    for (TrainedModel model : List.of(TWO, model(scaled, numbers, false, 1, 2, 3, 4))) {
      JsonNode whole = mapper.readTree(model.toJson().toString());
      for (String pointer : pointers(whole, "")) {
        List<JsonNode> changed = new ArrayList<>();
        for (String other : others) {
          changed.add(replaced(whole, pointer, Optional.of(mapper.readTree(other))));
        }
        changed.add(replaced(whole, pointer, Optional.empty()));
        for (JsonNode document : changed) {
          if (isRead(document)) {
            read++;
          } else {
            refused++;
          }
        }
        JsonNode more = whole.deepCopy();
        if (more.at(pointer) instanceof ObjectNode object) {
          object.put("other", 1);
          assertFalse(isRead(more), more::toString);
        }
      }
    }
    assertTrue(refused > 500 && read > 20, refused + " refused, " + read + " read");
  }

  private boolean isRead(JsonNode model) throws IOException {
    Path file = Files.writeString(directory.resolve("changed.json"), "{\"model\":" + model + "}");
    TrainedModel loaded;
    try {
      loaded = TrainedModel.load(file);
    } catch (IllegalArgumentException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("is no model: "), e.getMessage());
      return false;
    }
    try {
      loaded.predict(Map.of("age", "30", "job", "clerk"));
    } catch (IllegalArgumentException e) {
      // A column has another name or other categories.
    }
    return true;
  }

  private static List<String> pointers(JsonNode node, String here) {
    List<String> pointers = new ArrayList<>(List.of(here));
    node.fieldNames()
        .forEachRemaining(key -> pointers.addAll(pointers(node.get(key), here + "/" + key)));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      pointers.addAll(pointers(node.get(i), here + "/" + i));
    }
    return pointers;
  }

  /** With another value in a place, or none. */
  private static JsonNode replaced(JsonNode whole, String pointer, Optional<JsonNode> other) {
    if (pointer.isEmpty()) {
      return other.orElse(NullNode.getInstance());
    }
    JsonNode copy = whole.deepCopy();
    int cut = pointer.lastIndexOf('/');
    String key = pointer.substring(cut + 1);
    JsonNode parent = copy.at(pointer.substring(0, cut));
    if (parent instanceof ObjectNode object) {
      other.ifPresentOrElse(value -> object.set(key, value), () -> object.remove(key));
    } else if (parent instanceof ArrayNode array) {
      int i = Integer.parseInt(key);
      other.ifPresentOrElse(value -> array.set(i, value), () -> array.remove(i));
    }
    return copy;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\": MODEL, \"model\": MODEL}",
        "{\"model\": MODEL} {}",
        "{\"model\": {\"version\": 1, \"version\": 1}}",
        "",
        "null",
      })
  void documentsThatAreNotOneAreRefused(String text) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("two.json"), text.replace("MODEL", TWO.toJson().toString()));
    assertThrows(IllegalArgumentException.class, () -> TrainedModel.load(file));
  }

  @Test
  void otherFilesAreNoModels() throws IOException {
    Path text = Files.writeString(directory.resolve("text.json"), "hello");
    assertThrows(IllegalArgumentException.class, () -> TrainedModel.load(text));
    Path list = Files.writeString(directory.resolve("list.json"), "[1]");
    assertThrows(IllegalArgumentException.class, () -> TrainedModel.load(list));
    Path none = directory.resolve("none.json");
    assertThrows(IOException.class, () -> TrainedModel.load(none));
  }
}
