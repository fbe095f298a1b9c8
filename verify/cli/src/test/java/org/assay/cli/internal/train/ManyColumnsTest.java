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
   * What has no common size is not measured by what it is divided by, and numbers are not either.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--classes 0,1 --clip-norm 3 | 5",
        "--classes 0,1 --clip-norm 3 --range 0 9 | 15",
        "--classes 0,1,2 --clip-norm 3 --range 0 9 | 15",
        "--label-range 0 1 --clip-norm 3 --range 0 9 | 5",
      })
  void theRadiusOfOtherTables(String words, double radius) throws IOException {
    Path data = Files.writeString(directory.resolve("small.csv"), "1,2,0\n3,4,1\n".repeat(20));
    Invocation run =
        Invocation.of(
            ("train --algorithm dp-gradient-descent --mu 1 --label 2 --data " + data + " " + words)
                .split(" "));
    assertTrue(run.out().contains("\nradius: " + radius + "\n"), run.out() + run.err());
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
