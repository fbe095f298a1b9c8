package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Training on a table of many columns, whose features are divided by the root of their number.
 * Table, split and noise are fixed by seeds, so that outcomes never change.
 */
class ManyColumnsTest {
  private static final int RECORDS = 20_000;

  @TempDir private static Path directory = Path.of("");

  private static String table = "";

  @BeforeAll
  static void write() throws IOException {
    table =
        " --data "
            + IncomeTable.write(directory, RECORDS)
            + " --label income --classes low,high --columns "
            + IncomeTable.columns(directory);
  }

  private static JsonNode train(String words) throws IOException {
    Invocation run =
        Invocation.of(("train " + words + table + " --seed 1 --exact-score --json").split(" "));
    assertEquals(0, run.code(), run.err());
    return new ObjectMapper().readTree(run.out());
  }

  private static double accuracy(String words) throws IOException {
    return train(words).at("/held_out/accuracy").doubleValue();
  }

  /**
   * The more frequent class is 0.786 of the held-out records; the fit without privacy has 0.861.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--epsilon 1 --delta 1e-5 | 0.835",
        "--mu 20 | 0.84",
      })
  void theAutomaticChoiceLearnsMoreThanTheMoreFrequentClass(String target, double least)
      throws IOException {
    double accuracy = accuracy("--algorithm auto --intercept " + target);
    assertTrue(accuracy >= least, target + ": " + accuracy);
  }

  /** Where no radius is given: 5 times √2 for the intercept and the root of 14 columns. */
  @Tag("slow")
  @Test
  void theRadiusGrowsWithTheDivisor() throws IOException {
    String words = "--algorithm phased-sgd --mu 1";
    assertEquals(5 * Math.sqrt(14), radius(words), 1e-12);
    assertEquals(5 * Math.sqrt(28), radius(words + " --intercept"), 1e-12);
    assertEquals(5 * 3, radius(words + " --clip-norm 3"), 1e-12);
    assertEquals(5, radius(words + " --clip-norm 0.3"));
    assertEquals(7, radius(words + " --intercept --radius 7"));
    assertEquals(
        5, radius("--algorithm private-frank-wolfe --mu 1 --record-norm infinity --clip-norm 3"));
  }

  private static double radius(String words) throws IOException {
    return train(words).get("radius").doubleValue();
  }

  /**
   * What has no common size is not measured by what it is divided by, and numbers are not either;
   * descents along clipped gradients have 100 times the divisor in any case.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phased-sgd | --classes 0,1 --clip-norm 3 | 5",
        "phased-sgd | --classes 0,1 --clip-norm 3 --range 0 9 | 15",
        "phased-sgd | --label-range 0 1 --clip-norm 3 --range 0 9 | 5",
        "auto | --classes 0,1,2 --clip-norm 3 --range 0 9 | 300",
        "dp-gradient-descent | --label-range 0 1 --clip-norm 3 --range 0 9 | 300",
        "dp-ftrl | --classes 0,1 --clip-norm 0.5 | 100",
        "dp-sgd | --classes 0,1 --radius 7 | 7",
      })
  void theRadiusOfOtherTables(String algorithm, String words, double radius) throws IOException {
    Path data = Files.writeString(directory.resolve("small.csv"), "1,2,0\n3,4,1\n".repeat(20));
    Invocation run =
        Invocation.of(
            ("train --algorithm " + algorithm + " --mu 1 --label 2 --data " + data + " " + words)
                .split(" "));
    assertTrue(run.out().contains("\nradius: " + radius + "\n"), run.out() + run.err());
  }

  /** Options for those who choose a schedule, and what is said where one does not suit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auto --steps 7 | event: 7 x gaussian",
        "dp-sgd --steps 7 --batch-size 8 | event: 7 x poisson(0.25,",
        "auto --steps 7 --step-size 2 --momentum 0.5 --averaging 3 --gradient-norm 0.2 | 7 x",
        "auto --steps 0 | --steps was 0",
        "auto --step-size 0 | --step-size was 0.0",
        "auto --gradient-norm NaN | --gradient-norm was NaN",
        "auto --momentum 1 | --momentum was 1.0: it must be at least 0 and below 1",
        "auto --averaging 0 | --averaging was 0",
        "auto --steps 7 --averaging 8 | averaged was 8: it must be from 1 to the number of steps",
        "auto --batch-size 8 | dp-gradient-descent takes all records in every step",
        "dp-sgd --batch-size 33 | batchSize was 33: it must be at most the number of records, 32",
        "dp-ftrl --batch-size 33 | batchSize was 33: it must be at most the number of records, 32",
        "phased-sgd --steps 7 | phased-sgd has a schedule of its own",
        "auto --steps 7,8 | --steps was given 2 values: give one, or --tune",
        "auto --steps 7 --paper-schedule | --steps was given: --paper-schedule takes",
      })
  void aScheduleCanBeGiven(String words, String said) throws IOException {
    Path data = Files.writeString(directory.resolve("small.csv"), "1,2,0\n3,4,1\n".repeat(20));
    Invocation run =
        Invocation.of(
            ("train --epsilon 1 --delta 1e-5 --classes 0,1 --label 2 --data "
                    + data
                    + " --algorithm "
                    + words)
                .split(" "));
    assertTrue((run.out() + run.err()).contains(said), run.out() + run.err());
    assertEquals(said.contains(" x ") || said.endsWith(" x") ? 0 : 2, run.code());
  }

  /** Every combination is a candidate. */
  @Test
  void aTuningSearchesOverSchedules() throws IOException {
    Path data = Files.writeString(directory.resolve("small.csv"), "1,2,0\n3,4,1\n".repeat(20));
    Invocation run =
        Invocation.of(
            ("train --tune --algorithm dp-gradient-descent --steps 5,9 --momentum 0,0.9 --epsilon 3"
                    + " --delta 1e-5 --seed 1 --classes 0,1 --label 2 --data "
                    + data)
                .split(" "));
    assertTrue(run.out().contains("of 4 candidates: "), run.out() + run.err());
    assertTrue(run.out().contains("radius 100.0, steps 9, momentum 0.9"), run.out());
  }

  @Test
  void theAutomaticChoiceIsNearObjectivePerturbation() throws IOException {
    String target = " --intercept --epsilon 3 --delta 1e-5";
    double auto = accuracy("--algorithm auto" + target);
    double perturbed = accuracy("--algorithm objective-perturbation" + target);
    assertTrue(auto >= 0.84, auto + " of " + perturbed);
    assertTrue(perturbed >= 0.845 && auto >= perturbed - 0.01, auto + " of " + perturbed);
    double correlated = accuracy("--algorithm dp-ftrl" + target);
    assertTrue(correlated >= perturbed - 0.01, correlated + " of " + perturbed);
  }
}
