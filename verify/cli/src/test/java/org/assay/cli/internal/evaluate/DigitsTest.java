package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {
  private static JsonNode answer(String function, String arguments, int digits) throws IOException {
    String line = "{\"fn\":\"" + function + "\",\"args\":" + arguments + "}";
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(new StringReader(line)), out).withDigits(digits).run();
    return new ObjectMapper().readTree(out.toString());
  }

  /** One row of each function, to 25 of the 30 digits of its reference value. */
  @Test
  void agreesWithTheReference() throws IOException {
    Set<String> seen = new HashSet<>();
    List<ReferenceRow> rows =
        ReferenceRow.of("oracle.json").stream().filter(row -> seen.add(row.function())).toList();
    assertEquals(14, rows.size());
    for (ReferenceRow row : rows) {
      JsonNode answer = answer(row.function(), row.row().get("args").toString(), 25);
      assertTrue(row.isEnclosedBy(answer), row + " but " + answer);
      assertEquals(25, new BigDecimal(answer.get("value").textValue()).precision());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gaussian_rdp| {\"sigma\":2,\"alpha\":4}| 3| 0.499| 0.500| 0.501",
        "rr_rdp| {\"p\":0.5,\"alpha\":4}| 3| 0| 0| 0",
        "gaussian_eps| {\"mu\":1e-9,\"delta\":0.5}| 9| 0| 0| 0",
      })
  void enclosesByOneUnitOfTheLastDigit(
      String function, String arguments, int digits, String lower, String value, String upper)
      throws IOException {
    JsonNode answer = answer(function, arguments, digits);
    assertEquals(lower, answer.path("lower").textValue(), answer.toString());
    assertEquals(value, answer.path("value").textValue(), answer.toString());
    assertEquals(upper, answer.path("upper").textValue(), answer.toString());
  }

  @Test
  void limitsStay() throws IOException {
    JsonNode answer = answer("gaussian_eps", "{\"mu\":\"Infinity\",\"delta\":0.1}", 5);
    assertEquals("Infinity", answer.path("lower").textValue());
  }

  @Test
  void aFunctionWithoutDigitsIsAnErrorOfItsLine() throws IOException {
    JsonNode answer =
        answer(
            "sgm_compose_eps",
            "{\"q\":0.1,\"sigma\":1,\"T\":2,\"delta\":0.1,\"adjacency\":\"add-remove\"}",
            5);
    assertEquals(
        "fn 'sgm_compose_eps' is not known to more digits: leave out --digits",
        answer.path("error").textValue());
  }
}
