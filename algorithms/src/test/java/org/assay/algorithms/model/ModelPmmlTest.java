package org.assay.algorithms.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.run.ParameterVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmml4s.model.Model;

/** Another runtime, PMML4S, applies exported models and says what they say here. */
class ModelPmmlTest {
  private static final FeatureColumns COLUMNS =
      new FeatureColumns(
          List.of(
              new NumberColumn(
                  "age", Optional.of(RangeScaling.of("range", 20, 80)), OptionalDouble.of(35)),
              new CategoryColumn("job", List.of("clerk", "\"<farmer>\""), true, Optional.empty()),
              new CategoryColumn("plan", List.of("a", "b"), false, Optional.of("b")),
              new NumberColumn("visits")),
          List.of(),
          true,
          Set.of("?", "-99", "1e9"));
  private static final Optional<FeatureScaling> SCALING =
      Optional.of(
          new FeatureScaling(new double[] {0.1, 0, 0, 0.5, 0, 1}, new double[] {1, 2, 1, 1, 1, 3}));
  private static final PredictionTarget TWO = new PredictionTarget.TwoClasses("no", "yes");
  private static final PredictionTarget THREE =
      new PredictionTarget.ManyClasses(List.of("red", "green", "blue"));
  private static final PredictionTarget NUMBERS =
      new PredictionTarget.Numbers(RangeScaling.of("range", 100, 500));

  private static Stream<TrainedModel> models() {
    FeaturePreparation plain = new FeaturePreparation(Optional.empty(), 2, false);
    FeaturePreparation whole = new FeaturePreparation(SCALING, 1.5, true);
    FeaturePreparation cut = new FeaturePreparation(SCALING, 0.7, true, RecordNorm.INFINITY);
    return Stream.of(
        model(plain, TWO, true),
        model(whole, TWO, true),
        model(whole, TWO, false),
        model(cut, TWO, true),
        model(whole, THREE, true),
        model(cut, THREE, false),
        model(plain, NUMBERS, false),
        model(whole, NUMBERS, false));
  }

  private static TrainedModel model(
      FeaturePreparation preparation, PredictionTarget target, boolean logOdds) {
    int width = 6 + (preparation.intercept() ? 1 : 0);
    double[] coordinates =
        new SplittableRandom(7).doubles((long) width * target.scores(), -3, 3).toArray();
    return new TrainedModel(
        COLUMNS, preparation, target, logOdds, ParameterVector.of(coordinates), "(1, 1e-5)-DP");
  }

  @ParameterizedTest
  @MethodSource("models")
  void anotherRuntimeSaysTheSame(TrainedModel model) {
    Model other = Model.fromString(model.toPmml());
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      Map<String, String> cells = new HashMap<>();
      cells.put(
          "age", pick(random, "", "?", "-99", "1e9", Double.toString(random.nextDouble(0, 100))));
      cells.put("job", pick(random, "", "clerk", "\"<farmer>\"", "miner"));
      cells.put("plan", pick(random, "", "?", "a", "b"));
      cells.put("visits", Double.toString(random.nextDouble(-5, 5)));
      Prediction expected = model.predict(cells);
      Map<String, Object> said = other.predict(typed(model.columns(), cells));
      if (model.target().range().isPresent()) {
        assertEquals(expected.value(), number(said.get("predicted")), 1e-9, cells.toString());
      } else {
        assertEquals(expected.label(), said.get("predicted"), cells.toString());
      }
      for (int k = 0; k < expected.probabilities().size(); k++) {
        String name = "probability of " + model.target().classes().get(k);
        double probability = expected.probabilities().get(k);
        assertEquals(probability, number(said.get(name)), 1e-12, cells.toString());
      }
    }
  }

  private static double number(@Nullable Object value) {
    return (double) Objects.requireNonNull(value);
  }

  private static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A cell that is missing is left out. */
  private static Map<String, Object> typed(FeatureColumns columns, Map<String, String> cells) {
    Map<String, Object> typed = new HashMap<>();
    for (FeatureColumn column : columns.columns()) {
      String cell = cells.getOrDefault(column.name(), "");
      if (!cell.isEmpty() && !columns.missingMarkers().contains(cell)) {
        boolean number = column.categories().isEmpty();
        typed.put(column.name(), number ? Double.valueOf(cell) : cell);
      }
    }
    return typed;
  }

  /** A category that was not declared has no prediction. */
  @Test
  void aRefusedCellIsInvalid() {
    TrainedModel model = models().toList().get(0);
    Model other = Model.fromString(model.toPmml());
    Map<String, Object> row = Map.of("age", 30.0, "job", "clerk", "plan", "z", "visits", 1.0);
    assertEquals(null, other.predict(row).get("predicted"));
  }

  /** Fields that are derived, and those of the output, get names that no column has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "scaled x",
        "prediction",
        "predicted",
        "probability of yes",
        "length",
        "largest feature",
        "part of scaled x",
        "clipped part of scaled x",
        "scaled cat=a"
      })
  void namesOfColumnsMayBeAny(String name) {
    FeatureColumns columns =
        new FeatureColumns(
            List.of(
                new NumberColumn(name),
                new NumberColumn("x"),
                new CategoryColumn("cat", List.of("a", "a=b"), true, Optional.empty()),
                new CategoryColumn("cat=a", List.of("b"), true, Optional.empty())),
            List.of(),
            true,
            Set.of());
    TrainedModel model =
        new TrainedModel(
            columns,
            new FeaturePreparation(Optional.empty(), 1, true),
            TWO,
            true,
            ParameterVector.of(3, -2, 1, 4, -5, 0.5),
            "(1, 1e-5)-DP");
    Model other = Model.fromString(model.toPmml());
    for (double x : new double[] {0.9, -0.5, 1e200}) {
      Map<String, String> cells =
          Map.of(name, Double.toString(x), "x", "0.2", "cat", "a=b", "cat=a", "b");
      Map<String, Object> said =
          other.predict(Map.of(name, x, "x", 0.2, "cat", "a=b", "cat=a", "b"));
      double probability = model.predict(cells).probabilities().get(1);
      long found =
          said.values().stream()
              .filter(value -> value instanceof Double p && Math.abs(p - probability) < 1e-12)
              .count();
      assertEquals(1, found, () -> said + " has no " + probability);
    }
  }

  @Test
  void missingCellsOfClosedColumnsAreInvalid() {
    TrainedModel model =
        new TrainedModel(
            new FeatureColumns(
                List.of(new CategoryColumn("plan", List.of("a", "?"), false, Optional.empty())),
                List.of(),
                true,
                Set.of("?")),
            new FeaturePreparation(Optional.empty(), 1, false),
            TWO,
            true,
            ParameterVector.of(3, -2),
            "(1, 1e-5)-DP");
    Model other = Model.fromString(model.toPmml());
    assertEquals("yes", other.predict(Map.of("plan", "a")).get("predicted"));
    assertEquals(null, other.predict(Map.<String, Object>of()).get("predicted"));
    assertEquals(null, other.predict(Map.of("plan", "?")).get("predicted"));
  }

  @Test
  void whatXmlCannotHoldIsRefused() {
    TrainedModel model =
        new TrainedModel(
            new FeatureColumns(List.of(new NumberColumn("a\u0001b")), List.of(), true, Set.of()),
            new FeaturePreparation(Optional.empty(), 1, false),
            TWO,
            true,
            ParameterVector.of(3),
            "(1, 1e-5)-DP");
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, model::toPmml).getMessage());
    assertTrue(message.contains("U+0001"), message);
  }
}
