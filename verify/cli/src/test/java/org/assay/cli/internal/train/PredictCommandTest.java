package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assay.algorithms.model.Prediction;
import org.assay.algorithms.model.TrainedModel;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a table as it comes to predictions. */
class PredictCommandTest {
  private static final String COLUMNS =
      """
      missing_values: ["?"]
      columns:
        age: {range: [20, 80], missing: 50}
        job: {categories: [clerk, farmer], others: true}
      """;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path directory = Path.of("");

  /** The old are of class yes, and some cells are missing. */
  private Path people() throws IOException {
    StringBuilder text = new StringBuilder("id,job,age,rich\n");
    Random random = new Random(1);
    for (int i = 0; i < 600; i++) {
      int age = 20 + random.nextInt(61);
      String job = List.of("clerk", "farmer", "pilot", "").get(random.nextInt(4));
      text.append("p").append(i).append(',').append(job).append(',');
      text.append(i % 20 == 0 ? "?" : age).append(age > 50 ? ",yes\n" : ",no\n");
    }
    return Files.writeString(directory.resolve("people.csv"), text);
  }

  private Path train(String... more) throws IOException {
    return trainBy("objective-perturbation", more);
  }

  private Path trainBy(String algorithm, String... more) throws IOException {
    Path columns = Files.writeString(directory.resolve("columns.yaml"), COLUMNS);
    Path model = directory.resolve("model.json");
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                "--data",
                people().toString(),
                "--label",
                "rich",
                "--columns",
                columns.toString(),
                "--algorithm",
                algorithm,
                "--epsilon",
                "4",
                "--delta",
                "1e-5",
                "--seed",
                "1",
                "--output",
                model.toString()));
    words.addAll(List.of(more));
    Invocation run = Invocation.of(words.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    return model;
  }

  private Invocation predict(Path model, String data, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("new.csv"), data);
    List<String> words =
        new ArrayList<>(List.of("predict", "--model", model.toString(), "--data", file.toString()));
    words.addAll(List.of(more));
    return Invocation.of(words.toArray(String[]::new));
  }

  @Test
  void columnsAreFoundByNameAmongOthers() throws IOException {
    Path model = train("--classes", "no,yes");
    Invocation run = predict(model, "age,note,job\n80,a,clerk\n20,b,pilot\n?,c,\n");
    assertEquals(0, run.code(), run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(List.of("prediction", "yes", "no"), lines.subList(0, 3));
    assertEquals(4, lines.size());
  }

  @Test
  void probabilitiesAreThoseOfTheModelInJava() throws IOException {
    Path model = train("--classes", "no,yes");
    Invocation run = predict(model, "age,job\n65,farmer\n", "--probabilities");
    assertEquals(
        "prediction,probability of no,probability of yes",
        run.out().lines().findFirst().orElseThrow());
    List<Double> expected =
        TrainedModel.load(model).predict(List.of("65", "farmer")).probabilities();
    assertEquals(
        "yes," + expected.get(0) + "," + expected.get(1), run.out().lines().toList().get(1));
    JsonNode json = MAPPER.readTree(predict(model, "age,job\n65,farmer\n", "--json").out());
    assertEquals("yes", json.at("/predictions/0/class").textValue());
  }

  /** The second class is said from its probability on, and scores go with the class. */
  @Test
  void aThresholdMovesTheLine() throws IOException {
    Path model = train("--classes", "no,yes");
    String data = "age,job\n20,clerk\n";
    double rich = TrainedModel.load(model).predict(List.of("20", "clerk")).probabilities().get(1);
    assertTrue(rich < 0.5);
    assertTrue(predict(model, data).out().endsWith("\nno\n"));
    Invocation below = predict(model, data, "--threshold", Double.toString(rich * 0.999));
    assertEquals("prediction\nyes\n", below.out());
    Invocation at = predict(model, data, "--threshold", Double.toString(rich));
    assertEquals("prediction\nno\n", at.out());
    JsonNode json = MAPPER.readTree(predict(model, data, "--threshold", "1e-9", "--json").out());
    assertEquals("yes", json.at("/predictions/0/class").textValue());
    assertTrue(json.at("/predictions/0/score").doubleValue() < 0);
    for (String value : List.of("0", "1", "NaN")) {
      refuses("--threshold was ", predict(model, data, "--threshold", value));
    }
    Path several = trainBy("dp-sgd", "--classes", "no,yes,other");
    refuses("does not know the prob", predict(several, data, "--threshold", "0.2"));
  }

  @Test
  void balancedClassesAreSaidAndKnowNoProbabilities() throws IOException {
    String[] balanced = {
      "--classes", "no,yes", "--class-weights", "balanced", "--class-shares", "0.9,0.1"
    };
    Path model = trainBy("auto", balanced);
    JsonNode written = MAPPER.readTree(Files.readString(model));
    assertEquals("[0.9,0.1]", written.get("class_shares").toString());
    assertTrue(schema().validate(written).isEmpty(), schema().validate(written).toString());
    assertFalse(TrainedModel.load(model).logOdds());
    refuses("--threshold was given", predict(model, "age,job\n30,clerk\n", "--threshold", "0.2"));
  }

  @Test
  void aModelIsWrittenForOtherRuntimes() throws IOException {
    Path model = train("--classes", "no,yes");
    Path pmml = directory.resolve("model.pmml");
    String[] line = {"predict", "--model", model.toString(), "--pmml", pmml.toString()};
    Invocation run = Invocation.of(line);
    assertEquals("wrote " + pmml + ", PMML 4.4\n", run.out());
    assertEquals(TrainedModel.load(model).toPmml(), Files.readString(pmml));
    refuses("give either --data", Invocation.of("predict", "--model", model.toString()));
    refuses("give either --data", predict(model, "age,job\n20,clerk\n", "--pmml", "model.pmml"));
    String typed = String.join(" ", line);
    refuses(typed, " --probabilities", "--probabilities was given: it goes with --data");
    refuses(typed, " --threshold 0.2", "--threshold was given: it goes with --data");
  }

  /** Shares that are counted are said, with what the counts spend of the target. */
  @Test
  void countedSharesAreSaidWithTheScoresOfEachClass() throws IOException {
    String[] balanced = {
      "--classes",
      "no,yes",
      "--class-weights",
      "balanced",
      "--count-shares",
      "epsilon=0.1",
      "--score",
      "confusion"
    };
    JsonNode written = MAPPER.readTree(Files.readString(trainBy("auto", balanced)));
    assertTrue(schema().validate(written).isEmpty(), schema().validate(written).toString());
    assertEquals(2, written.get("class_shares").size());
    assertTrue(written.get("target_met").booleanValue());
    assertTrue(written.get("event").textValue().startsWith("laplace("), written.toString());
    assertEquals(2, written.at("/held_out/confusion/1").size());
    assertTrue(written.at("/held_out/classes").has("yes"));
  }

  @Test
  void classWeightsNeedDeclaredShares() throws IOException {
    Path columns = Files.writeString(directory.resolve("columns.yaml"), COLUMNS);
    String line =
        ("train --data " + people() + " --label rich --classes no,yes --epsilon 1 --delta 1e-5")
            + (" --columns " + columns + " --algorithm ");
    refuses(line, "auto --class-weights balanced", "--class-shares must say how frequent");
    refuses(line, "auto --class-weights rare", "it must be balanced or none");
    refuses(line, "auto --count-shares epsilon=0.1", "it needs --class-weights balanced");
    refuses(line, "auto --score r2", "--score r2 was given: it is for numbers as labels");
    refuses(line, "auto --score best", "it must be one of confusion, auc, r2");
    refuses(line, "auto --score auc --held-out 0", "it needs held-out records");
    refuses(line, "auto --score auc --tune", "--tune chooses by accuracy or error");
    refuses(line, "auto --class-shares 0.9,0.1", "applies to --class-weights balanced only");
    String shares = " --class-weights balanced --class-shares ";
    refuses(line, "auto" + shares + "0.9,0.2", "the sum must be 1");
    refuses(line, "auto" + shares + "0.8,0.1,0.1", "one for each class, and there are 2");
    refuses(line, "noisy-sgd" + shares + "0.9,0.1", "has a schedule of its own");
    refuses(line, "auto --paper-schedule" + shares + "0.9,0.1", "the paper's own constants");
  }

  private static void refuses(String line, String more, String message) {
    refuses(message, Invocation.of((line + more).split(" ")));
  }

  /** As docs/guide/training.md shows it. */
  @Test
  void aModelIsLoadedInJava() throws IOException {
    String data = Project.file("examples/data") + "/members";
    Invocation run =
        Invocation.of(
            ("train --algorithm auto --data "
                    + (data + ".csv --label renewed --classes no,yes --columns ")
                    + (data + "_columns.yaml --intercept --epsilon 1 --delta 1e-5 --seed 1")
                    + " --output target/members.json")
                .split(" "));
    assertEquals(0, run.code(), run.err());

    TrainedModel model = TrainedModel.load(Path.of("target/members.json"));
    Prediction prediction = model.predict(List.of("30", "north", "family", "12", "14.5"));
    double probability = prediction.probabilities().get(1); // of the second class

    assertEquals("yes", prediction.label());
    assertEquals(0.8501197385286231, probability, 1e-6);
  }

  @Test
  void aPositiveLabelAgainstAllOthers() throws IOException {
    Path model = train("--positive", "yes");
    assertTrue(predict(model, "age,job\n20,clerk\n").out().contains("\nnot yes\n"));
  }

  private static Schema schema() throws IOException {
    JsonNode schema;
    try (InputStream in =
        PredictCommandTest.class.getResourceAsStream("/org/assay/cli/model.schema.json")) {
      schema = MAPPER.readTree(Objects.requireNonNull(in));
    }
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
  }

  @Tag("slow")
  @Test
  void theFileThatIsWrittenFollowsItsSchema() throws IOException {
    Schema validator = schema();
    for (Path model :
        List.of(
            train("--classes", "no,yes", "--intercept", "--exact-score"),
            train("--positive", "yes", "--tune", "--radius", "1,2"),
            train("--positive", "yes", "--held-out", "0"))) {
      JsonNode document = MAPPER.readTree(Files.readString(model));
      assertTrue(
          validator.validate(document).isEmpty(), () -> validator.validate(document).toString());
      ((ObjectNode) document.get("model")).put("clip_norm", 0);
      assertFalse(validator.validate(document).isEmpty());
    }
  }

  /**
   * Features cut off one by one, in training and prediction: beyond the range they count as its
   * ends, where a Euclidean norm would shrink the others with them.
   */
  @Test
  void recordsMayBeClippedInTheMaximumNorm() throws IOException {
    Path data = Files.writeString(directory.resolve("flat.csv"), "a,1,1\nb,-1,1\n".repeat(400));
    Path file = directory.resolve("flat.json");
    String line =
        ("train --data " + data + " --label 0 --classes b,a --range -1 1 --record-norm infinity")
            + (" --intercept --rho 1 --seed 1 --output " + file + " --algorithm ");
    refuses(
        "--algorithm dp-sgd refuses: recordNorm was infinity",
        Invocation.of((line + "dp-sgd").split(" ")));
    Invocation run = Invocation.of((line + "generalized-gaussian-mechanism").split(" "));
    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.out().contains("each cut off at -1 and 1, and a last one of 1 for the intercept"),
        run.out());
    JsonNode model = MAPPER.readTree(Files.readString(file)).get("model");
    assertEquals("infinity", model.get("record_norm").textValue());
    assertEquals(2, model.get("version").intValue());
    assertTrue(schema().validate(MAPPER.readTree(Files.readString(file))).isEmpty());
    double[] coordinates = MAPPER.convertValue(model.get("coordinates"), double[].class);
    TrainedModel trained = TrainedModel.load(file);
    Prediction prediction = trained.predict(7, 0.5);
    double score = coordinates[0] + 0.5 * coordinates[1] + coordinates[2];
    assertEquals(Math.abs(score), prediction.value(), 1e-12);
    assertEquals(trained, TrainedModel.load(file));
  }

  @Test
  void filesWithoutHeaderHoldTheColumnsInTheirOrder() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      text.append(i % 2 == 0 ? "a,1,0.2\n" : "b,-1,0.1\n");
    }
    Path data = Files.writeString(directory.resolve("bare.csv"), text);
    Path model = directory.resolve("bare.json");
    Invocation run =
        Invocation.of(
            ("train --data "
                    + data
                    + " --label 0 --classes b,a --range -1 1 --clip-norm 2"
                    + " --algorithm objective-perturbation --rho 1 --output "
                    + model)
                .split(" "));
    assertEquals(0, run.code(), run.err());
    assertEquals("prediction\na\nb\n", predict(model, "1,0.2\n-1,0.1\n").out());
    assertEquals("prediction\na\nb\n", predict(model, "x,1,0.2\ny,-1,0.1\n", "--label", "0").out());
    assertEquals("prediction\na\n", predict(model, "1,x,0.2\n", "--label", "1").out());
    assertEquals("prediction\na\n", predict(model, "1,0.2,x\n", "--label", "-1").out());
  }

  @Test
  void whatCannotBePredictedIsRefused() throws IOException {
    Path model = train("--classes", "no,yes");
    refuses("has no column called 'job'", predict(model, "age\n1\n"));
    refuses(
        "line 2, column 1 (age): the cell is not a number", predict(model, "age,job\nold,clerk\n"));
    refuses("--label was given", predict(model, "age,job\n1,clerk\n", "--label", "0"));
    Path other =
        Files.writeString(directory.resolve("other.json"), "{\"model\": {\"version\": 9}}");
    refuses("is no model: version was 9", predict(other, "age,job\n1,clerk\n"));
    refuses("there is no such file", predict(directory.resolve("none.json"), "age,job\n"));
  }

  @Test
  void aModelOfAnotherShapeIsRefused() throws IOException {
    Path model = train("--classes", "no,yes");
    ObjectNode document = (ObjectNode) MAPPER.readTree(model.toFile());
    ((ObjectNode) document.get("model")).putObject("coordinates").put("0", 1);
    Path bad = Files.writeString(directory.resolve("bad.json"), document.toString());
    refuses("is no model: coordinates was {\"0\":1}", predict(bad, "age,job\n1,clerk\n"));
  }

  /** A spreadsheet would run a name that begins like a formula; -1 and 1 are numbers. */
  @Test
  void namesOfClassesAreNoFormulas() throws IOException {
    Path model = train("--classes", "no,yes");
    ObjectNode document = (ObjectNode) MAPPER.readTree(model.toFile());
    Path other = directory.resolve("other.json");
    for (String name :
        List.of("=1+1", "+x", "-x", "@x", "\tx", "\rx", " =1", "\n=1", "\u200b=1", "-1-1")) {
      ((ObjectNode) document.get("model")).putArray("classes").add(name).add("fine");
      Files.writeString(other, document.toString());
      String printed = predict(other, "age,job\n20,clerk\n").out().split("\n", 2)[1];
      assertTrue(printed.startsWith("'") || printed.startsWith("\"'"), printed);
    }
    for (String name : List.of("-1", "+1e3", "x=1", "'")) {
      ((ObjectNode) document.get("model")).putArray("classes").add(name).add("fine");
      Files.writeString(other, document.toString());
      assertEquals("prediction\n" + name + "\n", predict(other, "age,job\n20,clerk\n").out());
    }
    ((ObjectNode) document.get("model")).putArray("classes").add("a;=1").add("fine");
    Files.writeString(other, document.toString());
    assertEquals("prediction\n\"a;=1\"\n", predict(other, "age,job\n20,clerk\n").out());
  }

  private static void refuses(String part, Invocation run) {
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().contains(part), run.err());
  }
}
