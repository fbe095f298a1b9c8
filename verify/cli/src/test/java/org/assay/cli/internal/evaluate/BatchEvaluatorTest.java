package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assay.accountant.privacy.ContradictionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchEvaluatorTest {
  private static final String GOOD =
      "{\"id\": 1, \"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": 2, \"alpha\": 4}}";

  private static List<String> answers(String batch) throws IOException {
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(new StringReader(batch)), out).run();
    return out.toString().lines().toList();
  }

  private static String error(String line) throws IOException {
    List<String> answers = answers(line);
    assertEquals(1, answers.size());
    JsonNode answer = new ObjectMapper().readTree(answers.get(0));
    assertEquals(
        List.of("id", "error"),
        List.copyOf(answer.properties().stream().map(java.util.Map.Entry::getKey).toList()));
    return answer.get("error").textValue();
  }

  @Test
  void answersWithDecimalStringsInAFixedOrderOfKeys() throws IOException {
    assertEquals(
        List.of("{\"id\":1,\"fn\":\"gaussian_rdp\",\"lower\":\"0.5\",\"upper\":\"0.5\"}"),
        answers(GOOD));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "17",
        "-0.50",
        "1e400",
        "12345678901234567890123",
        "\"a \\\" b\"",
        "[1,{\"x\":[]}]",
        "{\"b\":1,\"a\":2}"
      })
  void echoesAnIdOfAnyType(String id) throws IOException {
    String answer = answers(GOOD.replace("\"id\": 1", "\"id\": " + id)).get(0);
    ObjectMapper exact =
        new ObjectMapper()
            .enable(
                com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    assertEquals(exact.readTree(id), exact.readTree(answer).get("id"));
  }

  @Test
  void aBadLineNeverStopsTheBatch() throws IOException {
    List<String> answers = answers("nonsense\n\n[]\n" + GOOD + "\n{\"id\":\n" + GOOD);
    assertEquals(5, answers.size());
    assertTrue(
        answers.get(0).startsWith("{\"id\":null,\"error\":\"line 1 is not well-formed JSON"));
    assertTrue(answers.get(1).contains("line 3 is not a JSON object"));
    assertEquals(answers.get(2), answers.get(4));
    assertTrue(answers.get(3).contains("line 5 is not well-formed JSON"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}| fn is missing",
        "{\"fn\": 3}| fn is not text",
        "{\"fn\": \"gausian_rdp\"}| fn 'gausian_rdp' is unknown; did you mean 'gaussian_rdp'?",
        "{\"fn\": \"gaussian_rdp\"}| args is missing",
        "{\"fn\": \"gaussian_rdp\", \"args\": []}| args is not an object",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": 1}}| argument alpha is missing",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": 1, \"alpha\": 2, \"alhpa\": 2}}| argument"
            + " 'alhpa' is unknown; did you mean 'alpha'?",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": \"1\", \"alpha\": 2}}| argument sigma is"
            + " not a number",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": true, \"alpha\": 2}}| argument sigma is"
            + " not a number",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": null, \"alpha\": 2}}| argument sigma is"
            + " not a number",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": -1, \"alpha\": 2}}| argument sigma was"
            + " -1.0: it must be finite and above 0",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": \"-Infinity\", \"alpha\": 2}}| argument"
            + " sigma was -Infinity: it must be finite and above 0",
        "{\"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": 1, \"alpha\": 1e999}}| argument alpha was"
            + " Infinity: it must be finite and at least 1",
        "{\"fn\": \"gaussian_delta\", \"args\": {\"mu\": 1, \"eps\": -1}}| argument eps was -1.0:"
            + " it must be finite and at least 0",
        "{\"fn\": \"gaussian_eps\", \"args\": {\"mu\": 1, \"delta\": 0}}| argument delta was 0.0:"
            + " it must be strictly between 0 and 1",
        "{\"fn\": \"sgm_compose_eps_cks\", \"args\": {\"q\": 0.1, \"sigma\": 1, \"T\": 1.5,"
            + " \"delta\": 0.1}}| argument T was 1.5: it must be a whole number from 1 to 2^53",
        "{\"fn\": \"sgm_compose_eps\", \"args\": {\"q\": 0.1, \"sigma\": 1, \"T\": 2, \"delta\":"
            + " 0.1, \"adjacency\": \"swap\"}}| argument adjacency was \"swap\": it is known for"
            + " \"add-remove\", \"replace-one\", \"zero-out\" only",
        "{\"fn\": \"sgm_compose_delta\", \"args\": {\"q\": 0.1, \"sigma\": 1, \"T\": 2, \"eps\": 1,"
            + " \"adjacency\": 3}}| argument adjacency was 3: it is known for \"add-remove\","
            + " \"replace-one\", \"zero-out\" only",
        "{\"fn\": \"sgm_compose_delta\", \"args\": {\"q\": 0.1, \"sigma\": 1, \"T\": 2, \"eps\":"
            + " 1}}| argument adjacency is missing",
        "{\"fn\": \"laplace_rdp\", \"args\": {\"b\": 0, \"alpha\": 1}}| argument b was 0.0: it must"
            + " be finite and above 0",
        "{\"fn\": \"rr_rdp\", \"args\": {\"p\": 1, \"alpha\": 1}}| argument p was 1.0: it must be"
            + " strictly between 0 and 1",
        "{\"fn\": \"gaussian_rdp\", \"extra\": 1, \"args\": {}}| key 'extra' is unknown; known are"
            + " id, fn, args, seconds, cancel",
      })
  void namesWhatIsWrong(String line, String message) throws IOException {
    assertEquals(message, error(line));
  }

  @Test
  void duplicateKeysAreAnError() throws IOException {
    assertTrue(error("{\"id\":1,\"id\":2}").contains("Duplicate"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gaussian_rdp| {\"sigma\":\"Infinity\",\"alpha\":2}| 0.0",
        "sgm_rdp_fwd| {\"q\":0.5,\"sigma\":\"Infinity\",\"alpha\":2}| 0.0",
        "laplace_rdp| {\"b\":\"Infinity\",\"alpha\":1}| 0.0",
        "rr_rdp| {\"p\":0.5,\"alpha\":1}| 0.0",
        "sgm_compose_eps| {\"q\":0,\"sigma\":1,\"T\":3,\"delta\":0.1,\"adjacency\":\"add-remove\"}|"
            + " 0.0",
        "sgm_compose_delta|"
            + " {\"q\":0.1,\"sigma\":1,\"T\":3,\"eps\":\"Infinity\",\"adjacency\":\"add-remove\"}|"
            + " 0.0",
        "gaussian_delta| {\"mu\":1,\"eps\":\"Infinity\"}| 0.0",
        "gaussian_eps| {\"mu\":0,\"delta\":0.1}| 0.0",
        "zcdp_gaussian_eps_exact| {\"rho\":0,\"delta\":0.1}| 0.0",
        "rdp_to_eps_cks| {\"alpha\":2,\"rdp\":\"Infinity\",\"delta\":0.1}| Infinity",
        "zcdp_to_eps_cks| {\"rho\":\"Infinity\",\"delta\":0.1}| Infinity",
      })
  void limits(String name, String arguments, String value) throws IOException {
    String line = answers("{\"fn\":\"" + name + "\",\"args\":" + arguments + "}").get(0);
    JsonNode answer = new ObjectMapper().readTree(line);
    assertEquals(value, answer.path("lower").textValue(), line);
    assertEquals(value, answer.path("upper").textValue(), line);
  }

  /** A million lines would not fit if they were collected first. */
  @Test
  void answersBeforeItHasReadEverything() throws IOException {
    AtomicInteger pending = new AtomicInteger();
    AtomicInteger worst = new AtomicInteger();
    Reader questions =
        new Reader() {
          private int left = 20_000;

          @Override
          public int read(char[] buffer, int offset, int length) {
            if (left-- == 0) {
              return -1;
            }
            String line = GOOD + "\n";
            line.getChars(0, line.length(), buffer, offset);
            worst.accumulateAndGet(pending.incrementAndGet(), Math::max);
            return line.length();
          }

          @Override
          public void close() {}
        };
    Writer counter =
        new Writer() {
          @Override
          public void write(char[] buffer, int offset, int length) {
            if (length > 1) {
              pending.decrementAndGet();
            }
          }

          @Override
          public void write(int c) {}

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    new BatchEvaluator(new BufferedReader(questions), counter).run();
    assertEquals(0, pending.get());
    assertTrue(worst.get() < 200, () -> worst.get() + " questions were read ahead");
  }

  /** Not a value that was not found, but one that was found twice. */
  @Test
  void contradictionsAreDefectsAndNotBadLuck() {
    ContradictionException both =
        assertThrows(
            ContradictionException.class,
            () -> ContradictionException.requireOrdered(2, 1, "these settings"));
    String words = BatchRun.problem(both);
    assertTrue(words.startsWith("the certified upper bound 1.0 is below"), words);
    assertTrue(
        words.endsWith("a defect of Assay; rely on neither, and please report these settings"));
    assertEquals(
        "no certified value was found: none", BatchRun.problem(new ArithmeticException("none")));
  }

  /** A line of twice the bound, made as it is read. */
  @Test
  void aLineWithoutEndIsAnErrorOfThatLine() throws IOException {
    Reader endless =
        new Reader() {
          private long left = 1L << 25;

          @Override
          public int read(char[] buffer, int offset, int length) {
            int count = (int) Math.min(left, length);
            left -= count;
            java.util.Arrays.fill(buffer, offset, offset + count, 'x');
            return count == 0 ? -1 : count;
          }

          @Override
          public void close() {}
        };
    StringWriter out = new StringWriter();
    new BatchEvaluator(new BufferedReader(endless), out).run();
    assertEquals(1, out.toString().lines().count());
    assertTrue(out.toString().contains("line 1 is longer than 1048576 characters"), out::toString);
  }
}
