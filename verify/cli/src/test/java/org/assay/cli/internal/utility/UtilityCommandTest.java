package org.assay.cli.internal.utility;

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
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilityCommandTest {
  @TempDir private Path directory = Path.of("");

  /** The datasets are found without an option, although a test runs in a module's directory. */
  private static Invocation utility(String words, String... more) {
    List<String> arguments = new ArrayList<>(List.of("utility"));
    arguments.addAll(List.of(words.strip().split(" +")));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @Test
  void writesATableWithTheNonPrivateOptimum() throws IOException {
    Invocation run =
        utility(
            "--algorithm phased-sgd --dataset breast-cancer --epsilon 1,8 --seeds 2 --no-slopes"
                + " --report",
            directory.toString());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("| algorithm | 1.0 | 8.0 | ∞ |"), run.out());
    assertFalse(run.out().contains("The last two rows"), "speaks of rows that are not there");
    assertEquals(run.out(), Files.readString(directory.resolve("utility.md")));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(
          List.of("utility.csv", "utility.html", "utility.json", "utility.md"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    List<String> csv = Files.readAllLines(directory.resolve("utility.csv"));
    assertEquals(4, csv.size());
    assertTrue(csv.get(3).startsWith("breast-cancer,phased-sgd,Infinity,1.0E-5,2,0."), csv.get(3));
  }

  /** Three of the four algorithms are drawn, the worst one is not, and the label says of what. */
  @Test
  void drawsTheBestAlgorithmsOverEpsilon() throws IOException {
    Invocation run =
        utility(
            "--algorithm phased-sgd,noisy-sgd,dp-sgd,dp-gradient-descent --dataset breast-cancer,diabetes"
                + " --epsilon 0.1,4 --seeds 2 --no-slopes --report",
            directory.toString());
    assertEquals(0, run.code(), run.err());
    String page = Files.readString(directory.resolve("utility.html"));
    String[] figures = page.split("<figure>", -1);
    assertEquals(3, figures.length, "one for each dataset");
    JsonNode cells =
        new ObjectMapper().readTree(directory.resolve("utility.json").toFile()).get("cells");
    assertWorstIsNotDrawn(figures[1], cells, "breast-cancer", -1);
    assertWorstIsNotDrawn(figures[2], cells, "diabetes", 1);
  }

  private static void assertWorstIsNotDrawn(
      String figure, JsonNode cells, String dataset, int worse) {
    String worst = "";
    double most = Double.NEGATIVE_INFINITY;
    for (String algorithm : List.of("phased-sgd", "noisy-sgd", "dp-sgd", "dp-gradient-descent")) {
      double sum = 0;
      for (JsonNode cell : cells) {
        boolean counts =
            cell.get("dataset").textValue().equals(dataset)
                && cell.get("algorithm").textValue().equals(algorithm)
                && !cell.get("epsilon").textValue().equals("Infinity");
        sum += counts ? worse * cell.get("mean").doubleValue() : 0;
      }
      worst = sum > most ? algorithm : worst;
      most = Math.max(sum, most);
    }
    String drawn = figure.substring(0, figure.indexOf("</figure>"));
    assertFalse(drawn.contains(">" + worst + " at epsilon"), drawn);
    assertEquals(6, drawn.split("<circle", -1).length - 1, drawn);
    assertTrue(drawn.contains(">without privacy<"), drawn);
  }

  /** No model in the set has a smaller training loss than the certified minimum less its gap. */
  @Test
  void excessLossesAreAtLeastMinusTheGap() throws IOException {
    Invocation run =
        utility(
            "--algorithm phased-sgd --dataset diabetes --epsilon 4 --seeds 2 --no-slopes --json");
    assertEquals(0, run.code(), run.err());
    JsonNode cells = new ObjectMapper().readTree(run.out()).get("cells");
    assertEquals(2, cells.size());
    for (JsonNode cell : cells) {
      double gap = Double.parseDouble(cell.get("optimum_gap").textValue());
      assertTrue(gap <= 1e-5, cell::toString);
      assertTrue(cell.get("mean_excess_training_loss").doubleValue() >= -gap, cell::toString);
    }
    double withNoise = cells.get(0).get("mean").doubleValue();
    double without = cells.get(1).get("mean").doubleValue();
    assertTrue(without < withNoise, run.out());
  }

  @Test
  void aRefusalIsADashWithItsReason() throws IOException {
    Invocation run =
        utility(
            "--algorithm kl-spider --dataset diabetes --epsilon 1e-6 --seeds 1 --no-slopes"
                + " --report",
            directory.toString());
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("| kl-spider | - | - |"), run.out());
    assertTrue(
        Files.readString(directory.resolve("utility.csv")).contains("kl-spider refuses"),
        run.out());
  }

  /** Its listing adds the noise outside the step size, too little of it for this task. */
  @Test
  void correctionsShowWhatAPapersScheduleSpends() throws IOException {
    Invocation run =
        utility(
            "--corrections --algorithm projected-noisy-sgd,phased-sgd --dataset breast-cancer"
                + " --epsilon 1 --seeds 2 --report",
            directory.toString());
    assertEquals(0, run.code(), run.err());
    List<String> lines =
        run.out().lines().filter(line -> line.startsWith("| breast-cancer ")).toList();
    assertEquals(2, lines.size(), run.out());
    assertTrue(
        lines.get(0).matches(".*certified for 1\\.\\d+ times the claim only \\|"), run.out());
    assertTrue(lines.get(1).contains("promise kept; the correction gains"), run.out());
    assertTrue(run.out().contains("A-Alg1 refuted as printed"), run.out());
    assertEquals(run.out(), Files.readString(directory.resolve("utility-corrections.md")));
    String page = Files.readString(directory.resolve("utility-corrections.html"));
    assertTrue(page.contains("href=\"utility-corrections.csv\""), page);
    assertEquals(3, Files.readAllLines(directory.resolve("utility-corrections.csv")).size());
    JsonNode rows =
        new ObjectMapper()
            .readTree(directory.resolve("utility-corrections.json").toFile())
            .get("rows");
    JsonNode row = rows.get(0);
    assertTrue(row.at("/paper/epsilon").doubleValue() > 1.5, row::toString);
    assertEquals(1, row.at("/corrected/epsilon").doubleValue(), 1e-5, row::toString);
    assertEquals(
        row.get("cost").doubleValue(),
        row.at("/corrected/mean_excess_training_loss").doubleValue()
            - row.at("/paper/mean_excess_training_loss").doubleValue(),
        1e-12);
  }

  /** The paper's schedule would take steps that expand. */
  @Test
  void aScheduleThatCannotBeSetUpIsToldInItsRow() {
    Invocation run =
        utility(
            "--corrections --algorithm strongly-convex-snowball --dataset breast-cancer"
                + " --epsilon 1 --seeds 1");
    assertEquals(0, run.code(), run.err());
    String row = "| breast-cancer | strongly-convex-snowball | 1 | - | - | 1 | 0.";
    assertTrue(run.out().contains(row), run.out());
    assertTrue(run.out().contains("paper's schedule: stepSize(0) was 18.6"), run.out());
  }

  @Tag("slow")
  @Test
  void lossesFallWithTheNumberOfRecords() throws IOException {
    Invocation run =
        utility(
            "--algorithm phased-sgd --dataset diabetes --epsilon 1 --seeds 3 --slopes phased-sgd"
                + " --json --report",
            directory.toString());
    assertEquals(0, run.code(), run.err());
    JsonNode slopes = new ObjectMapper().readTree(run.out()).get("slopes").get(0);
    assertTrue(slopes.get("in_records").doubleValue() < -0.4, slopes::toString);
    assertTrue(slopes.get("in_features").doubleValue() < 0.6, slopes::toString);
    assertTrue(slopes.get("in_records_error").doubleValue() < 0.15, slopes::toString);
    assertEquals(-0.53, slopes.get("in_records_promised").doubleValue(), 0.01);
    assertEquals(6, slopes.get("in_records_points").size());
    String page = Files.readString(directory.resolve("utility.html"));
    assertTrue(page.contains("<svg"));
    String caption = page.substring(page.indexOf("<figcaption>"), page.indexOf("</figcaption>"));
    String words = caption.replaceAll("<[^>]*>", "");
    assertTrue(words.contains("epsilon 4.378 at delta 1.0E-5"), words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--algorithm phasedsgd | --algorithm was 'phasedsgd': did you mean 'phased-sgd'?",
        "--slopes snowbal-sgd | --slopes was 'snowbal-sgd': did you mean 'snowball-sgd'?",
        "--slopes random-walk | --slopes was 'random-walk': no theorem promises a rate for it;"
            + " choose among snowball-sgd, snowball-sgd-decaying, phased-sgd, phased-erm,"
            + " minibatch-noisy-sgd, noisy-prox-gradient, objective-perturbation,"
            + " approximate-objective-perturbation, noisy-sgd, kl-spider, proximal-point,"
            + " private-frank-wolfe, noisy-mirror-descent, noisy-frank-wolfe",
        "--slope-runs 1 | --slope-runs was 1: it must be from 2 to 1000",
        "--dataset iris | --dataset was 'iris': it must be one of breast-cancer, digits, diabetes",
        "--epsilon 1,-1 | --epsilon was -1.0: it must be finite and above 0",
        "--epsilon Infinity | --epsilon was Infinity: it must be finite and above 0",
        "--delta 0 | --delta was 0.0: it must be strictly between 0 and 1",
        "--seeds 0 | --seeds was 0: it must be from 1 to 1000",
        "--data-directory none | none/breast_cancer.csv: there is no such file; --data-directory"
            + " says where it is",
      })
  void badInputIsOneLine(String words, String message) {
    Invocation bad = utility(words);
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
