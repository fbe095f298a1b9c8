package org.assay.cli.internal.train;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuningTest {
  private static final String EASY = "--positive yes --label class --epsilon 1 --delta 1e-5 ";
  private static final String TWO =
      EASY + "--tune --algorithm phased-sgd,dp-gradient-descent --radius 1,5 ";

  @TempDir private Path directory = Path.of("");

  private static Invocation train(String words) {
    List<String> arguments = new ArrayList<>(List.of("train"));
    arguments.addAll(List.of(words.strip().split(" +")));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  /** Two features; the class is the sign of the first. */
  private String easy() throws IOException {
    StringBuilder text = new StringBuilder("a,class,b\n");
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      double a = random.nextDouble() - 0.5;
      text.append(a).append(a > 0 ? ",yes," : ",no,").append(random.nextDouble()).append('\n');
    }
    return "--data " + Files.writeString(directory.resolve("easy.csv"), text);
  }

  @Test
  void theStatementSaysHowTheModelWasChosenAndWhatThatCost() throws IOException {
    Invocation run = train(TWO + easy());
    assertEquals(0, run.code(), run.err());
    for (String part :
        List.of(
            "target: (1.0, 1.0E-5)-DP under replace-one\n",
            "event: select(negative-binomial, ",
            "of 4 candidates: phased-sgd with radius 1.0, phased-sgd with radius 5.0,"
                + " dp-gradient-descent",
            "repetitions: logarithmic, ",
            "mean 10.0; a single run with probability 0.269",
            "a single run spends: (0.6",
            "winner: ",
            "largest of several noisy ones, so it is optimistic",
            " on 80 held-out records, with Gaussian noise of standard deviation ")) {
      assertTrue(run.out().contains(part), () -> part + " is not in " + run.out());
    }
  }

  /** With the same seed the file says the same, and it holds the candidate that won. */
  @Tag("slow")
  @Test
  void aSeedRepeatsTheWholeAndTheTargetIsMetAndUsed() throws IOException {
    String words = TWO + easy() + " --json --seed ";
    String seven = train(words + "7").out();
    assertEquals(seven, train(words + "7").out());
    assertNotEquals(seven, train(words + "8").out());
    JsonNode json = new ObjectMapper().readTree(seven);
    assertTrue(json.get("target_met").booleanValue(), seven);
    double epsilon = json.get("epsilon").doubleValue();
    assertTrue(epsilon <= 1 && epsilon >= 0.99, "epsilon " + epsilon);
    JsonNode tuning = json.get("tuning");
    assertEquals(4, tuning.get("candidates").size());
    double single = tuning.get("single_run_epsilon").doubleValue();
    assertTrue(single > 0.5 && single < epsilon, "a single run spends " + single);
    assertEquals(10, tuning.get("repetitions_mean").doubleValue(), 1e-6);
    assertTrue(json.at("/held_out/covered_by_guarantee").booleanValue());
    assertTrue(
        Stream.iterate(0, i -> i < 4, i -> i + 1)
            .map(i -> tuning.get("candidates").get(i))
            .anyMatch(
                candidate ->
                    candidate.get("algorithm").equals(json.get("algorithm"))
                        && candidate.get("radius").equals(json.get("radius"))));
  }

  /** Without noise the misses of 80 records are a whole number, whichever the seed. */
  @Tag("slow")
  @Test
  void theScoreHasNoise() throws IOException {
    boolean whole = true;
    for (int seed = 1; seed <= 8; seed++) {
      String out = train(TWO + easy() + " --json --seed " + seed).out();
      JsonNode accuracy = new ObjectMapper().readTree(out).at("/held_out/accuracy");
      double misses = 80 * (1 - accuracy.doubleValue());
      whole = whole && Math.abs(misses - Math.rint(misses)) < 1e-6;
    }
    assertFalse(whole);
  }

  @Test
  void theEventIsTheOneThatIsBuiltByHand() throws IOException {
    String out = train(EASY + "--tune --algorithm phased-sgd,dp-gradient-descent " + easy()).out();
    String line = out.lines().filter(each -> each.startsWith("event: ")).findFirst().orElseThrow();
    double probability = Double.parseDouble(between(line, "success_probability=", ")"));
    double noise = Double.parseDouble(between(out, "noise of standard deviation ", " on the sum"));
    NegativeBinomialRepetitions law = new NegativeBinomialRepetitions(0, probability);
    DpEvent score = DpEvent.gaussian(noise, new Sensitivity(1, REPLACE_ONE));
    Guarantee.Approximate single =
        new Guarantee.Approximate(
            Cost.of(score, REPLACE_ONE).epsilon(1e-6).value().upper(), 1e-6, REPLACE_ONE);
    List<DpEvent> runs = new ArrayList<>();
    for (String id : List.of("phased-sgd", "dp-gradient-descent")) {
      TrainingTask task = new TrainingTask(320, 2, TrainingTask.Labels.SIGNS, 5);
      DpEvent training =
          AlgorithmRegistry.find(id)
              .orElseThrow()
              .calibrated()
              .setUp(task, single)
              .algorithm()
              .event();
      runs.add(slots(training, score));
    }
    DpEvent whole = new RepeatAndSelectEvent(slots(runs.toArray(DpEvent[]::new)), law);
    String wordless = "[0-9]+\\.[0-9]+(e-?[0-9]+)?";
    assertEquals(
        whole.describe(REPLACE_ONE).replaceAll(wordless, "_"),
        line.substring("event: ".length()).replaceAll(wordless, "_"));
    double spent = Cost.of(whole, REPLACE_ONE).epsilon(1e-5).value().upper();
    assertTrue(spent <= 1.001 && spent >= 0.99, "spent " + spent);
  }

  private static DpEvent slots(DpEvent... parts) {
    return new ParallelEvent(List.of(parts), ParallelEvent.Assignment.BY_SLOT);
  }

  private static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }

  /** Poisson samples are stated under add-or-remove, and so is then the score beside them. */
  @Test
  void aScoreBesideSamplesIsStatedUnderTheirRelation() {
    ScoreNoise noise =
        ScoreNoise.gaussianWithin(
            new Guarantee.Approximate(1, 1e-6, REPLACE_ONE),
            new HeldOutScore.Misses(new PredictionTarget.TwoClasses("no", "yes")));
    DpEvent training =
        DpEvent.gaussian(4, Sensitivity.unit(AdjacencyRelation.ADD_OR_REMOVE)).poissonSampled(0.01);
    Cost whole = Cost.of(noise.beside(training), REPLACE_ONE);
    double epsilon = whole.epsilon(1e-6).value().upper();
    double score = Cost.of(noise.event(), REPLACE_ONE).epsilon(1e-6).value().upper();
    assertTrue(epsilon >= score && epsilon <= score * 1.01, epsilon + ", score " + score);
    assertTrue(score <= 1 && score > 0.999, "score " + score);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--algorithm phased-sgd,noisy-sgd | --algorithm was given 2 values: give one, or --tune",
        "--algorithm phased-sgd --radius 1,2,5 | --radius was given 3 values: give one, or --tune",
        "--algorithm phased-sgd --repetitions-mean 5 | --repetitions-mean was given: it applies to"
            + " --tune only",
        "--algorithm phased-sgd --tune --repetitions-mean 1 | --repetitions-mean was 1.0: it must"
            + " be from 1.001 to 1000",
        "--algorithm phased-sgd --tune --held-out 0 | --held-out was 0: --tune chooses by a score",
        "--algorithm phased-sgd --tune --exact-score | --exact-score was given: --tune chooses by"
            + " the score",
        "--algorithm phased-sgd --tune --paper-schedule | --paper-schedule was given: --tune needs"
            + " candidates",
        "--algorithm phased-sgd,none --tune | --algorithm was 'none': ",
        "--algorithm phased-sgd --tune --radius 1,0 | --radius was 0.0: it must be finite and above"
            + " 0",
        "--algorithm phased-sgd,dp-sgd --tune | --algorithm phased-sgd and dp-sgd cannot be"
            + " candidates of one tuning: ",
      })
  void refusals(String words, String message) throws IOException {
    Invocation bad = train(EASY + words + " " + easy());
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
    assertEquals(1, bad.err().lines().count(), bad.err());
  }

  @Test
  void targetsWithoutAPriceAreRefused() throws IOException {
    String words = "--positive yes --label class --tune --algorithm phased-sgd " + easy();
    for (String target : List.of(" --rho 0.5", " --mu 1")) {
      Invocation bad = train(words + target);
      assertEquals(2, bad.code(), bad.out());
      assertTrue(bad.err().contains("--tune needs --epsilon with --delta"), bad.err());
    }
  }
}
