package org.assay.cli.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpsilonCommandTest {
  /** Every verb about an event names the curves that it takes on trust, for people and programs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epsilon | --delta 1e-5 | ''",
        "delta | --epsilon 2 | ''",
        "curve | --from 1 --to 2 --points 2 | ''",
        "risk | --prior 0.5 | ''",
        "explain | --delta 1e-5 | ''",
        "calibrate | --epsilon 3 --delta 1e-5 | '? x '",
      })
  void whatIsTakenOnTrustIsSaid(String verb, String options, String before) throws IOException {
    String event =
        before
            + "pair(left=[0.75, 0.25], right=[0.25, 0.75], name=\"noisy maximum\","
            + " citation=\"a report\", adjacency=add-remove)";
    List<String> words = new ArrayList<>(List.of(verb, event));
    words.addAll(List.of(options.split(" ", -1)));
    String said = "pair of noisy maximum under add-remove, by a report";
    Invocation text = Invocation.of(words.toArray(String[]::new));
    assertTrue(text.out().contains("assumed: " + said), text.out() + text.err());
    words.add("--json");
    Invocation json = Invocation.of(words.toArray(String[]::new));
    assertTrue(json.out().contains(said), json.out() + json.err());
  }

  private static Invocation epsilon(String words) {
    return Invocation.of(Invocation.words("epsilon " + words));
  }

  private static JsonNode json(String words) throws IOException {
    Invocation invocation = epsilon(words + " --json");
    assertEquals(0, invocation.code(), invocation.err());
    return new ObjectMapper().readTree(invocation.out());
  }

  /** Reference: row of sgm_compose_eps_cks and of gaussian_eps in the reference file. */
  @Test
  void enclosesReferenceValues() throws IOException {
    JsonNode gaussian = json("gaussian(1) --delta 1e-5 --adjacency replace-one").get("epsilon");
    String batch = "{\"fn\":\"gaussian_eps\",\"args\":{\"mu\":1,\"delta\":1e-5}}";
    JsonNode answer = new ObjectMapper().readTree(Invocation.withInput(batch, "evaluate").out());
    assertEquals(answer.get("lower"), gaussian.get("lower"));
    assertEquals(answer.get("upper"), gaussian.get("upper"));
  }

  @Test
  void shuffledBatchesRefuteAnAccountOfPoissonSamples() throws IOException {
    String run = "shuffled-batches(1000,.5) --delta 1e-5 --adjacency zero-out";
    JsonNode shuffled = json(run);
    assertTrue(shuffled.get("encloses_true_value").asBoolean());
    assertEquals(9.99662481, shuffled.get("epsilon").get("lower").asDouble(), 1e-7);
    assertEquals(9.99725615, shuffled.get("epsilon").get("upper").asDouble(), 1e-7);
    JsonNode account = shuffled.get("accounted_as_poisson");
    assertEquals(3.238878, account.get("epsilon").get("upper").asDouble(), 1e-5);
    assertTrue(account.get("refuted").asBoolean());
    String text = epsilon(run).out();
    assertTrue(text.contains("accounted as Poisson samples: epsilon 3.2388"), text);
    assertTrue(text.contains("REFUTED for shuffled batches, whose own epsilon is at"), text);
    String replaced = run.replace("zero-out", "replace-one");
    assertTrue(json(replaced).get("accounted_as_poisson").get("refuted").asBoolean());
    String loud = "shuffled-batches(3,50) --delta 1e-5 --adjacency zero-out";
    assertFalse(json(loud).get("accounted_as_poisson").get("refuted").asBoolean());
    assertTrue(epsilon(loud).out().contains("not refuted by this test"), loud);
  }

  @Test
  void shuffledBatchesThatAreNoRunAreRefused() {
    String rest = " --delta 1e-5 --adjacency ";
    refused("shuffled-batches(10)" + rest + "zero-out", "has no 'noise_multiplier'");
    refused("shuffled-batches(0,1)" + rest + "zero-out", "batches was 0: it must be at least 1");
    refused("shuffled-batches(10,1)" + rest + "add-remove", "moves the boundaries");
  }

  @Test
  void randomAllocations() throws IOException {
    String run = "allocated(10,gaussian(1)) --delta 1e-5 --adjacency ";
    JsonNode epsilon = json(run + "add-remove").get("epsilon");
    assertTrue(epsilon.get("lower").asDouble() < 2.188848);
    assertEquals(2.188848, epsilon.get("upper").asDouble(), 4e-4);
    double replaced = json(run + "replace-one").get("epsilon").get("upper").asDouble();
    assertEquals(4.3771780956812245, replaced, 1e-12);
  }

  /** Values of the closed formulas, with 16 digits. */
  @Test
  void batchesOfLimitedSizeReportsAndThresholds() throws IOException {
    String batches =
        "'truncated-poisson(0.1, gaussian(2), records=500, largest_batch=50)' --adjacency"
            + " add-remove";
    assertDelta(0.0030311538734524167, batches + " --epsilon 0.25");
    assertDelta(
        0.0017183134641179027, "shuffled-reports(100,1) --adjacency replace-one --epsilon 0.3");
    assertDelta(
        0.0068295949831145755,
        "'thresholded-counts(gaussian, scale=4, threshold=20, partitions=4)' --adjacency zero-out"
            + " --epsilon 1");
    String counts = "'thresholded-counts(laplace, scale=4, partitions=4";
    refused(counts + ")' --delta 0.1 --adjacency add-remove", "has no 'threshold'");
    refused(counts + ", threshold=9)' --delta 0.1 --adjacency replace-one", "twice the partitions");
  }

  private static void assertDelta(double expected, String words) throws IOException {
    Invocation asked = Invocation.of(Invocation.words("delta --json " + words));
    assertEquals(0, asked.code(), asked.err());
    JsonNode delta = new ObjectMapper().readTree(asked.out()).get("delta");
    double lower = delta.get("lower").asDouble();
    double upper = delta.get("upper").asDouble();
    assertTrue(lower <= expected && upper >= expected && upper - lower < 1e-11, delta::toString);
  }

  @Test
  void eventsAreTypedAsTheyArePrinted() {
    String typed = "60000/256*15 x poisson(256/60000, gaussian(1.1))";
    String printed = "3516 x poisson(256/60000, gaussian(1.1))";
    String decimal = "3516 x poisson(0.004266666666666667, gaussian(1.1))";
    String[] question = {"epsilon", decimal, "--delta", "1e-5", "--adjacency", "add-remove"};
    String asDecimal = Invocation.of(question).out();
    assertTrue(asDecimal.contains("\nevent: " + decimal + "\n"), asDecimal);
    for (String event : List.of(typed, printed)) {
      question[1] = event;
      Invocation asked = Invocation.of(question);
      assertEquals(asDecimal.replace(decimal, printed), asked.out());
      assertTrue(asked.out().contains("\nevent: " + printed + "\n"), asked::toString);
    }
    Invocation none = Invocation.of("epsilon", typed, "--delta", "1e-5");
    assertTrue(none.err().contains("what common libraries use"), none::toString);
    Invocation wrong = Invocation.of("epsilon", "3 x posson(1)", "--delta", "1e-5");
    assertEquals(
        """
        assay: EVENT, line 1: there is no event 'posson'; did you mean 'poisson'?
          3 x posson(1)
              ^
        """,
        wrong.err().replace(System.lineSeparator(), "\n"));
    Invocation other =
        Invocation.of(
            "epsilon",
            "gaussian(2, adjacency=add-remove)",
            "--delta",
            "1e-5",
            "--adjacency",
            "replace-one");
    assertTrue(
        other.out().contains("\nevent: gaussian(2, adjacency=add-remove)\nrestated: from"),
        other::toString);
  }

  /** The best of several runs is bracketed; the published bound of the first is 2.0499. */
  @Test
  void tunedRuns() throws IOException {
    String rest = " --delta 1e-6 --adjacency add-remove";
    String run =
        "'select(negative-binomial, gaussian(5), shape=1, success_probability=.01)'" + rest;
    double once = json("gaussian(5)" + rest).get("epsilon").get("upper").asDouble();
    JsonNode best = json(run);
    double lower = best.get("epsilon").get("lower").asDouble();
    double upper = best.get("epsilon").get("upper").asDouble();
    assertTrue(lower > once && upper > 2 * once && upper < 1.71, best::toString);
    assertTrue(best.get("encloses_true_value").asBoolean(), best::toString);
    String text = epsilon(run).out();
    assertTrue(text.contains("\nmethod: between a test of the best of a random number of"), text);
    assertTrue(text.contains("\nwide because no better guarantee is known for the best"), text);
    assertTrue(text.contains("with the proof in repeat-and-select.md"), text);
    refused("'select(poisson, gaussian(5), mean=0)'" + rest, "mean was 0.0: it must be finite");
    refused("'select(poisson, gaussian(5))'" + rest, "repetitions needs the key mean");
    refused(run.replace(".01", "1"), "success_probability was 1.0");
    refused(run.replace("shape=1", "shape=-1"), "shape was -1.0: it must be above -1");
    refused(run.replace("shape=1, ", ""), "repetitions needs the key shape");
    refused(run.replace("shape=1", "shape=1, mean=1"), "mean does not belong to the");
  }

  /** A lone count of 1 passes the threshold half the time, which no epsilon makes up for. */
  @Test
  void saysThatNoEpsilonIsFinite() throws IOException {
    String run =
        "'thresholded-counts(laplace, scale=1, threshold=1, partitions=1)' --delta 0.1 --adjacency"
            + " add-remove";
    String text = epsilon(run).out();
    assertTrue(text.startsWith("epsilon unbounded: no finite guarantee at delta 0.1"), text);
    assertTrue(text.contains("guarantee: none"), text);
    assertFalse(text.contains("E30") || text.contains("wide because"), text);
    assertEquals("Infinity", json(run).at("/epsilon/upper").textValue());
  }

  private static void refused(String options, String message) {
    Invocation refused = epsilon(options);
    assertEquals(2, refused.code(), options);
    assertTrue(refused.err().contains(message), refused.err());
  }

  @Test
  void composesGaussiansExactly() throws IOException {
    String tail = " --delta 1e-5 --adjacency add-remove";
    assertEquals(
        json("gaussian(1)" + tail).get("epsilon"), json("'4 x gaussian(2)'" + tail).get("epsilon"));
  }

  /** What divides by zero when it is inverted is refused, and infinity promises nothing. */
  @Test
  void tinyProbabilitiesAreTold() {
    String rest = " --delta 1e-5 --adjacency zero-out";
    refused(
        "randomized-response(1e-320)" + rest,
        "truth_probability was 1.0E-320: it must be at least 1e-308");
    String geometric = "shape=1, success_probability=1e-320";
    Invocation endless =
        epsilon("'select(negative-binomial, gaussian(4), " + geometric + ")'" + rest);
    assertTrue(endless.out().contains("Infinity]"), endless.out());
    assertTrue(endless.out().contains("\nguarantee: none\n"), endless.out());
  }

  @Test
  void saysWhichEndIsTheGuaranteeAndWhereItIsProved() {
    Invocation text =
        epsilon("'10 x poisson(0.1, gaussian(2))' --delta 1e-5 --adjacency add-remove");
    assertEquals(0, text.code());
    assertTrue(text.out().contains("guarantee: the upper end"), text.out());
    assertTrue(text.out().contains("encloses the true epsilon"), text.out());
    assertTrue(
        text.out()
            .contains(
                "Mironov, Talwar and Zhang (2019), Theorem 4, https://arxiv.org/abs/1908.10530"),
        text.out());
    String laplace = epsilon("laplace(2) --delta 1e-5 --adjacency add-remove").out();
    assertTrue(laplace.contains("encloses the true epsilon"), laplace);
    assertTrue(laplace.contains("Zhu, Dong and Wang (2022), Definition 7"), laplace);
    String promised =
        epsilon("'3 x exponential-mechanism(1)' --delta 1e-5 --adjacency add-remove").out();
    assertTrue(promised.contains("the true epsilon may be smaller"), promised);
    assertTrue(promised.contains("Canonne, Kamath and Steinke (2020)"), promised);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace(1) --adjacency add-remove",
        "poisson(0.1,laplace(1)) --adjacency add-remove",
        "randomized-response(0.7) --adjacency replace-one",
        "'3 x exponential-mechanism(0.5)' --adjacency add-remove",
        "gaussian(1) --adjacency zero-out",
      })
  void deltaAndEpsilonAgree(String words) throws IOException {
    JsonNode epsilon = json(words + " --delta 1e-4").get("epsilon");
    String line = "delta --json --epsilon " + epsilon.get("upper").textValue() + " " + words;
    Invocation delta = Invocation.of(Invocation.words(line));
    assertEquals(0, delta.code(), delta.err());
    double upper = new ObjectMapper().readTree(delta.out()).at("/delta/upper").asDouble();
    // A convolution's ends are half a percent apart unless another accuracy is asked for.
    assertTrue(upper <= 1e-4 * (1 + 1e-9) && upper >= 1e-4 * (1 - 5e-3), () -> "delta " + upper);
  }

  /** The line of their sum, at 0.1 in all, is the same bound. */
  @Test
  void readsThousandsOfUnlikeSteps(@TempDir Path directory) throws IOException {
    int steps = 10_000;
    StringBuilder events = new StringBuilder();
    for (int i = 1; i <= steps; i++) {
      double rho = i * 0.2 / (steps * (steps + 1.0));
      events.append("- zcdp: {rho: ").append(rho).append(", adjacency: add-remove}\n");
    }
    Path many = directory.resolve("many.yaml");
    Files.writeString(many, "sequence:\n" + events);
    Path one = directory.resolve("one.yaml");
    Files.writeString(one, "zcdp: {rho: 0.1, adjacency: add-remove}\n");
    double expected = json("--delta 1e-5 --event " + one).get("epsilon").get("upper").asDouble();
    double summed = json("--delta 1e-5 --event " + many).get("epsilon").get("upper").asDouble();
    assertEquals(expected, summed, 1e-9);
  }

  /** The same Gaussian, once under each relation: twice the sensitivity is half the noise. */
  @Test
  void saysWhatIsRestated(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("event.yaml");
    Files.writeString(file, "gaussian: {noise_multiplier: 4, adjacency: add-remove}\n");
    JsonNode half = json("gaussian(2) --delta 1e-5 --adjacency replace-one");
    assertFalse(half.has("restated"));
    for (String run : List.of("--event " + file, "gaussian(4,adjacency=add-remove)")) {
      String words = run + " --delta 1e-5 --adjacency replace-one";
      JsonNode restated = json(words);
      assertEquals(half.get("epsilon"), restated.get("epsilon"));
      assertEquals("add-remove", restated.get("restated").get(0).get("from").textValue());
      assertEquals("replace-one", restated.get("restated").get(0).get("to").textValue());
      List<String> lines = epsilon(words).out().lines().toList();
      assertEquals(
          "restated: from add-remove to replace-one, as replacing a record is removing one and"
              + " adding another, which at most doubles the sensitivity (Dwork and Roth (2014),"
              + " Theorem 2.2, https://doi.org/10.1561/0400000042)",
          lines.get(3));
    }
    String tail = " --delta 1e-5 --adjacency replace-one";
    assertEquals(2, epsilon("poisson(0.1,gaussian(2))" + tail).code());
    String stated = epsilon("poisson(0.1,gaussian(2,adjacency=add-remove))" + tail).out();
    assertTrue(stated.contains("absent from the sample together with its replacement"), stated);
    Invocation back =
        epsilon("gaussian(4,adjacency=replace-one) --delta 1e-5 --adjacency add-remove");
    assertEquals(2, back.code());
    assertTrue(back.err().contains("stated under replace-one"), back.err());
  }

  /** Rho 2.56 in all has epsilon 17.9 at this delta ([@BunSteinke2016], Proposition 1.3). */
  @Test
  void pricesABudgetSplitOverLevels() throws IOException {
    String file = Project.file("examples/census-budget.yaml").toString();
    double upper = json("--delta 1e-10 --event " + file).get("epsilon").get("upper").asDouble();
    assertTrue(upper > 16.43 && upper < 16.49, () -> "upper end " + upper);
    assertTrue(upper < 2.56 + 2 * Math.sqrt(2.56 * Math.log(1e10)));
  }

  /** The noise of both releases on one batch: precision 1/1.1^2 + 1/20^2. */
  @Test
  void pricesAdaptiveClippingAsOneGaussian() throws IOException {
    String file = Project.file("examples/adaptive-clipping.yaml").toString();
    JsonNode answer = json("--delta 1e-5 --event " + file);
    assertTrue(answer.get("encloses_true_value").booleanValue());
    double sigma = 1 / Math.sqrt(1 / 1.21 + 1.0 / 400);
    JsonNode one =
        json(
            "'10000 x poisson(0.005, gaussian("
                + sigma
                + "))' --delta 1e-5 --adjacency add-remove");
    assertEquals(
        one.get("epsilon").get("upper").asDouble(),
        answer.get("epsilon").get("upper").asDouble(),
        1e-9);
  }

  @Test
  void readsAnEventFile() throws IOException {
    String file = Project.file("examples/training-run.yaml").toString();
    JsonNode answer = json("--delta 1e-5 --event " + file);
    assertEquals("add-remove", answer.get("adjacency").textValue());
    assertFalse(answer.get("encloses_true_value").booleanValue());
    refused("gaussian(1) --delta 1e-5 --event " + file, "EVENT, --event=FILE are mutually");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gaussian(1) --delta 1 --adjacency replace-one | --delta was 1.0: it must be strictly"
            + " between 0 and 1",
        "gaussian(1) --delta 0.1 --adjacency replace | --adjacency was 'replace': it must be one of"
            + " add-remove, replace-one, zero-out",
        "'poisson(0.1, gaussian(1))' --delta 0.1 --adjacency replace-one | cannot bound the privacy"
            + " of poisson(0.1, gaussian(1, adjacency=replace-one)): independent sampling is"
            + " bounded through a record's absence from the sample; state the sensitivity under"
            + " add-remove (for add-remove and replace-one) or under zero-out (for zero-out), not"
            + " replace-one for replace-one",
        "--event no-such.yaml --delta 0.1 | no-such.yaml: there is no such file",
        "no-such.yaml --delta 0.1 | EVENT was 'no-such.yaml', which is the name of a file: write"
            + " --event before it",
        "--event gaussian(1) --delta 0.1 | --event was 'gaussian(1)': there is no file of that"
            + " name; leave out --event before an event that is typed",
        "--delta 0.1 | EVENT is missing: type what was run, such as 'gaussian(1.1)'",
        "'' --delta 0.1 | EVENT is missing: type what was run, such as 'gaussian(1.1)'",
        "3 x gaussian(1) --delta 0.1 | Unmatched arguments from index 2: 'x', 'gaussian(1)', put"
            + " what belongs together into quotation marks",
        "--sampled-gaussian --delta 0.1 | Unknown option: '--sampled-gaussian'",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = epsilon(words);
    assertEquals(2, bad.code());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  /** A character of an event that is wrong is shown below the line that says why. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gaussian(-1) | 9 | noise_multiplier was -1.0: it must be finite and above 0",
        "poisson(2,gaussian(1)) | 8 | sampling_probability was 2.0: it must be in [0, 1]",
        "gaussian(?) | 9 | noise_multiplier was '?': it must be a number; assay calibrate finds",
        "gausian(1) | 0 | there is no event 'gausian'; did you mean 'gaussian'?",
        "'0 x gaussian(1)' | 0 | times was 0: it must be at least 1",
        "gaussian() | 0 | gaussian has no 'noise_multiplier', which is required",
        "'gaussian(1) then' | 16 | the text ends where an event such as gaussian(1.1) must stand",
        "gaussian(1e-320) | 9 | noise_multiplier was 1.0E-320: it must be at least 1e-308",
      })
  void mistakesInEventsAreMarked(String event, int character, String message) {
    Invocation bad = epsilon(event + " --delta 0.1 --adjacency add-remove");
    assertEquals(2, bad.code());
    List<String> lines = bad.err().lines().toList();
    assertTrue(lines.get(0).startsWith("assay: EVENT, line 1: " + message), bad.err());
    assertEquals("  " + event.replace("'", ""), lines.get(1));
    assertEquals(" ".repeat(character + 2) + "^", lines.get(2));
    assertEquals(3, lines.size());
  }

  @Test
  void aRelationMustBeNamed() {
    refused("gaussian(1) --delta 0.1", "gaussian does not say which databases are neighbours");
  }

  /** What Poisson accounting claims of it, (0.304, 1e-5), is refuted by the lower end. */
  @Test
  void aShuffledRunIsBracketed() throws IOException {
    String file = Project.file("examples/shuffled-run.yaml").toString();
    JsonNode answer = json("--event " + file + " --delta 1e-5");
    assertEquals(5.23504499, answer.get("epsilon").get("lower").asDouble(), 1e-8);
    assertEquals(5.67958686, answer.get("epsilon").get("upper").asDouble(), 1e-8);
    assertEquals(true, answer.get("encloses_true_value").asBoolean());
    Invocation delta = Invocation.of("delta", "--event", file, "--epsilon", "0.304", "--json");
    double lower = new ObjectMapper().readTree(delta.out()).get("delta").get("lower").asDouble();
    assertEquals(0.058977919674, lower, 1e-9);
  }
}
