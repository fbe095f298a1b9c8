package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {
  private static final LabeledRecord A = new LabeledRecord(new double[] {3, 4}, 1);
  private static final LabeledRecord B = new LabeledRecord(new double[] {1, 0}, -1);
  private static final LabeledRecord C = new LabeledRecord(new double[] {6, 8}, 1);
  private static final Dataset AB = Dataset.of(List.of(A, B));

  private static List<LabeledRecord> records(Dataset dataset) {
    return IntStream.range(0, dataset.size()).mapToObj(dataset::record).toList();
  }

  @Test
  void keepsItsRecordsInOrder() {
    assertEquals(List.of(A, B), records(AB));
    assertEquals(2, AB.size());
    assertEquals(2, AB.dimension());
    assertEquals(-1, AB.label(1));
    assertEquals("2 records of 2 features", AB.toString());
  }

  @Test
  void isImmutable() {
    double[][] features = {{1, 2}, {3, 4}};
    double[] labels = {1, -1};
    DMatrixRMaj matrix = new DMatrixRMaj(features);
    Dataset fromArrays = Dataset.of(features, labels);
    Dataset fromMatrix = Dataset.of(matrix, labels);
    features[0][0] = 99;
    matrix.set(0, 0, 99);
    labels[0] = 99;
    fromArrays.copyRow(0)[1] = 99;
    for (Dataset dataset : List.of(fromArrays, fromMatrix)) {
      assertEquals(new LabeledRecord(new double[] {1, 2}, 1), dataset.record(0));
    }
  }

  @Test
  void neighboursDifferInOneRecord() {
    assertEquals(List.of(A, C), records(AB.withRecord(1, C)));
    assertEquals(List.of(C, B), records(AB.withRecord(0, new double[] {6, 8}, 1)));
    assertEquals(List.of(B), records(AB.without(0)));
    assertEquals(List.of(A), records(AB.without(1)));
    assertEquals(List.of(A, B, C), records(AB.append(C)));
    assertEquals(List.of(A, B), records(AB));
  }

  @Test
  void neighboursKnowTheirLargestNorm() {
    assertEquals(5, AB.largestRowNorm());
    assertEquals(10, AB.append(C).largestRowNorm());
    assertEquals(10, AB.withRecord(0, C).largestRowNorm());
    assertEquals(1, AB.without(0).largestRowNorm());
    assertEquals(0, AB.without(0).without(0).largestRowNorm());
  }

  @Test
  void knowsWhetherLabelsAreSigns() {
    assertTrue(AB.hasSignLabels());
    Dataset other = AB.withRecord(0, new double[] {0, 0}, 0.5);
    assertFalse(other.hasSignLabels());
    assertTrue(other.without(0).hasSignLabels());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 30})
  void productsAndSumsMatchTheirDefinition(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    double[][] features = new double[2][];
    features[0] = random.doubles(dimension, -1, 1).toArray();
    features[1] = random.doubles(dimension, -1, 1).toArray();
    double[] vector = random.doubles(dimension, -1, 1).toArray();
    Dataset dataset = Dataset.of(features, new double[] {1, 1});
    double[] accumulator = vector.clone();
    dataset.addRowTo(1, 2.5, accumulator);
    double product = 0;
    for (int j = 0; j < dimension; j++) {
      product += features[1][j] * vector[j];
      assertEquals(vector[j] + 2.5 * features[1][j], accumulator[j], 1e-15);
    }
    assertEquals(product, dataset.dot(1, vector), 1e-14);
  }

  @Test
  void refusesWhatMakesNoSense() {
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    refuses("features was empty", () -> Dataset.of(List.of()));
    refuses("features was 1 x 1 with 2", () -> Dataset.of(new double[][] {{1}}, new double[2]));
    refuses("features was 1 x 0", () -> Dataset.of(new double[][] {{}}, new double[1]));
    refuses("dimension of features[1]", () -> Dataset.of(new double[][] {{1}, {}}, new double[2]));
    refuses("features[0][1] was NaN", () -> Dataset.of(new double[][] {{1, nan}}, new double[1]));
    refuses("labels[0] was Inf", () -> Dataset.of(new double[][] {{1}}, new double[] {inf}));
    LabeledRecord narrow = new LabeledRecord(new double[] {1}, 1);
    refuses("dimension of the record was 1", () -> AB.append(narrow));
    refuses("dimension of the record was 1", () -> AB.withRecord(0, narrow));
    assertThrows(IndexOutOfBoundsException.class, () -> AB.without(2));
    assertThrows(IndexOutOfBoundsException.class, () -> AB.withRecord(-1, A));
    assertThrows(IndexOutOfBoundsException.class, () -> AB.copyRow(2));
  }

  @Test
  void recordsAreSelfValidatingValues() {
    double[] features = {1, 2};
    LabeledRecord record = new LabeledRecord(features, 1);
    features[0] = 99;
    record.features()[1] = 99;
    assertArrayEquals(new double[] {1, 2}, record.features());
    assertEquals(new LabeledRecord(new double[] {1, 2}, 1), record);
    assertEquals(new LabeledRecord(new double[] {1, 2}, 1).hashCode(), record.hashCode());
    assertNotEquals(new LabeledRecord(new double[] {1, 2}, -1), record);
    assertEquals("[1.0, 2.0] labelled 1.0", record.toString());
    refuses("features was empty", () -> new LabeledRecord(new double[0], 1));
    refuses("features[0] was NaN", () -> new LabeledRecord(new double[] {Double.NaN}, 1));
    refuses("label was NaN", () -> new LabeledRecord(new double[] {1}, Double.NaN));
  }
}
