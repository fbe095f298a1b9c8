package org.assay.cli.internal.train;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.CategoryColumn;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.NumberColumn;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.Invocation;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundColumnsTest {
  private static final Guarantee.Approximate AUDITED =
      new Guarantee.Approximate(1, 0.01, REPLACE_ONE);
  private static final FeatureColumn NUMBER = new NumberColumn("x");
  private static final FeatureColumn TEXT =
      new CategoryColumn("t", List.of(), true, Optional.empty());

  @TempDir private Path directory = Path.of("");

  /**
   * All counts that a replaced record can move in two columns, in both steps. What is claimed is
   * the budget. A correct release is refuted with probability at most 1e-6.
   */
  @Test
  @Tag("slow")
  void countsSpendTheBudgetAndHalfOfTheNoiseDoesNot() {
    Discovery right = Discovery.within(AUDITED, 2, 0);
    Discovery twin = new Discovery(AUDITED, right.noise() / 2, 2, 0);
    assertEquals(Verdict.NOT_REFUTED, audited(right));
    assertEquals(Verdict.REFUTED, audited(twin));
  }

  /** A replaced record moves two counts of every column by 1, in each step that counts it. */
  @Test
  void theEventIsThatOfWhatMoves() {
    double[] before = Discovery.histogram(new double[] {1, 3, 3});
    double[] after = Discovery.histogram(new double[] {3, 3, 3});
    double square = 0;
    for (int i = 0; i < before.length; i++) {
      square += (before[i] - after[i]) * (before[i] - after[i]);
    }
    Discovery discovery = new Discovery(AUDITED, 10, 3, 0);
    double mu = Cost.of(discovery.event(), REPLACE_ONE).mu().upper();
    assertEquals(Math.sqrt(2 * 3 * square) / 10, mu, 1e-9);
  }

  private static Verdict audited(Discovery discovery) {
    Mechanism<double[]> mechanism =
        Mechanism.ofVector(
            (values, random) -> {
              double[] wide = discovery.release(moved(Discovery.histogram(values)), random);
              double[] narrow = moved(Discovery.histogram(values, 1, 4));
              return both(
                  both(wide, discovery.release(narrow, random)),
                  both(
                      discovery.release(moved(Discovery.histogram(values)), random),
                      discovery.release(narrow, random)));
            });
    AdjacentPair<double[]> pair =
        AdjacentPair.of("moved", new double[] {1, 3, 3}, new double[] {3, 3, 3}, REPLACE_ONE);
    return Auditor.of(AUDITED)
        .errorProbability(1e-6)
        .seed(7)
        .maximumRuns(8_000)
        .audit(mechanism, List.of(pair))
        .verdict();
  }

  /** The counts of 1 and 3, the only ones that are not 0. */
  private static double[] moved(double[] counts) {
    int last = counts.length > 100 ? 130 : 21;
    int first = counts.length > 100 ? 129 : 0;
    assertEquals(3, counts[first] + counts[last]);
    return new double[] {counts[first], counts[last]};
  }

  private static double[] both(double[] first, double[] second) {
    double[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /**
   * A record with a text of its own in two columns is shown with a probability of half of delta:
   * 0.1, which 4000 runs miss by 0.03 with a probability below 1e-9.
   */
  @Test
  void loneTextsAreShownAsRarelyAsTheDeltaSays() {
    Discovery discovery = Discovery.within(new Guarantee.Approximate(1, 0.2, REPLACE_ONE), 0, 2);
    FeatureColumns columns = columns(TEXT, TEXT.named("u"));
    Discovery.Cells cells = new Discovery.Cells();
    columns.columns().forEach(column -> cells.accept(column, "mine"));
    SplittableRandom random = new SplittableRandom(3);
    int shown = 0;
    for (int i = 0; i < 4000; i++) {
      shown += discovery.find(columns, cells, 1, random).features().isEmpty() ? 0 : 1;
    }
    assertEquals(0.1, shown / 4000.0, 0.03);
  }

  private static FeatureColumns columns(FeatureColumn... columns) {
    return new FeatureColumns(List.of(columns), List.of(), true, Set.of());
  }

  private static RangeScaling range(double... values) {
    Guarantee.Approximate budget = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
    Discovery discovery = Discovery.within(budget, 1, 0);
    Discovery.Cells cells = new Discovery.Cells();
    for (double value : values) {
      cells.accept(NUMBER, Double.toString(value));
    }
    FeatureColumns found =
        discovery.find(columns(NUMBER), cells, values.length, new SplittableRandom(4));
    return found.columns().get(0).range().orElseThrow();
  }

  private static double[] filled(double value) {
    double[] values = new double[2000];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void rangesHoldConstantsAndExtremes() {
    for (double value : new double[] {7, -7, 1, 0.3, -1e-5, 1e15}) {
      RangeScaling found = range(filled(value));
      assertTrue(found.invert(-1) <= value && value <= found.invert(1), value + " in " + found);
      assertTrue(found.scale() <= Math.abs(value) / 2, value + " in " + found);
    }
    assertTrue(range(filled(0)).scale() <= 0x1p-32);
    assertTrue(range(filled(Double.MIN_VALUE)).scale() <= 0x1p-32);
    assertTrue(range(filled(-1e300)).invert(-1) <= -0x1p63);
  }

  /** Where no number is known, the range is of no use, and still a range. */
  @Test
  void everyColumnGetsARangeWithoutNumbers() {
    assertTrue(range().scale() > 0);
  }

  /** Ages fill several bins, and the second step cuts off what is empty; a tail is cut as well. */
  @Test
  void rangesFollowMostNumbers() {
    Random random = new Random(5);
    RangeScaling ages = range(random.doubles(100_000, 16, 90).toArray());
    assertTrue(ages.invert(-1) > 10 && ages.invert(1) < 96, "ages in " + ages);
    double[] heavy = random.doubles(100_000).map(u -> Math.pow(u, -1.5)).toArray();
    double end = range(heavy).invert(1);
    double beyond = Arrays.stream(heavy).filter(value -> value > end).count() / 1e5;
    assertTrue(beyond > 0.001 && beyond < 0.03, beyond + " beyond " + end);
  }

  /** A missing text is none; a missing number is in the middle, or what is declared. */
  @Test
  void missingCellsAreInNoCount() {
    Discovery discovery = Discovery.within(new Guarantee.Approximate(1, 1e-6, REPLACE_ONE), 1, 1);
    Discovery.Cells cells = new Discovery.Cells();
    for (int i = 0; i < 1000; i++) {
      cells.accept(TEXT, List.of("", "a", " ", "a").get(i % 4));
      cells.accept(NUMBER, "");
    }
    FeatureColumns found =
        discovery.find(columns(TEXT, NUMBER), cells, 1000, new SplittableRandom(6));
    assertEquals(List.of("t=a", "x"), found.features());
    assertEquals(0, found.encode(List.of("", ""))[1], 1e-12);
    assertEquals(0, found.encode(List.of("", ""))[0]);
  }

  /** An income of heavy tails, cities of which some are rare, and a declared age. */
  private Path table(String name, String... cities) throws IOException {
    Random random = new Random(8);
    List<String> lines = new ArrayList<>(List.of("income,city,age,label"));
    for (int i = 0; i < 6000; i++) {
      double z = random.nextGaussian();
      double tail = random.nextInt(1000) == 0 ? 1e6 : 1;
      int place = random.nextInt(cities.length);
      String city = random.nextInt(100) == 0 ? "village " + i : cities[place];
      double score = 2 * z + (place == 0 ? 2 : -1) + random.nextGaussian();
      lines.add(
          String.format(
              "%s,%s,%s,%s",
              Math.exp(4 + z) * tail, city, 20 + random.nextInt(60), score > 0 ? "yes" : "no"));
    }
    return Files.write(directory.resolve(name), lines);
  }

  private JsonNode train(Path data, String columns, String more) throws IOException {
    Path declared =
        Files.writeString(
            directory.resolve("columns.yaml"),
            "columns: {" + columns + ", age: {range: [0, 100]}}\n");
    Path model = directory.resolve("model.json");
    List<String> words =
        new ArrayList<>(List.of("train", "--algorithm", "dp-gradient-descent", "--label", "label"));
    words.addAll(
        Stream.of(
                "--classes no,yes --epsilon 1 --delta 1e-6 --intercept --seed 9 --exact-score",
                "--data " + data + " --columns " + declared + " --output " + model,
                more)
            .flatMap(part -> Stream.of(part.strip().split(" +", -1)))
            .filter(word -> !word.isEmpty())
            .toList());
    Invocation run = Invocation.of(words.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    return new ObjectMapper().readTree(model.toFile());
  }

  private static double accuracy(JsonNode statement) {
    return statement.get("held_out").get("accuracy").asDouble();
  }

  @Test
  void whatIsFoundIsWorthWhatItCosts() throws IOException {
    Path data = table("heavy.csv", "berlin", "paris");
    JsonNode found =
        train(data, "income: {}, city: {categories: discover}", "--discover epsilon=0.2");
    JsonNode careful =
        train(
            data,
            "income: {range: [0, 1e9]}, city: {categories: [berlin, paris], others: true}",
            "");
    assertTrue(accuracy(found) > accuracy(careful) + 0.05, found + " and " + careful);
    assertTrue(found.get("epsilon").asDouble() <= 1 && found.get("epsilon").asDouble() > 0.95);
    assertEquals(spent(found.get("event").asText()), found.get("epsilon").asDouble(), 0.005);
    assertEquals(5, found.get("features").asInt());
    assertTrue(found.get("discovery").asText().contains("for 1 range and 1 list of categories"));
    Invocation predicted =
        Invocation.of(
            "predict",
            "--model",
            directory.resolve("model.json").toString(),
            "--data",
            data.toString());
    assertEquals(0, predicted.code(), predicted.err());
    assertEquals(6001, predicted.out().lines().count());
  }

  /** Epsilon of what the event says, composed again. */
  private static double spent(String event) {
    assertTrue(event.startsWith("(gaussian("), event);
    return Cost.of(DpEvent.parse(event, REPLACE_ONE), REPLACE_ONE).epsilon(1e-6).value().upper();
  }

  @Test
  void refusesBudgetsThatBuyNothing() throws IOException {
    Path data = table("small.csv", "a");
    String words =
        "train --algorithm auto --label label --classes no,yes --use income --delta 1e-30 --epsilon"
            + " 1 --discover epsilon=";
    for (String epsilon : List.of("1e-14", "0", "1", "NaN")) {
      Invocation run = Invocation.of((words + epsilon + " --data " + data).split(" ", -1));
      assertEquals(2, run.code(), run.err());
      assertTrue(run.err().contains("--discover "), run.err());
    }
    Invocation twice =
        Invocation.of((words + "0.1 --discover epsilon=0.2 --data " + data).split(" ", -1));
    assertEquals(2, twice.code());
    assertTrue(twice.err().contains("'--discover' (epsilon=E) should be"), twice.err());
    Invocation bare =
        Invocation.of((words.replace("epsilon=", "") + "0.1 --data " + data).split(" ", -1));
    assertTrue(bare.err().contains("'0.1' is not of the form epsilon=E"), bare.err());
  }

  /** The event is public, so it must not tell how many categories were found. */
  @Test
  void theEventIsTheSameWhateverIsFound() throws IOException {
    String columns = "income: {}, city: {categories: discover}";
    JsonNode two = train(table("two.csv", "a", "b"), columns, "--discover epsilon=0.2");
    JsonNode six =
        train(table("six.csv", "a", "b", "c", "d", "e", "f"), columns, "--discover epsilon=0.2");
    assertEquals(two.get("event"), six.get("event"));
    assertEquals(5, two.get("features").asInt());
    assertEquals(9, six.get("features").asInt());
  }
}
