package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Curves, calibrations and methods of events in the batch language, and who waits for answers. */
class EventQuestionsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String GAUSSIAN =
      "{'gaussian':{'noise_multiplier':%s,'adjacency':'add-remove'}}";
  private static final String SAMPLED =
      "{'repeat':{'times':%s,'event':{'poisson':{'sampling_probability':%s,'event':"
          + GAUSSIAN
          + "}}}}";

  private static JsonNode answer(String event, String arguments) throws IOException {
    String question = "{'fn':'event','args':{'event':" + event + "," + arguments + "}}";
    String text = question.replace('\'', '"');
    return MAPPER.readTree(Invocation.withInput(text, "evaluate").out());
  }

  @Test
  void theMethodIsNamed() throws IOException {
    JsonNode exact = answer(String.format(GAUSSIAN, 1), "'delta':1e-5");
    assertTrue(exact.get("method").textValue().startsWith("exact profile"), exact::toString);
    assertEquals("BalleWang2018, Theorem 8", exact.get("citation").textValue());
  }

  /** Each point with its number, in the order of the question, as if it were asked alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"delta | 0.001,1e-9,0.001", "epsilon | 3,0,0.5", "order | 32,1.5"})
  void aListIsACurve(String key, String list) throws IOException {
    String event = String.format(SAMPLED, 10, 0.1, 1);
    JsonNode curve = answer(event, "'" + key + "':[" + list + "]").get("curve");
    List<Double> places = new ArrayList<>();
    for (JsonNode point : curve) {
      double place = point.get(key).doubleValue();
      places.add(place);
      JsonNode alone = answer(event, "'" + key + "':" + place);
      assertEquals(alone.get("lower"), point.get("lower"));
      assertEquals(alone.get("upper"), point.get("upper"));
      assertEquals(alone.get("method"), point.get("method"));
    }
    List<Double> asked = new ArrayList<>();
    for (String number : list.split(",", -1)) {
      asked.add(Double.valueOf(number));
    }
    assertEquals(asked, places);
  }

  /** What the verb {@code calibrate} finds for the same run. */
  @ParameterizedTest
  @CsvSource({
    "noise_multiplier, 1000, 0.01, ?",
    "times, ?, 0.01, 1",
    "sampling_probability, 1000, ?, 1"
  })
  void aQuestionMarkIsFoundAsTheVerbFindsIt(
      String key, String times, String probability, String noise) throws IOException {
    String event = String.format(SAMPLED, times, probability, noise).replace("?", "'?'");
    JsonNode found = answer(event, "'epsilon':2,'delta':1e-5");
    String typed = String.format("%s x poisson(%s, gaussian(%s))", times, probability, noise);
    String[] words =
        Invocation.words(
            "calibrate --epsilon 2 --delta 1e-5 --adjacency add-remove --json '" + typed + "'");
    JsonNode verb = MAPPER.readTree(Invocation.of(words).out());
    assertEquals(key, found.get("parameter").textValue());
    assertEquals(verb.get("value").asDouble(), Double.parseDouble(found.get("value").textValue()));
    assertEquals(
        verb.get("failing").get("value").asDouble(),
        Double.parseDouble(found.get("fails_at").textValue()));
    assertTrue(found.get("upper").asDouble() <= 2, found::toString);
    assertTrue(found.get("upper").asDouble() >= verb.get("epsilon").asDouble(), found::toString);
  }

  /** Any number with which the cost rises or falls; rho is what zCDP's conversion allows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'zcdp':{'rho':'?'| rho| 0.0305566| 1e-7",
        "'zcdp':{'rho':0.01,'delta':'?'| delta| 9.9e-6| 2e-7",
        "'repeat':{'times':5,'event':{'pure':{'epsilon':'?','adjacency':'add-remove'}}| epsilon|"
            + " 0.2000396| 1e-6",
        "'discrete-gaussian':{'sigma':'?'| sigma| 3.7306| 1e-2",
        "'discrete-laplace':{'scale':2,'sensitivity':'?'| sensitivity| 2| 0",
        "'randomized-response':{'truth_probability':'?'| truth_probability| 0.731061| 1e-5",
        "'group':{'size':'?','event':{'pure':{'epsilon':0.1,'adjacency':'add-remove'}}| size| 10|"
            + " 0",
      })
  void anyNumberIsFound(String event, String key, double value, double tolerance)
      throws IOException {
    String whole =
        "{" + event + (event.contains("adjacency") ? "}}" : ",'adjacency':'add-remove'}}");
    JsonNode found = answer(whole, "'epsilon':1,'delta':1e-5");
    assertEquals(key, found.path("parameter").asText(), found::toString);
    assertEquals(value, found.get("value").asDouble(), tolerance, found::toString);
    assertTrue(found.get("upper").asDouble() <= 1, found::toString);
    assertTrue(found.has("fails_at"), found::toString);
  }

  @Test
  void theEpsilonOfFiveSelectionsIsFound() throws IOException {
    String five =
        "{'repeat':{'times':5,'event':{'exponential-mechanism':{'epsilon':%s,'adjacency':"
            + "'add-remove'}}}}";
    JsonNode found = answer(String.format(five, "'?'"), "'epsilon':1,'delta':1e-5");
    double value = found.get("value").asDouble();
    JsonNode cost = answer(String.format(five, value), "'delta':1e-5");
    assertEquals(found.get("upper").asText(), cost.get("upper").asText());
    assertTrue(cost.get("upper").asDouble() <= 1 && value > 0.2, found::toString);
    JsonNode next = answer(String.format(five, found.get("fails_at").asText()), "'delta':1e-5");
    assertTrue(next.get("upper").asDouble() > 1, next::toString);
  }

  @ParameterizedTest
  @CsvSource({"rho, 0.5, 1.0", "mu, 0.25, 4.0"})
  void otherTargets(String key, String target, String noise) throws IOException {
    JsonNode found = answer(String.format(GAUSSIAN, "'?'"), "'" + key + "':" + target);
    assertEquals(noise, found.get("value").textValue());
    assertEquals(target, found.get("upper").textValue());
  }

  /** The same number wherever it is unknown: two Gaussians of 8 are one of 8 over root 2. */
  @Test
  void severalPlacesGetOneNumber() throws IOException {
    String one = String.format(GAUSSIAN, "'?'");
    String both = "{'sequence':[" + one + "," + one + "]}";
    JsonNode found = answer(both, "'mu':0.17677669529663689");
    assertEquals(8, Double.parseDouble(found.get("value").textValue()), 1e-5);
  }

  /** Replacing a record moves a sum twice as far. */
  @Test
  void aTargetHasARelation() throws IOException {
    String unknown = String.format(GAUSSIAN, "'?'");
    JsonNode replaced = answer(unknown, "'mu':0.25,'adjacency':'replace-one'");
    assertEquals(8, Double.parseDouble(replaced.get("value").textValue()), 1e-5);
  }

  @Test
  void wholeNumbersAreWrittenAsSuch() throws IOException {
    String run = "{'repeat':{'times':'?','event':" + String.format(GAUSSIAN, 40) + "}}";
    JsonNode found = answer(run, "'epsilon':1,'delta':1e-5");
    assertEquals("114", found.get("value").textValue());
    assertEquals("115", found.get("fails_at").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 'rho':0.5 | this one has none",
        "1 | 'delta':0.1,'epsilon':1 | this one has none",
        "'?' | 'delta':0.5 | a calibration needs a target: epsilon and delta, or rho, or mu; given"
            + " is delta",
        "'?' | 'rho':0.5,'mu':1 | given is rho and mu",
        "'?' | 'adjacency':'zero-out' | given is none",
        "'?' | 'delta':[0.5],'epsilon':1 | must be a number",
        "'?' | 'rho':-1 | rho was -1.0",
        "1 | 'delta':[] | delta was empty",
        "1 | 'delta':[0.5,2] | strictly between 0 and 1",
        "'x' | 'delta':0.5 | noise_multiplier was 'x': it must be a number",
      })
  void whatIsWrongIsSaid(String noise, String arguments, String reason) throws IOException {
    JsonNode answer = answer(String.format(GAUSSIAN, noise), arguments);
    assertTrue(answer.path("error").asText().contains(reason), answer::toString);
  }

  @Test
  void questionMarksAtSeveralKeysAreRefused() throws IOException {
    JsonNode answer = answer(String.format(SAMPLED, "'?'", 0.5, "'?'"), "'rho':1");
    assertTrue(
        answer.get("error").textValue().endsWith("has it at noise_multiplier and times"),
        answer::toString);
  }

  @Test
  void curvesEnd() throws IOException {
    String many = "1,".repeat(10_000) + "1";
    JsonNode answer = answer(String.format(GAUSSIAN, 1), "'epsilon':[" + many + "]");
    assertTrue(answer.get("error").textValue().contains("at most 10000"), answer::toString);
    assertFalse(answer.has("curve"));
  }

  /** Even if the next question has begun to arrive. */
  @Test
  @Timeout(30)
  void whoeverAsksGetsTheAnswerAtOnce() throws Exception {
    PipedInputStream questions = new PipedInputStream(1 << 16);
    PipedInputStream answers = new PipedInputStream(1 << 16);
    Writer ask = new OutputStreamWriter(new PipedOutputStream(questions), StandardCharsets.UTF_8);
    Writer out = new OutputStreamWriter(new PipedOutputStream(answers), StandardCharsets.UTF_8);
    Thread evaluator = new Thread(() -> run(questions, out));
    evaluator.start();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
    String question =
        "{\"id\":7,\"fn\":\"gaussian_rdp\",\"args\":{\"sigma\":2,\"alpha\":4}}\n{\"id\":8";
    for (String rest : List.of("", ",\"fn\":\"gaussian_rdp\",\"args\":{}}\n")) {
      ask.write(rest.isEmpty() ? question : rest);
      ask.flush();
      String line = reader.readLine();
      assertTrue(line.startsWith(rest.isEmpty() ? "{\"id\":7" : "{\"id\":8"), line);
    }
    ask.close();
    evaluator.join(20_000);
    assertFalse(evaluator.isAlive());
  }

  private static void run(PipedInputStream questions, Writer out) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(questions, StandardCharsets.UTF_8))) {
      new BatchEvaluator(in, out).run();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
