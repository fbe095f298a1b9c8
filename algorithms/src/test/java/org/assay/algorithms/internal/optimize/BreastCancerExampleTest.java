package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assay.accountant.event.GradientSchedule;
import org.assay.algorithms.ScriptedRandom;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.algorithms.run.ParameterVector;
import org.junit.jupiter.api.Test;

/** The data that ship with the examples, from the file to a private classifier. */
class BreastCancerExampleTest {
  private static final Path DATA = Path.of("..", "examples", "data");
  private static final LogisticLoss LOSS = new LogisticLoss(1);
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(30, 10);

  private static Dataset dataset() throws IOException {
    CsvOptions options = new CsvOptions(new CsvOptions.ColumnAt(-1), 1, "1");
    Dataset raw = CsvDataset.read(DATA.resolve("breast_cancer.csv"), options);
    return new UnitNormClipping().apply(scaling().apply(raw));
  }

  /** The constants are the 60 list items of the file: first the centers, then the scales. */
  private static FeatureScaling scaling() throws IOException {
    List<String> lines = Files.readAllLines(DATA.resolve("breast_cancer_scaling.yaml"));
    assertTrue(lines.indexOf("center:") < lines.indexOf("scale:"));
    double[] items =
        lines.stream()
            .filter(line -> line.startsWith("  - "))
            .mapToDouble(line -> Double.parseDouble(line.substring(4)))
            .toArray();
    assertEquals(60, items.length);
    double[] center = IntStream.range(0, 30).mapToDouble(j -> items[j]).toArray();
    double[] scale = IntStream.range(0, 30).mapToDouble(j -> items[30 + j]).toArray();
    return new FeatureScaling(center, scale);
  }

  @Test
  void theFileIsWhatItsNoteSays() throws IOException {
    Dataset dataset = dataset();
    assertEquals(569, dataset.size());
    assertEquals(30, dataset.dimension());
    long benign = IntStream.range(0, 569).filter(i -> dataset.label(i) == 1).count();
    assertEquals(357, benign);
    assertTrue(dataset.largestRowNorm() <= 1);
  }

  /** A loose claim, so that the seeded run shows the pipeline at work: accuracy above 85%. */
  @Test
  void aPrivateClassifierIsUseful() throws IOException {
    Dataset dataset = dataset();
    SnowballSgd snowball = SnowballSgd.constantStepFor(dataset.size(), 4, LOSS, SET);
    ParameterVector w = snowball.run(dataset, new SplittableRandom(111)).release();
    double[] parameter = w.toArray();
    long right =
        IntStream.range(0, dataset.size())
            .filter(i -> dataset.label(i) * dataset.dot(i, parameter) > 0)
            .count();
    assertTrue(right > 0.85 * dataset.size(), right + " right");
    assertTrue(LOSS.meanValue(parameter, dataset) < Math.log(2));
  }

  @Test
  void aCanaryMovesTheFirstStepByItsFeaturesOverTheBatchSize() throws IOException {
    NeighbouringDatasets pair = CanaryDirections.labelFlip(dataset(), 0, 1);
    GradientSchedule one = GradientSchedule.of(new double[] {2}, new int[] {10}, new double[] {0});
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(one, LOSS, SET);
    double[] first = sgd.run(pair.first(), new ScriptedRandom(0)).release().toArray();
    double[] second = sgd.run(pair.second(), new ScriptedRandom(0)).release().toArray();
    for (int j = 0; j < 30; j++) {
      assertEquals(2 * pair.first().copyRow(0)[j] / 10, first[j] - second[j], 1e-15);
    }
  }

  /**
   * Curvature takes next to nothing of what a canary in the first batch moves, in a set so wide
   * that no projection interferes.
   */
  @Test
  void littleOfACanaryIsLostToCurvature() throws IOException {
    NeighbouringDatasets pair = CanaryDirections.labelFlip(dataset(), 0, 1);
    GradientSchedule schedule = SnowballSgd.constantStepFor(569, 0.5, LOSS, SET).schedule();
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(30, 1e6);
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(schedule, LOSS, wide);
    double[] first = sgd.run(pair.first(), new SplittableRandom(112)).release().toArray();
    double[] second = sgd.run(pair.second(), new SplittableRandom(112)).release().toArray();
    double moved = schedule.stepSize(0) / schedule.batchSize(0);
    double left = Norms.distance(first, second) / moved;
    assertTrue(left > 0.999 && left <= 1 + 1e-9, "left " + left);
  }
}
