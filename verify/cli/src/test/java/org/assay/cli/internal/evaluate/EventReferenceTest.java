package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code assay evaluate} says of events, against values from independent code. */
class EventReferenceTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Rows that are no question about an event, which other tests read, and one about groups in
   * samples of fixed size under zero-out, whose number is no bound: see the counterexample in
   * {@code OneSampleTest}.
   */
  private static final Map<String, Integer> ELSEWHERE =
      Map.of(
          "group_fixed_size_gaussian_delta",
          1,
          "laplace_threshold",
          2,
          "partition_first_certain",
          1,
          "partition_keep_probability",
          6,
          "truncated_laplace_bound",
          1);

  static List<EventRow> all() throws IOException {
    List<EventRow> rows = new ArrayList<>();
    try (InputStream in =
        EventReferenceTest.class.getResourceAsStream("/reference/more_events.json")) {
      for (JsonNode row : MAPPER.readTree(Objects.requireNonNull(in))) {
        if (row.has("fn")) {
          rows.add(new EventRow(row));
        }
      }
    }
    return rows;
  }

  static Stream<EventRow> rows() throws IOException {
    return all().stream().filter(row -> !ELSEWHERE.containsKey(row.function()));
  }

  @Test
  void everyRowIsRead() throws IOException {
    Map<String, Integer> elsewhere = new TreeMap<>();
    for (EventRow row : all()) {
      if (row.question().isEmpty()) {
        elsewhere.merge(row.function(), 1, Integer::sum);
      }
    }
    assertEquals(new TreeMap<>(ELSEWHERE), elsewhere);
    assertEquals(111, all().size());
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("rows")
  void agreesWithTheReference(EventRow row) throws IOException {
    JsonNode answer = answer(row.question().orElseThrow());
    assertTrue(answer.has("upper"), () -> row + " but " + answer);
    BigDecimal value = new BigDecimal(row.row().get("value").textValue());
    BigDecimal doubt =
        value.abs().multiply(new BigDecimal(row.row().get("relerr").textValue()).max(ULP));
    BigDecimal target = row.function().endsWith("_sensitivity") ? square(value) : value;
    BigDecimal margin = row.function().endsWith("_sensitivity") ? doubt.multiply(FOUR) : doubt;
    String said = row + " but " + answer;
    BigDecimal lower = new BigDecimal(answer.get("lower").textValue());
    BigDecimal upper = new BigDecimal(answer.get("upper").textValue());
    switch (row.claim()) {
      case VALUE -> {
        assertTrue(lower.compareTo(target.add(margin)) <= 0, said);
        assertTrue(upper.compareTo(target.subtract(margin)) >= 0, said);
        assertTrue(
            upper.subtract(lower).compareTo(target.multiply(width(row)).add(TINY)) <= 0, said);
      }
      case GUARANTEE -> assertTrue(upper.compareTo(target.add(target.multiply(NARROW))) <= 0, said);
      case LOWER_BOUND -> assertTrue(upper.compareTo(target.subtract(margin)) >= 0, said);
      case PROVED_LOSS -> {
        assertTrue(upper.compareTo(target) >= 0, said);
        assertTrue(lower.compareTo(target.subtract(target.multiply(TESTS))) >= 0, said);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'delta':1e-5,'order':2 | delta and order is given",
        "'adjacency':'add-remove' | none is given",
        "'delta':1 | strictly between 0 and 1",
        "'delta':'x' | must be a number",
        "'delta':1e-5,'adjacency':'near' | must be one of add-remove",
        "'delta':1e-5,'eps':1 | 'epsilon'"
      })
  void wrongArgumentsAreErrorsOfTheirLine(String arguments, String reason) throws IOException {
    String event = "'event':{'laplace':{'noise_multiplier':1,'adjacency':'add-remove'}}";
    String text = "{'fn':'event','args':{" + event + "," + arguments + "}}";
    JsonNode answer = answer(MAPPER.readTree(text.replace('\'', '"')));
    assertTrue(answer.get("error").textValue().contains(reason), answer::toString);
  }

  @Test
  void aWrongEventIsNamed() throws IOException {
    String text = "{'fn':'event','args':{'delta':0.1,'event':{'laplce':{}}}}";
    JsonNode answer = answer(MAPPER.readTree(text.replace('\'', '"')));
    assertTrue(
        answer.get("error").textValue().contains("did you mean 'laplace'"), answer::toString);
  }

  @Test
  void saysWhetherTheTrueValueIsEnclosed() throws IOException {
    assertTrue(answer(gaussian()).get("encloses_true_value").booleanValue());
  }

  @Test
  void theRelationCanBeAnother() throws IOException {
    ObjectNode question = gaussian();
    JsonNode same = answer(question);
    ((ObjectNode) question.get("args")).put("adjacency", "replace-one");
    JsonNode replaced = answer(question);
    // Twice the shift: half the noise multiplier, epsilon 3.85 to 9.68 by [@BalleWang2018].
    assertTrue(replaced.get("lower").asDouble() > 2 * same.get("upper").asDouble());
  }

  private static ObjectNode gaussian() throws IOException {
    String event = "{'gaussian':{'noise_multiplier':1,'adjacency':'add-remove'}}";
    String text = "{'fn':'event','args':{'delta':1e-5,'event':" + event + "}}";
    return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
  }

  private static final BigDecimal ULP = new BigDecimal("1e-16");
  private static final BigDecimal NARROW = new BigDecimal("1e-9");
  private static final BigDecimal FEWER_DIGITS = new BigDecimal("2e-6");
  private static final BigDecimal TINY = new BigDecimal("1e-15");
  private static final BigDecimal TESTS = new BigDecimal("1e-4");
  private static final BigDecimal FOUR = new BigDecimal(4);

  /** Small losses in many allocated steps: moments of size 1 carry fewer digits of them. */
  private static BigDecimal width(EventRow row) {
    return row.row().get("args").path("t").asInt() >= 1000 ? FEWER_DIGITS : NARROW;
  }

  private static BigDecimal square(BigDecimal value) {
    return value.multiply(value);
  }

  private static JsonNode answer(JsonNode question) throws IOException {
    return MAPPER.readTree(
        Invocation.withInput(MAPPER.writeValueAsString(question), "evaluate").out());
  }
}
