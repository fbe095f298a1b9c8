package org.assay.cli.internal.train;

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
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainCommandTest {
  private static final String EASY = "--positive yes --label class --epsilon 1 --delta 1e-5 ";

  @TempDir private Path directory = Path.of("");

  private static Invocation train(String words, String... more) {
    List<String> arguments = new ArrayList<>(List.of("train"));
    arguments.addAll(List.of(words.strip().split(" +")));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @Test
  void withoutAlgorithmOneIsChosen() throws IOException {
    String words = EASY + "--seed 1 --data " + easy();
    Invocation chosen = train(words);
    assertEquals(0, chosen.code(), chosen.err());
    assertEquals(train("--algorithm auto " + words).out(), chosen.out());
  }

  /** Two features; the class is the sign of the first. */
  private String easy() throws IOException {
    StringBuilder text = new StringBuilder("a,class,b\n");
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      double a = random.nextDouble() - 0.5;
      text.append(a).append(a > 0 ? ",yes," : ",no,").append(random.nextDouble()).append('\n');
    }
    return Files.writeString(directory.resolve("easy.csv"), text).toString();
  }

  @Test
  void trainsWithAStatement() throws IOException {
    Invocation run = train(EASY + "--algorithm phased-sgd --data", easy());
    assertEquals(0, run.code(), run.err());
    assertEquals("", run.err());
    for (String part :
        List.of(
            "algorithm: phased-sgd, Phased SGD, Feldman, Koren and Talwar (2020) (https:",
            "data: 320 records of 2 features",
            "features: scaling none",
            "labels: yes is +1",
            "radius: 5.0\n",
            "target: (1.0, 1.0E-5)-DP under replace-one\n",
            "event: parallel([gaussian(",
            " beside, on other records, laplace(",
            "randomness: cryptographically strong",
            " on 80 held-out records, with Laplace noise of scale 1.0 on the sum of misses",
            "model: [")) {
      assertTrue(run.out().contains(part), () -> part + " is not in " + run.out());
    }
  }

  @Test
  void jsonSaysWhatTheFileSays() throws IOException {
    Path output = directory.resolve("model.json");
    String words = EASY + "--algorithm snowball-sgd --seed 7 --json --data";
    Invocation run = train(words, easy(), "--output", output.toString());
    assertEquals(0, run.code(), run.err());
    assertEquals(run.out(), Files.readString(output));
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertTrue(json.get("target_met").booleanValue());
    assertTrue(json.get("epsilon").doubleValue() <= 1 && json.get("epsilon").doubleValue() > 0.99);
    assertEquals(2, json.at("/model/coordinates").size());
    assertTrue(json.at("/held_out/covered_by_guarantee").booleanValue());
    assertTrue(json.get("randomness").textValue().contains("anyone who knows the seed"));
  }

  @Test
  void aSeedRepeatsARunAndNothingElseDoes() throws IOException {
    String words = EASY + "--algorithm snowball-sgd --json --data " + easy();
    assertEquals(train(words + " --seed 7").out(), train(words + " --seed 7").out());
    assertNotEquals(train(words + " --seed 7").out(), train(words + " --seed 8").out());
    assertNotEquals(train(words).out(), train(words).out());
  }

  /** Its listing adds the noise outside the step size. */
  @Test
  void aPapersScheduleSaysThatItMissesTheTarget() throws IOException {
    String words = "--positive yes --label class --mu 1 --radius 100 --paper-schedule ";
    Invocation run = train(words + "--algorithm projected-noisy-sgd --data", easy());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("target: 1.0-GDP under replace-one, which is missed"), run.out());
    assertTrue(run.out().contains("with the paper's constants"), run.out());
    assertTrue(run.out().contains("A-Alg1 refuted as printed"), run.out());
    assertTrue(run.out().contains("assay ledger --claim A-"), run.out());
  }

  /** A limit of a paper's iterations is not silent. */
  @Test
  void aScheduleThatIsCutShortSaysSo() throws IOException {
    String words =
        "--positive yes --label class --mu 1 --paper-schedule --algorithm regularized-noisy-gd"
            + " --data "
            + easy();
    String said = "100 iterates, where the theorem asks for ";
    assertTrue(train(words).out().contains("\nschedule: " + said));
    JsonNode json = new ObjectMapper().readTree(train(words + " --json").out());
    assertTrue(json.get("schedule").textValue().startsWith(said), json::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed-size | with samples of fixed size | event: noisy-sgd(fixed-size, records=320,",
        "poisson | with Poisson samples | event: noisy-sgd(poisson, records=320, batch_size=32,",
        "cyclic | with batches in cyclic order | event: noisy-gradient-descent(epochs=20,",
      })
  void batchesAreChosenAsAskedFor(String sampling, String title, String event) throws IOException {
    Invocation run =
        train(EASY + "--algorithm noisy-sgd --sampling " + sampling + " --data", easy());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains(title) && run.out().contains(event), run.out());
    assertFalse(run.out().contains("which is missed"), run.out());
  }

  @Test
  void modelsLieInTheBallOfTheIndexAskedFor() throws IOException {
    String words = EASY + "--algorithm multipass-noisy-sgd-lp --ball-index 3 --data " + easy();
    Invocation run = train(words);
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("radius: 5.0 in the norm of index 3.0\n"), run.out());
    JsonNode json = new ObjectMapper().readTree(train(words + " --json").out());
    assertEquals(3, json.get("ball_index").doubleValue());
  }

  @Test
  void anIterateIsChosenWhereThatIsAskedFor() throws IOException {
    Invocation run = train(EASY + "--algorithm adaptive-noisy-gd --select-iterate --data", easy());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("with a chosen iterate, "), run.out());
    assertTrue(run.out().contains(" then exponential-mechanism("), run.out());
    assertFalse(run.out().contains("which is missed"), run.out());
  }

  @Test
  void withoutHeldOutRecordsAllAreTrainedOn() throws IOException {
    Invocation run = train(EASY + "--held-out 0 --algorithm phased-sgd --data", easy());
    assertTrue(run.out().contains("data: 400 records"), run.out());
    assertTrue(run.out().contains("utility: no records were held out"), run.out());
  }

  /**
   * Both classes lie on one side of the origin, so that no model without an intercept tells them.
   */
  @Test
  void anInterceptTellsClassesOnOneSideOfTheOrigin() throws IOException {
    StringBuilder text = new StringBuilder("a,class\n");
    for (int i = 0; i < 400; i++) {
      text.append(i % 2 == 0 ? "1,yes\n" : "0.1,no\n");
    }
    Path file = Files.writeString(directory.resolve("one-side.csv"), text);
    String words =
        "--positive yes --label class --mu 20 --radius 20 --algorithm noisy-sgd --seed 1 --json"
            + " --exact-score --data ";
    ObjectMapper reader = new ObjectMapper();
    JsonNode without = reader.readTree(train(words + file).out());
    assertEquals(1, without.at("/model/coordinates").size());
    assertTrue(without.at("/held_out/accuracy").doubleValue() < 0.7, without::toString);
    JsonNode with = reader.readTree(train(words + file + " --intercept").out());
    assertEquals(2, with.at("/model/coordinates").size());
    assertEquals(1, with.at("/held_out/accuracy").doubleValue(), with::toString);
    assertTrue(with.get("data").textValue().contains("a last one of 1/√2 for the intercept"));
  }

  @Test
  void regressionFromTwoFilesOnDiabetes() {
    Invocation run =
        train(
            "--algorithm noisy-sgd --separator space --label-range 0 400 --rho 0.5 --clip-norm 2"
                + " --seed 1 --json --features",
            Project.file("examples/data/diabetes_data_raw.csv.gz").toString(),
            "--target-file",
            Project.file("examples/data/diabetes_target.csv.gz").toString(),
            "--scaling",
            Project.file("examples/data/diabetes_scaling.yaml").toString());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("\"root_mean_squared_error\""), run.out());
    assertTrue(run.out().contains("0.5-zCDP under replace-one"), run.out());
  }

  @Test
  void digitsFromACompressedFile() {
    Invocation run =
        train(
            "--algorithm phased-sgd --label -1 --positive 0 --range 0 16 --mu 1 --seed 1 --data",
            Project.file("examples/data/digits.csv.gz").toString());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("data: 1438 records of 64 features"), run.out());
    assertTrue(run.out().contains("from [0.0, 16.0] to [-1, 1]"), run.out());
  }

  @Test
  void listsEveryAlgorithm() {
    Invocation list = train("--list");
    assertEquals(0, list.code(), list.err());
    assertEquals(AlgorithmRegistry.all().size(), list.out().lines().count());
    AlgorithmRegistry.ids().forEach(id -> assertTrue(list.out().contains("  " + id + "  "), id));
    assertTrue(train("--list --json").out().contains("\"preconditions\""));
  }

  @Test
  void theDocumentIsTheOneThatIsPrinted() throws IOException {
    assertEquals(
        Files.readString(Project.file("docs/reference/algorithms.md")),
        train("--list --markdown").out(),
        "write it anew: ./assay train --list --markdown > docs/reference/algorithms.md");
  }

  static List<AlgorithmEntry> entries() {
    return AlgorithmRegistry.all();
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("entries")
  void everyCommandOfTheDocumentTrains(AlgorithmEntry entry) {
    String command = AlgorithmList.command(entry).replace("./assay train", "");
    String data = Project.file("examples/data").toString();
    Invocation run = train(command.replace("examples/data", data) + " --seed 1 --json");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("\"target_met\" : true"), run.out());
  }

  /** One record is its own neighbourhood: there is nobody to hide among. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | --held-out 0 | the data have 1 record to train on: training needs at least 2",
        "2 | --held-out 0.5 | the data have 1 record to train on, and 1 kept by --held-out:",
      })
  void aSingleRecordIsRefused(int records, String words, String message) throws IOException {
    String text = "a,class,b\n" + "0.5,yes,0.1\n".repeat(records);
    Path data = Files.writeString(directory.resolve("few.csv"), text);
    Invocation bad =
        train("--algorithm noisy-sgd " + words + " " + EASY + "--data", data.toString());
    assertEquals(2, bad.code(), bad.out());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
    assertEquals(1, bad.err().lines().count(), bad.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--algorithm phasedsgd --mu 1 | --algorithm was 'phasedsgd': did you mean 'phased-sgd'?",
        "--algorithm phased-sgd | the target must be --epsilon with --delta, or --rho, or --mu",
        "--algorithm phased-sgd --mu 1 --radius -1 | --radius was -1.0: it must be finite and above"
            + " 0",
        "--algorithm phased-sgd --mu 1 --held-out 1 | --held-out was 1.0: it must be from 0 to 0.9",
        "--algorithm phased-sgd --mu 1 --output src | --output was src: what is there is not"
            + " an ordinary file",
        "--algorithm phased-sgd --mu 1 --output target/.. | --output was target/..: what is there"
            + " is not an ordinary file",
        "--algorithm phased-sgd --mu 1 --output= | --output was empty: name a file",
        "--algorithm phased-sgd --mu 1 --features x | the data must be --data with --label, or"
            + " --features with --target-file",
        "--algorithm phased-sgd --mu 1 --label-range 0 1 | the labels must be two classes",
        "--algorithm phased-sgd --mu 1 --scaling none.yaml | none.yaml: there is no such file",
        "--algorithm phased-sgd --mu 1 --range 1 1 | --range was 1.0 1.0: the first number must be"
            + " below the second",
        "--algorithm phased-sgd --mu 1 --clip-norm 0 | --clip-norm was 0.0: it must be finite and"
            + " above 0",
        "--algorithm noisy-sgd --mu 1 --sampling full-batch | --sampling was 'full-batch': it must"
            + " be fixed-size, poisson or cyclic",
        "--algorithm dp-sgd --mu 1 --sampling poisson | --sampling was poisson: --algorithm dp-sgd"
            + " has batches of its own; leave --sampling out, or take noisy-sgd,",
        "--algorithm noisy-sgd --mu 1 --sampling cyclic --paper-schedule | --sampling was given:"
            + " --paper-schedule takes the paper's own constants",
        "--algorithm noisy-sgd --mu 1 --select-iterate | --select-iterate was given: --algorithm"
            + " noisy-sgd has no choice of iterates; leave --select-iterate out, or take"
            + " adaptive-noisy-gd",
        "--mu 1 --ball-index 1 | --ball-index was 1.0: it must be from 1.01 to 100",
        "--algorithm noisy-sgd --mu 1 --ball-index 3 | --algorithm noisy-sgd refuses: ballIndex was"
            + " 3.0: the algorithm's models lie in a ball of the Euclidean norm; leave the index"
            + " out, or take generalized-gaussian-mechanism,",
        "--algorithm phased-sgd --mu 1 --markdown | --markdown was given: it applies to --list"
            + " only",
      })
  void badInputIsOneLineAndWritesNothing(String words, String message) throws IOException {
    Invocation bad = train(words + " --positive yes --label class --data", easy());
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(1, files.count());
    }
  }

  /**
   * Neighbours of well-formed files: whether a file is trained on must not tell them apart. The
   * first has one record with the positive label and ordinary numbers, the others none, or numbers
   * that overflow when they are scaled.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.5,yes,0.5",
        "0.5,no,0.5",
        "1.7e308,no,-1.7e308",
        "-1.7e308,yes,1.7e308",
        "4.9e-324,no,-0",
      })
  void noWellFormedRecordIsRefused(String last) throws IOException {
    String text = "a,class,b\n" + "0.1,no,0.2\n".repeat(399) + last + "\n";
    Path file = Files.writeString(directory.resolve("private.csv"), text);
    String scaled = " --range -0.5 0.5 --clip-norm 0.01 ";
    Invocation run = train(EASY + scaled + "--algorithm phased-sgd --data", file.toString());
    assertEquals(0, run.code(), run.err());
    assertEquals("", run.err());
    assertTrue(run.out().contains("data: 320 records of 2 features"), run.out());
    assertFalse(run.out().contains("NaN"), run.out());
  }

  /** The same for labels that are numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"0.5,0.5", "1,1.7e308", "-1.7e308,-1.7e308"})
  void noWellFormedRecordOfARegressionIsRefused(String last) throws IOException {
    Path file = directory.resolve("private.csv");
    Files.writeString(file, "0.1,0.2\n".repeat(399) + last + "\n");
    Invocation run =
        train(
            "--label -1 --label-range -1.7e308 -1.6e308 --range -0.5 0.5 --epsilon 1 --delta 1e-5"
                + " --algorithm noisy-sgd --held-out 0 --data",
            file.toString());
    assertEquals(0, run.code(), run.err());
    assertFalse(run.out().contains("NaN"), run.out());
  }

  @Test
  void aMistakeInTheDataIsLocated() throws IOException {
    Path file = Files.writeString(directory.resolve("bad.csv"), "a,class\n1,yes\nx,no\n");
    Invocation bad = train(EASY + "--algorithm phased-sgd --data", file.toString());
    assertEquals(2, bad.code());
    assertTrue(
        bad.err().contains("bad.csv, line 3, column 1 (a): the cell is not a number"), bad.err());
  }
}
