package org.assay.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every answer encloses the reference value, through the same code that the command runs. */
class OracleTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> RENYI = Set.of("sgm_rdp_fwd", "sgm_rdp_rev", "gaussian_rdp");
  private static final BigDecimal WIDEST = new BigDecimal("1e-10");

  private static final Map<String, Integer> COVERED =
      Map.ofEntries(
          Map.entry("sgm_rdp_fwd", 435),
          Map.entry("sgm_rdp_rev", 435),
          Map.entry("gaussian_rdp", 8),
          Map.entry("gaussian_delta", 52),
          Map.entry("gaussian_eps", 36),
          Map.entry("gaussian_mu", 16),
          Map.entry("rdp_to_eps_cks", 22),
          Map.entry("rdp_to_logdelta_cks", 11),
          Map.entry("zcdp_to_eps_cks", 28),
          Map.entry("zcdp_to_logdelta_cks", 14),
          Map.entry("zcdp_gaussian_eps_exact", 28),
          Map.entry("sgm_compose_eps_cks", 14));

  private static List<JsonNode> rows = List.of();
  private static List<JsonNode> answers = List.of();

  @BeforeAll
  static void answerEveryRow() throws IOException {
    rows = new ArrayList<>();
    StringBuilder batch = new StringBuilder();
    try (InputStream in = OracleTest.class.getResourceAsStream("/reference/oracle.json")) {
      for (JsonNode row : MAPPER.readTree(Objects.requireNonNull(in))) {
        if (BatchEvaluator.functionNames().contains(row.get("fn").textValue())) {
          batch.append(MAPPER.writeValueAsString(question(row, rows.size()))).append('\n');
          rows.add(row);
        }
      }
    }
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(new StringReader(batch.toString())), out).run();
    answers = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      answers.add(MAPPER.readTree(line));
    }
  }

  private static JsonNode question(JsonNode row, int id) {
    return MAPPER
        .createObjectNode()
        .put("id", id)
        .put("fn", row.get("fn").textValue())
        .set("args", row.get("args"));
  }

  @Test
  void coversTheFunctionsItIsMeantTo() {
    Map<String, Integer> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(row.get("fn").textValue(), 1, Integer::sum));
    assertEquals(new TreeMap<>(COVERED), counts);
    assertEquals(COVERED.keySet(), Set.copyOf(BatchEvaluator.functionNames()));
  }

  @Test
  void answersInOrder() {
    assertEquals(rows.size(), answers.size());
    for (int i = 0; i < answers.size(); i++) {
      assertEquals(i, answers.get(i).get("id").intValue());
    }
  }

  @Test
  void enclosesEveryReferenceValue() {
    List<String> misses = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!encloses(answers.get(i), rows.get(i))) {
        misses.add(rows.get(i) + " but " + answers.get(i));
      }
    }
    assertEquals(List.of(), misses);
  }

  /** The reference is known up to half a unit of its thirtieth digit. */
  private static boolean encloses(JsonNode answer, JsonNode row) {
    BigDecimal value = new BigDecimal(row.get("value").textValue());
    BigDecimal doubt = value.abs().multiply(new BigDecimal("1e-29"));
    return answer.has("lower")
        && atMost(answer.get("lower").textValue(), value.add(doubt))
        && atLeast(answer.get("upper").textValue(), value.subtract(doubt));
  }

  private static boolean atMost(String decimal, BigDecimal bound) {
    return decimal.equals("-Infinity")
        || (!decimal.equals("Infinity") && new BigDecimal(decimal).compareTo(bound) <= 0);
  }

  private static boolean atLeast(String decimal, BigDecimal bound) {
    return decimal.equals("Infinity")
        || (!decimal.equals("-Infinity") && new BigDecimal(decimal).compareTo(bound) >= 0);
  }

  @Test
  void divergencesAreNarrow() {
    for (int i = 0; i < rows.size(); i++) {
      if (RENYI.contains(rows.get(i).get("fn").textValue())) {
        BigDecimal lower = new BigDecimal(answers.get(i).get("lower").textValue());
        BigDecimal upper = new BigDecimal(answers.get(i).get("upper").textValue());
        BigDecimal width = upper.subtract(lower).divide(lower, MathContext.DECIMAL64);
        String row = rows.get(i) + " but " + answers.get(i);
        assertTrue(width.compareTo(WIDEST) <= 0, row);
      }
    }
  }
}
