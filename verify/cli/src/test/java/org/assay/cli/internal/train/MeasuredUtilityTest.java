package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.OptionalDouble;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.registry.AutomaticChoice;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;

class MeasuredUtilityTest {
  private static final MeasuredUtility TABLE = MeasuredUtility.shipped();

  private static TrainingTask task(Labels labels) {
    return new TrainingTask(1000, 20, labels, 1);
  }

  private static Guarantee approximate(double epsilon) {
    return new Guarantee.Approximate(epsilon, 1e-5, AdjacencyRelation.REPLACE_ONE);
  }

  /** On the diabetes data alone numbers are measured: 354 records of 10 features. */
  @Test
  void aGainIsTheShareBetweenAConstantAndTheBestModel() throws IOException {
    double budget = 1 * 354 / Math.sqrt(10);
    double gain = TABLE.gain("auto", Labels.BOUNDED_NUMBERS, budget).orElseThrow();
    double auto = cell("diabetes", "auto", "1.0");
    double constant = cell("diabetes", "constant-prediction", "1.0");
    double best = cell("diabetes", "multipass-noisy-sgd-lp", "Infinity");
    assertEquals((auto - constant) / (best - constant), gain, 1e-12);
    double twice = TABLE.gain("auto", Labels.BOUNDED_NUMBERS, 2 * budget).orElseThrow();
    double between =
        TABLE.gain("auto", Labels.BOUNDED_NUMBERS, Math.sqrt(2) * budget).orElseThrow();
    assertEquals((gain + twice) / 2, between, 1e-12);
    assertEquals(
        TABLE.gain("auto", Labels.BOUNDED_NUMBERS, 4 * budget),
        TABLE.gain("auto", Labels.BOUNDED_NUMBERS, 400 * budget));
  }

  private static double cell(String dataset, String algorithm, String epsilon) throws IOException {
    String head = dataset + "," + algorithm + "," + epsilon + ",";
    String line =
        Files.readAllLines(Project.file("verify/cli/src/main/resources/org/assay/cli/utility.csv"))
            .stream()
            .filter(row -> row.startsWith(head))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(line.split(",", -1)[5]);
  }

  @Test
  void whatRefusedOrWasNotMeasuredHasNoGain() {
    assertEquals(OptionalDouble.empty(), TABLE.gain("none", Labels.SIGNS, 10));
    assertEquals(OptionalDouble.empty(), TABLE.gain("kl-spider", Labels.BOUNDED_NUMBERS, 5));
  }

  /** The automatic choice is within a point, or two per cent, of the best of the registry. */
  @Test
  void theAutomaticChoiceIsNearTheBest() throws IOException {
    for (String epsilon : new String[] {"0.1", "0.5", "1.0", "2.0", "4.0"}) {
      for (String dataset : new String[] {"breast-cancer", "digits"}) {
        double best = 0;
        for (String id : AlgorithmRegistry.ids()) {
          best = Math.max(best, cellOr(dataset, id, epsilon, 0));
        }
        double auto = cell(dataset, "auto", epsilon);
        assertTrue(auto >= best - 0.01, dataset + " at " + epsilon + ": " + auto + " of " + best);
      }
      double best = Double.POSITIVE_INFINITY;
      for (String id : AlgorithmRegistry.ids()) {
        best = Math.min(best, cellOr("diabetes", id, epsilon, best));
      }
      double auto = cell("diabetes", "auto", epsilon);
      assertTrue(auto <= 1.02 * best, "diabetes at " + epsilon + ": " + auto + " of " + best);
    }
  }

  private static double cellOr(String dataset, String algorithm, String epsilon, double none)
      throws IOException {
    double mean = cell(dataset, algorithm, epsilon);
    return Double.isNaN(mean) ? none : mean;
  }

  /** Every cell of the document is that of the table that ships. */
  @Test
  void theDocumentShowsTheTable() throws IOException {
    String document = Files.readString(Project.file("docs/why/utility.md"));
    for (String id : AlgorithmRegistry.ids()) {
      for (String dataset : new String[] {"breast-cancer", "digits", "diabetes"}) {
        double mean = cell(dataset, id, "4.0");
        String shown =
            Double.isNaN(mean)
                ? "-"
                : String.format(Locale.ROOT, mean < 1.5 ? "%.3f" : "%.1f", mean);
        assertTrue(
            document
                .lines()
                .anyMatch(
                    line -> line.startsWith("| " + id + " |") && line.contains(" " + shown + " |")),
            () -> id + " on " + dataset + ": " + shown);
      }
    }
  }

  @Test
  void anAlgorithmThatGainsNothingIsWarnedOf() {
    assertTrue(
        Experience.warning("noisy-frank-wolfe", task(Labels.SIGNS), approximate(1)).isPresent());
    assertTrue(
        Experience.warning("averaged-iterate", task(Labels.BOUNDED_NUMBERS), approximate(1))
            .orElseThrow()
            .contains("no better than predicting the mean"));
    for (Guarantee target :
        new Guarantee[] {
          approximate(1),
          new Guarantee.ZeroConcentrated(0.1, AdjacencyRelation.REPLACE_ONE),
          new Guarantee.Gaussian(0.5, AdjacencyRelation.REPLACE_ONE)
        }) {
      for (Labels labels : Labels.ofOnePrediction()) {
        assertTrue(Experience.warning("dp-gradient-descent", task(labels), target).isEmpty());
      }
    }
  }

  @Test
  void aListWithATargetIsInTheOrderOfTheGains() {
    Invocation run =
        Invocation.of(
            "train --list --epsilon 1 --delta 1e-5 --rows 5000 --dimension 30".split(" "));
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("5000 records of 30 features"), run.out());
    int auto = run.out().indexOf("\nauto ");
    int worst = run.out().indexOf("\nnoisy-frank-wolfe ");
    assertTrue(auto > 0 && worst > auto, run.out());
    assertEquals(2, Invocation.of("train", "--list", "--rows", "10").code());
    assertEquals(2, Invocation.of("train", "--rows", "10", "--mu", "1").code());
  }

  @Test
  void theAutomaticChoiceDependsOnWhatIsPublic() {
    assertEquals(
        "dp-gradient-descent", AutomaticChoice.of(task(Labels.SIGNS), approximate(0.1)).id());
    assertEquals("dp-sgd", AutomaticChoice.of(task(Labels.SIGNS), approximate(1)).id());
    Guarantee rho = new Guarantee.ZeroConcentrated(10, AdjacencyRelation.REPLACE_ONE);
    assertEquals("dp-gradient-descent", AutomaticChoice.of(task(Labels.SIGNS), rho).id());
  }
}
