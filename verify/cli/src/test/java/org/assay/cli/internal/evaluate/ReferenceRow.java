package org.assay.cli.internal.evaluate;

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
import java.util.Objects;

/**
 * A reference value.
 *
 * @param row the question and its value, as the file has them
 */
record ReferenceRow(JsonNode row) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static List<ReferenceRow> of(String file) throws IOException {
    List<ReferenceRow> rows = new ArrayList<>();
    try (InputStream in = ReferenceRow.class.getResourceAsStream("/reference/" + file)) {
      MAPPER
          .readTree(Objects.requireNonNull(in))
          .forEach(
              row -> {
                if (BatchEvaluator.functionNames().contains(row.get("fn").textValue())) {
                  rows.add(new ReferenceRow(row));
                }
              });
    }
    return rows;
  }

  /** Answers to all rows in one batch, through the code that the command runs. */
  static List<JsonNode> answers(List<ReferenceRow> rows) throws IOException {
    StringBuilder batch = new StringBuilder();
    for (int id = 0; id < rows.size(); id++) {
      batch.append(MAPPER.writeValueAsString(rows.get(id).question(id))).append('\n');
    }
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(new StringReader(batch.toString())), out).run();
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      answers.add(MAPPER.readTree(line));
    }
    return answers;
  }

  String function() {
    return row.get("fn").textValue();
  }

  /** The formula's value, or 0 if that is an epsilon below 0. */
  BigDecimal value() {
    BigDecimal value = new BigDecimal(row.get("value").textValue());
    return function().endsWith("_eps_cks") ? value.max(BigDecimal.ZERO) : value;
  }

  private JsonNode question(int id) {
    return MAPPER
        .createObjectNode()
        .put("id", id)
        .put("fn", function())
        .set("args", row.get("args"));
  }

  /** Whether an answer encloses the value, which is known up to the row's relative error. */
  boolean isEnclosedBy(JsonNode answer) {
    // One unit of the last digit, on top of the stated error.
    BigDecimal stated = value().abs().multiply(new BigDecimal(row.get("relerr").textValue()));
    BigDecimal doubt = value().ulp().min(value().abs().movePointLeft(17)).add(stated);
    return answer.has("lower")
        && atMost(answer.get("lower").textValue(), value().add(doubt))
        && atLeast(answer.get("upper").textValue(), value().subtract(doubt));
  }

  private static boolean atMost(String decimal, BigDecimal bound) {
    return decimal.equals("-Infinity")
        || (!decimal.equals("Infinity") && new BigDecimal(decimal).compareTo(bound) <= 0);
  }

  private static boolean atLeast(String decimal, BigDecimal bound) {
    return decimal.equals("Infinity")
        || (!decimal.equals("-Infinity") && new BigDecimal(decimal).compareTo(bound) >= 0);
  }

  /** Width of an answer over the value. */
  BigDecimal relativeWidth(JsonNode answer) {
    BigDecimal lower = new BigDecimal(answer.get("lower").textValue());
    BigDecimal upper = new BigDecimal(answer.get("upper").textValue());
    return upper.subtract(lower).divide(value().abs(), MathContext.DECIMAL64);
  }
}
