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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assay.cli.internal.events.KindExamples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An epsilon, a delta or a divergence below 0 would be a mistake of its own, on every route. */
class NoNegativeAnswersTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Ends of every argument's domain and numbers near them; of others than these the middle. */
  private static final Map<String, List<String>> EXTREMES =
      Map.ofEntries(
          Map.entry("q", List.of("0", "1e-9", "0.5")),
          Map.entry("sigma", List.of("1", "1e150")),
          Map.entry("alpha", List.of("1.0000001", "2")),
          Map.entry("mu", List.of("0", "1e-300", "1e-8", "1", "30")),
          Map.entry("eps", List.of("1e-300", "1e-9", "1", "800")),
          Map.entry("delta", List.of("1e-300", "1e-5", "0.5", "0.99", "0.9999999999")),
          Map.entry("rho", List.of("1e-300", "1e-9", "0.5", "1e9")),
          Map.entry("rdp", List.of("0", "1e-300", "1e-9", "0.1", "1e9")),
          Map.entry("b", List.of("1e-3", "1", "1e9", "1e300")),
          Map.entry("p", List.of("1e-300", "0.5", "0.50000001", "0.999999")),
          Map.entry("T", List.of("10")),
          Map.entry("records", List.of("1", "1000000")),
          Map.entry("sensitivity", List.of("1e-9", "1", "1e9")),
          Map.entry("adjacency", List.of("\"add-remove\"", "\"replace-one\"")));

  /** Logarithms are below 0 as a rule; compositions and last iterates have tests of their own. */
  static Stream<Function> functions() {
    return Functions.ALL.values().stream()
        .filter(Function.class::isInstance)
        .map(Function.class::cast)
        .filter(function -> !function.name().contains("logdelta"))
        .filter(function -> !function.name().matches("sgm_compose_.*|noisy_sgd_.*"));
  }

  private static List<JsonNode> answers(String questions, int digits) throws IOException {
    StringWriter out = new StringWriter();
    BatchEvaluator evaluator =
        new BatchEvaluator(new BufferedReader(new StringReader(questions)), out);
    (digits == 0 ? evaluator : evaluator.withDigits(digits)).run();
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      answers.add(MAPPER.readTree(line));
    }
    return answers;
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("functions")
  void noFunctionAnswersBelowZero(Function function) throws IOException {
    List<String> questions = List.of("");
    for (Argument argument : function.arguments()) {
      List<String> values = EXTREMES.getOrDefault(argument.name(), List.of());
      assertTrue(!values.isEmpty(), () -> "no values of " + argument.name());
      questions =
          questions.stream()
              .flatMap(
                  start ->
                      values.stream().map(value -> start + ",\"" + argument.name() + "\":" + value))
              .toList();
    }
    StringBuilder batch = new StringBuilder();
    for (String question : questions) {
      batch
          .append("{\"id\":{")
          .append(question.substring(1))
          .append("},\"fn\":\"")
          .append(function.name())
          .append("\",\"args\":{")
          .append(question.substring(1))
          .append("}}\n");
    }
    int answered = 0;
    for (JsonNode answer : answers(batch.toString(), 0)) {
      if (!answer.has("error")) {
        answered++;
        assertTrue(!answer.get("lower").textValue().startsWith("-"), answer::toString);
      }
    }
    assertTrue(answered * 3 >= questions.size(), function.name() + " answered " + answered);
  }

  /** The conversions are below 0 here, by as much as 4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "zcdp_to_eps_cks| {\"rho\":0.5,\"delta\":0.99}",
        "rdp_to_eps_cks| {\"alpha\":2,\"rdp\":0.1,\"delta\":0.9}",
        "sgm_compose_eps_cks| {\"q\":0.01,\"sigma\":1,\"T\":10,\"delta\":0.9}",
      })
  void conversionsEndAtZero(String function, String arguments) throws IOException {
    String question = "{\"fn\":\"" + function + "\",\"args\":" + arguments + "}";
    for (int digits : new int[] {0, 12}) {
      JsonNode answer = answers(question, digits).get(0);
      assertEquals(0, new BigDecimal(answer.get("lower").textValue()).signum(), answer::toString);
      assertEquals(0, new BigDecimal(answer.get("upper").textValue()).signum(), answer::toString);
    }
  }

  /** An event of each kind, where it spends next to nothing. */
  @Tag("slow")
  @Test
  void noEventCostsLessThanNothing() throws IOException {
    StringBuilder batch = new StringBuilder();
    for (String event : KindExamples.ALL) {
      for (String question : List.of("'delta':0.999999", "'epsilon':300", "'order':1.0000001")) {
        batch.append("{'fn':'event','args':{'event':" + event + "," + question + "}}\n");
      }
    }
    int answered = 0;
    for (JsonNode answer : answers(batch.toString().replace('\'', '"'), 0)) {
      if (answer.has("lower")) {
        answered++;
        assertTrue(!answer.get("lower").textValue().startsWith("-"), answer::toString);
        assertTrue(!answer.get("upper").textValue().startsWith("-"), answer::toString);
      }
    }
    assertTrue(answered >= 2 * KindExamples.ALL.size(), answered + " answers");
  }

  /** Every digit asked for, of small values too: what is below the last one reaches no further. */
  @Test
  void digitsEndAtZero() throws IOException {
    String batch =
        """
        {"fn":"rdp_to_eps_cks","args":{"alpha":2,"rdp":0.1,"delta":0.24}}
        {"fn":"gaussian_delta","args":{"mu":0.001,"eps":1}}
        {"fn":"sgm_rdp_fwd","args":{"q":1e-9,"sigma":1e3,"alpha":2}}
        """;
    for (JsonNode answer : answers(batch, 1)) {
      assertTrue(!answer.path("lower").asText("-").startsWith("-"), answer::toString);
    }
  }
}
