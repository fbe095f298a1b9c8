package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reference values by independent code (quadrature in numpy, ternary search, compositions by
 * contour inversion and by FFT), with the diameter as distance: tracked distances and mixing may
 * give less, never more, and re-coupling, which the references do not know, much less.
 */
class LastIterateFunctionTest {
  private static final String POISSON =
      "\"n\":60000,\"b\":600,\"sigma\":0.002,\"L\":1,\"D\":1,\"eta\":0.5,\"m\":0,"
          + "\"sampling\":\"poisson\",\"adjacency\":\"add-remove\"";
  private static final String FIXED =
      "\"n\":100000,\"b\":1000,\"sigma\":0.004,\"L\":1,\"D\":1,\"eta\":0.625,\"m\":0,"
          + "\"sampling\":\"fixed-size\",\"adjacency\":\"replace-one\"";
  private static final String STRONG =
      "\"n\":10000,\"b\":100,\"sigma\":0.1,\"L\":1,\"D\":1,\"eta\":0.1,\"m\":0.1,"
          + "\"sampling\":\"fixed-size\",\"adjacency\":\"replace-one\"";
  private static final String REPLACED =
      "\"n\":1000000,\"b\":10000,\"sigma\":0.002,\"L\":1,\"D\":1,\"eta\":0.5,\"m\":0,"
          + "\"sampling\":\"poisson\",\"adjacency\":\"replace-one\"";

  private static JsonNode answer(String function, String arguments) throws IOException {
    StringWriter out = new StringWriter();
    String line = "{\"fn\":\"" + function + "\",\"args\":{" + arguments + "}}";
    new BatchEvaluator(new BufferedReader(new StringReader(line)), out).run();
    return new ObjectMapper().readTree(out.toString());
  }

  private static String settings(String name) {
    return switch (name) {
      case "F4" -> POISSON;
      case "F5" -> FIXED;
      case "F6" -> STRONG;
      case "F7" -> REPLACED;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void check(
      String name, String parameter, long steps, double expected, double leastShare)
      throws IOException {
    String function = parameter.startsWith("\"delta") ? "noisy_sgd_eps" : "noisy_sgd_rdp";
    JsonNode answer = answer(function, settings(name) + ",\"T\":" + steps + "," + parameter);
    double upper = answer.path("upper").asDouble(Double.NaN);
    double lower = answer.path("lower").asDouble(Double.NaN);
    assertTrue(upper <= expected * (1 + 1e-6), name + ": " + answer + " above " + expected);
    assertTrue(upper >= expected * leastShare, name + ": " + answer + " far below " + expected);
    assertTrue(lower >= 0 && lower <= upper, answer.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "F4, 10, 2, 0.001002545955",
    "F6, 10, 8, 0.0001887875328",
    "F7, 1000, 32, 0.01599963258",
  })
  void shortRuns(String name, long steps, double order, double expected) throws IOException {
    check(name, "\"alpha\":" + order, steps, expected, 0.7);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "F4, 1000, 2, 0.1002545955",
    "F4, 10000, 32, 46837.75491",
    "F5, 1000, 8, 0.1564730654",
    "F6, 100, 32, 0.007555037586",
  })
  void longRuns(String name, long steps, double order, double expected) throws IOException {
    check(name, "\"alpha\":" + order, steps, expected, 0.7);
  }

  /**
   * By so much more, the longer the run and the rarer a record is in a batch. For batches of fixed
   * size the references compose the worse one of two pairs at each loss, where a step has either
   * one or the other, so that compositions undercut them as well.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "F4, 10000000, 8, 214.3880975, 0.29",
    "F5, 100000, 2, 3.907912468, 0.53",
    "F5, 1000000, 2, 11.00954169, 0.21",
    "F5, 10000000, 32, 264.6907742, 0.075",
    "F6, 1000, 2, 0.004366787654, 0.48",
    "F6, 10000000, 8, 0.01746763961, 0.47",
    "F7, 1000000, 2, 0.999976233, 0.5",
    "F7, 10000000, 8, 15.99963685, 0.13",
  })
  void divergencesThatRecouplingUndercuts(
      String name, long steps, double order, double expected, double leastShare)
      throws IOException {
    check(name, "\"alpha\":" + order, steps, expected, leastShare);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "F4, 10, 0.2058940611",
    "F4, 1000, 1.298555486",
    "F5, 1000, 0.7185710187",
    "F6, 100, 0.06450855118",
    "F7, 1000000, 4.377117906",
  })
  void epsilons(String name, long steps, double expected) throws IOException {
    check(name, "\"delta\":1e-5", steps, expected, 0.69);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "F4, 10000000, 51.41944717",
    "F5, 10000000, 19.01610026",
    "F6, 1000, 0.2170703383",
    "F7, 10000000, 9.997115907",
  })
  void epsilonsThatRecouplingUndercuts(String name, long steps, double expected)
      throws IOException {
    check(name, "\"delta\":1e-5", steps, expected, 0.3);
  }

  @Test
  void theSmoothnessMayBeLeftOutAndTheDiameterInfinite() throws IOException {
    String run =
        "\"n\":1000,\"b\":1000,\"sigma\":0.05,\"L\":1,\"D\":\"Infinity\",\"eta\":0.2,\"m\":0,"
            + "\"T\":10,\"alpha\":2,\"sampling\":\"full-batch\",\"adjacency\":\"replace-one\"";
    JsonNode without = answer("noisy_sgd_rdp", run);
    JsonNode with = answer("noisy_sgd_rdp", run + ",\"M\":3");
    assertEquals(0.016, without.path("upper").asDouble(), 1e-12);
    assertEquals(without.get("upper"), with.get("upper"));
    assertTrue(without.path("lower").asDouble() <= 0.016, without.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"T\":10| argument alpha is missing",
        "\"T\":10,\"alpha\":1| argument alpha was 1.0: it must be finite and above 1",
        "\"T\":0,\"alpha\":2| argument T was 0.0: it must be a whole number from 1 to 2^53",
        "\"T\":1,\"alpha\":2,\"M\":-1| argument M was -1.0: it must be finite and at least 0",
        "\"T\":1,\"alpha\":2,\"M\":\"NaN\"| argument M is not a number",
        "\"T\":1,\"alpha\":2,\"M\":30| no certified value was found: cannot bound the privacy of",
      })
  void namesWhatIsWrong(String rest, String message) throws IOException {
    String error = answer("noisy_sgd_rdp", FIXED + "," + rest).path("error").asText();
    assertTrue(error.startsWith(message), error);
    String words = FIXED.replace("fixed-size", "often");
    String unknown = answer("noisy_sgd_rdp", words + ",\"T\":1,\"alpha\":2").path("error").asText();
    assertTrue(unknown.startsWith("argument sampling was \"often\": it is known for"), unknown);
  }
}
