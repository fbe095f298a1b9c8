package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No question ends a batch or keeps it for ever. */
class BatchLimitsTest {
  private static final String FINE =
      "{\"id\": \"fine\", \"fn\": \"gaussian_rdp\", \"args\": {\"sigma\": 2, \"alpha\": 4}}";

  private static final String GAUSSIAN =
      "{\"gaussian\":{\"noise_multiplier\":1,\"adjacency\":\"add-remove\"}}";

  /** Far more than anything here takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static List<JsonNode> answers(String batch, UnaryOperator<BatchEvaluator> with) {
    StringWriter out = new StringWriter();
    BatchEvaluator evaluator = new BatchEvaluator(new BufferedReader(new StringReader(batch)), out);
    assertTimeoutPreemptively(PATIENCE, () -> with.apply(evaluator).run());
    return out.toString().lines().map(BatchLimitsTest::json).toList();
  }

  private static JsonNode json(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      throw new IllegalArgumentException(line, e);
    }
  }

  /** The answer of a question, after which the batch goes on. */
  private static JsonNode refusal(String question, UnaryOperator<BatchEvaluator> with) {
    List<JsonNode> answers = answers(question + "\n" + FINE, with);
    assertEquals(2, answers.size(), answers::toString);
    assertEquals("0.5", answers.get(1).path("upper").textValue());
    assertTrue(answers.get(0).has("error"), answers::toString);
    return answers.get(0);
  }

  private static String event(String id, String event, String numbers) {
    return "{\"id\":\""
        + id
        + "\",\"fn\":\"event\",\"args\":{\"event\":"
        + event
        + ","
        + numbers
        + "}}";
  }

  private static String nested(int levels, String before, String after) {
    return before.repeat(levels) + GAUSSIAN + after.repeat(levels);
  }

  /** Every level of selections costs ten times more. */
  private static String endless(String id) {
    String selected =
        nested(12, "{\"select\":{\"repetitions\":\"poisson\",\"mean\":2,\"event\":", "}}");
    return event(id, selected, "\"delta\":1e-5");
  }

  @Test
  void aCalibrationThatCannotBeReachedIsRefused() {
    String steps = "{\"repeat\":{\"times\":\"?\",\"event\":" + GAUSSIAN + "}}";
    JsonNode refused = refusal(event("c", steps, "\"epsilon\":0.1,\"delta\":1e-9"), with -> with);
    assertTrue(
        refused
            .get("error")
            .textValue()
            .startsWith(
                "no certified value was found: target 0.1 is unreachable: even times" + " 1.0"),
        refused::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sequence\":[ | ]}",
        "{\"group\":{\"size\":1,\"event\": | }}",
        "{\"poisson\":{\"sampling_probability\":0.5,\"event\": | }}",
        "{\"parallel\":{\"events\":[ | ]}}"
      })
  void eventsMayNestSoDeepAndNoDeeper(String kind) {
    List<String> parts = List.of(kind.split(" \\| ", -1));
    int each = kind.contains("events") ? 3 : 2;
    // The arguments and the innermost event are levels as well.
    int most = (400 - 3) / each;
    String tooDeep = nested(most + 2, parts.get(0), parts.get(1));
    JsonNode refused = refusal(event("d", tooDeep, "\"delta\":1e-5"), with -> with);
    assertTrue(
        refused
            .get("error")
            .textValue()
            .endsWith("is nested more than 400 levels deep: flatten it"),
        refused::toString);
    String deepest = nested(most, parts.get(0), parts.get(1));
    JsonNode answer =
        answers(event("d", deepest, "\"delta\":1e-5"), with -> with.withSeconds(2)).get(0);
    assertTrue(
        answer.has("upper") || "time".equals(answer.path("stopped").textValue()), answer::toString);
  }

  @Test
  void aQuestionWithoutEndIsRefusedInTime() {
    JsonNode refused = refusal(endless("e"), with -> with.withSeconds(0.5));
    assertEquals("time", refused.get("stopped").textValue());
    assertEquals(
        "no answer within 0.5 seconds: ask for less, or allow more by --question-seconds or"
            + " \"seconds\"",
        refused.get("error").textValue());
    assertEquals("e", refused.get("id").textValue());
  }

  @Test
  void aQuestionMayHaveAnotherLimit() {
    String hasty = endless("e").replace("{\"id\"", "{\"seconds\": 0.25, \"id\"");
    assertTrue(
        refusal(hasty, with -> with).get("error").textValue().contains("within 0.25 seconds"));
    for (String wrong : List.of("0", "-1", "1e10", "\"1\"", "null")) {
      String line = FINE.replace("{\"id\"", "{\"seconds\": " + wrong + ", \"id\"");
      JsonNode refused = refusal(line, with -> with);
      assertEquals("fine", refused.get("id").textValue());
      assertTrue(
          refused.get("error").textValue().contains("it must be a number above 0 and at most"),
          refused::toString);
    }
  }

  /** A curve of many points, each of which takes its time. */
  @Test
  void longListsAreStoppedBetweenTheirPoints() {
    String points =
        String.join(
            ",",
            IntStream.range(0, 10_000)
                .mapToObj(i -> String.format(Locale.ROOT, "%.4f", 1.5 + i / 1e4))
                .toList());
    String selected =
        "{\"select\":{\"repetitions\":\"poisson\",\"mean\":2,\"event\":"
            + "{\"repeat\":{\"times\":100,\"event\":{\"poisson\":{"
            + "\"sampling_probability\":0.01,\"event\":"
            + GAUSSIAN
            + "}}}}}}";
    String question = event("l", selected, "\"order\":[" + points + "]");
    assertEquals(
        "time", refusal(question, with -> with.withSeconds(0.3)).path("stopped").textValue());
  }

  @Test
  void whatDoesNotFitIntoMemoryIsRefused() {
    BatchLine line = line("{\"id\":7,\"fn\":\"exhausting\",\"args\":{}}");
    assertEquals(
        "memory", BatchRun.refusal(line, new OutOfMemoryError("heap")).get("stopped").textValue());
    JsonNode wrapped =
        BatchRun.refusal(line, new IllegalStateException(new OutOfMemoryError("heap")));
    assertEquals("memory", wrapped.get("stopped").textValue());
    assertTrue(
        wrapped
            .get("error")
            .textValue()
            .startsWith("the question is too large for Java's heap of "),
        wrapped::toString);
    assertEquals(
        "depth", BatchRun.refusal(line, new StackOverflowError()).get("stopped").textValue());
    JsonNode defect = BatchRun.refusal(line, new IndexOutOfBoundsException("3"));
    assertEquals(
        "internal failure: java.lang.IndexOutOfBoundsException: 3; a defect of Assay, please report"
            + " this question",
        defect.get("error").textValue());
    assertFalse(defect.has("stopped"));
    assertThrows(
        NoClassDefFoundError.class, () -> BatchRun.refusal(line, new NoClassDefFoundError("x")));
  }

  private static BatchLine line(String text) {
    return BatchLine.read(new org.assay.cli.internal.input.BoundedLines.Line(text, false), 1);
  }

  /** Someone who asks and listens at the same time. */
  private static final class Dialogue {
    private final PipedWriter questions = new PipedWriter();
    private final PipedReader heard = new PipedReader(1 << 16);
    private final BufferedReader answers = new BufferedReader(heard);
    private final Thread batch;

    Dialogue(UnaryOperator<BatchEvaluator> with) throws IOException {
      BufferedReader in = new BufferedReader(new PipedReader(questions, 1 << 20));
      Writer out = new PipedWriter(heard);
      BatchEvaluator evaluator = with.apply(new BatchEvaluator(in, out));
      this.batch =
          new Thread(
              () -> {
                try (out) {
                  evaluator.run();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      batch.setDaemon(true);
      batch.start();
    }

    Dialogue ask(String line) throws IOException {
      questions.write(line + "\n");
      questions.flush();
      return this;
    }

    JsonNode answer() throws IOException {
      return json(answers.readLine());
    }

    void end() throws IOException, InterruptedException {
      questions.close();
      batch.join(PATIENCE.toMillis());
      assertFalse(batch.isAlive(), "it goes on");
    }
  }

  @Test
  void questionsAreCancelledWhereverTheyAre() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          Dialogue dialogue = new Dialogue(with -> with.withSeconds(600));
          dialogue.ask(endless("running")).ask(endless("waiting")).ask(FINE);
          dialogue.ask("{\"cancel\":\"waiting\"}").ask("{\"cancel\":\"unknown\"}");
          JsonNode waiting = dialogue.answer();
          assertEquals("waiting", waiting.get("id").textValue(), waiting::toString);
          assertEquals("the question was cancelled", waiting.get("error").textValue());
          dialogue.ask("{\"cancel\":\"running\"}");
          JsonNode running = dialogue.answer();
          assertEquals("running", running.get("id").textValue(), running::toString);
          assertEquals("cancelled", running.get("stopped").textValue());
          assertEquals("fine", dialogue.answer().get("id").textValue());
          dialogue.ask("{\"cancel\":1,\"id\":2}");
          JsonNode wrong = dialogue.answer();
          assertEquals(2, wrong.get("id").intValue());
          assertEquals(
              "cancel stands with other keys: it must be the only one",
              wrong.get("error").textValue());
          dialogue.end();
        });
  }

  @Test
  void threadsAnswerSideBySide() {
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          Dialogue dialogue = new Dialogue(with -> with.withSeconds(600).withThreads(2));
          dialogue.ask(endless("long")).ask(FINE);
          assertEquals("fine", dialogue.answer().get("id").textValue());
          dialogue.ask("{\"cancel\":\"long\"}");
          assertEquals("long", dialogue.answer().get("id").textValue());
          dialogue.end();
        });
  }

  /** Numbers are those of one thread, whatever runs beside. */
  @Tag("slow")
  @Test
  void answersDoNotDependOnThreads() {
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String step = "{\"poisson\":{\"sampling_probability\":0.01,\"event\":" + GAUSSIAN + "}}";
      String run = "{\"repeat\":{\"times\":" + (i % 20 + 1) + ",\"event\":" + step + "}}";
      questions.add(event("q" + i, run, "\"delta\":1e-5"));
    }
    String batch = String.join("\n", questions);
    Map<String, JsonNode> one = new TreeMap<>();
    answers(batch, with -> with).forEach(it -> one.put(it.get("id").textValue(), it));
    Map<String, JsonNode> four = new TreeMap<>();
    answers(batch, with -> with.withThreads(4))
        .forEach(it -> four.put(it.get("id").textValue(), it));
    assertEquals(40, one.size());
    assertEquals(one, four);
  }

  @Test
  void oneThreadKeepsTheOrder() {
    String batch =
        String.join(
            "\n", IntStream.range(0, 500).mapToObj(i -> FINE.replace("\"fine\"", "" + i)).toList());
    List<Integer> ids =
        answers(batch, with -> with).stream().map(answer -> answer.get("id").intValue()).toList();
    assertEquals(IntStream.range(0, 500).boxed().toList(), ids);
  }

  /** Whoever reads one answer and leaves must not leave a process behind that works on. */
  @Test
  void anOutputThatFailsEndsTheBatch() {
    Writer closed =
        new StringWriter() {
          @Override
          public void flush() {
            throw new IllegalStateException("nobody reads");
          }
        };
    String endlessInput = (FINE + "\n").repeat(200_000);
    BatchEvaluator evaluator =
        new BatchEvaluator(new BufferedReader(new StringReader(endlessInput)), closed);
    IllegalStateException failure =
        assertTimeoutPreemptively(
            PATIENCE, () -> assertThrows(IllegalStateException.class, evaluator::run));
    assertEquals("nobody reads", failure.getMessage());
    assertEquals(1, closed.toString().lines().count());
  }
}
