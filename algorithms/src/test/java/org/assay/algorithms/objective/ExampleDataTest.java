package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The files that ship with the examples are what their notes say. */
class ExampleDataTest {
  private static final Path DATA = Path.of("..", "examples", "data");

  private static Dataset digits() throws IOException {
    CsvOptions options =
        new CsvOptions(new CsvOptions.ColumnAt(-1), 0, new CsvOptions.Numbers(), ',');
    return scaling("digits", 64).apply(CsvDataset.read(DATA.resolve("digits.csv.gz"), options));
  }

  private static FeatureScaling scaling(String name, int features) throws IOException {
    double[] items =
        Files.readAllLines(DATA.resolve(name + "_scaling.yaml")).stream()
            .filter(line -> line.startsWith("  - "))
            .mapToDouble(line -> Double.parseDouble(line.substring(4).split("#", 2)[0]))
            .toArray();
    assertEquals(2 * features, items.length);
    return new FeatureScaling(
        Arrays.copyOf(items, features), Arrays.copyOfRange(items, features, 2 * features));
  }

  @Test
  void digitsArePixelsAndClasses() throws IOException {
    Dataset digits = digits();
    assertEquals(1797, digits.size());
    assertEquals(64, digits.dimension());
    assertTrue(digits.hasClassLabels(10));
    int[] counts = new int[10];
    for (int i = 0; i < digits.size(); i++) {
      counts[(int) digits.label(i)]++;
      for (double pixel : digits.copyRow(i)) {
        assertTrue(pixel >= 0 && pixel <= 1);
      }
    }
    assertTrue(Arrays.stream(counts).allMatch(count -> count >= 174 && count <= 183));
    new SoftmaxLoss(10, 1).requireSupported(new UnitNormClipping().apply(digits));
  }

  @Test
  void diabetesIsARegression() throws IOException {
    Path target = DATA.resolve("diabetes_target.csv.gz");
    CsvOptions options =
        new CsvOptions(new CsvOptions.OtherFile(target), 0, new CsvOptions.Numbers(), ' ');
    Dataset raw = CsvDataset.read(DATA.resolve("diabetes_data_raw.csv.gz"), options);
    assertEquals(442, raw.size());
    assertEquals(10, raw.dimension());
    assertEquals(151, raw.label(0));
    assertEquals(59, raw.copyRow(0)[0]);
    RangeScaling labels = new RangeScaling(200, 200);
    Dataset scaled =
        new UnitNormClipping().apply(labels.applyToLabels(scaling("diabetes", 10).apply(raw)));
    LinearPredictionLoss.squared(1, 1, 2).requireSupported(scaled);
    assertEquals(-0.245, scaled.label(0), 1e-15);
    assertEquals(151, labels.invert(scaled.label(0)), 1e-12);
  }

  @Test
  void splitsKeepEveryRecordOnce() throws IOException {
    Dataset digits = digits();
    DatasetSplit split = DatasetSplit.of(digits, 0.2, 7);
    assertEquals(359, split.heldOut().size());
    assertEquals(1797 - 359, split.training().size());
    assertEquals(labelSum(digits), labelSum(split.training()) + labelSum(split.heldOut()));
    Dataset changed = digits.withRecord(5, new double[64], 3);
    DatasetSplit other = DatasetSplit.of(changed, 0.2, 7);
    int differing = 0;
    for (int i = 0; i < split.training().size(); i++) {
      differing += split.training().record(i).equals(other.training().record(i)) ? 0 : 1;
    }
    for (int i = 0; i < split.heldOut().size(); i++) {
      differing += split.heldOut().record(i).equals(other.heldOut().record(i)) ? 0 : 1;
    }
    assertEquals(1, differing);
    assertEquals(split.training().record(0), DatasetSplit.of(digits, 0.2, 7).training().record(0));
  }

  private static double labelSum(Dataset dataset) {
    double sum = 0;
    for (int i = 0; i < dataset.size(); i++) {
      sum += dataset.label(i);
    }
    return sum;
  }
}
