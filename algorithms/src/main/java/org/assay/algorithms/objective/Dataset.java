package org.assay.algorithms.objective;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.assay.algorithms.internal.geometry.Norms;
import org.ejml.data.DMatrixRMaj;

/**
 * Labelled records in a fixed order, all finite; immutable. Algorithms read rows in place through
 * {@link #dot} and {@link #addRowTo}; neighbours are made by {@link #withRecord}, {@link #without}
 * and {@link #append}, each a new dataset.
 */
public final class Dataset {
  private final DMatrixRMaj rows;
  private final double[] labels;
  private final double[] norms;
  private final double largestNorm;
  private final double largestLabelMagnitude;
  private final boolean signLabels;

  private Dataset(DMatrixRMaj rows, double[] labels, double[] norms) {
    this.rows = rows;
    this.labels = labels;
    this.norms = norms;
    this.largestNorm = Arrays.stream(norms).max().orElse(0);
    this.largestLabelMagnitude = Arrays.stream(labels).map(Math::abs).max().orElse(0);
    this.signLabels = Arrays.stream(labels).allMatch(label -> Math.abs(label) == 1);
  }

  /**
   * A dataset from a matrix.
   *
   * @param features one row for each record, at least one column; copied
   * @param labels one for each row; copied
   * @return the dataset
   * @throws IllegalArgumentException if the sizes differ or a number is not finite
   */
  public static Dataset of(DMatrixRMaj features, double[] labels) {
    if (!(features.getNumCols() >= 1 && features.getNumRows() == labels.length)) {
      throw new IllegalArgumentException(
          String.format(
              "features was %s x %s with %s labels: it needs a column and exactly one row for each"
                  + " label",
              features.getNumRows(), features.getNumCols(), labels.length));
    }
    return owning(features.copy(), labels.clone());
  }

  /** A dataset that keeps the arrays, which must not be changed afterwards. */
  static Dataset owning(DMatrixRMaj rows, double[] labels) {
    double[] norms = new double[labels.length];
    for (int i = 0; i < labels.length; i++) {
      requireFiniteRow(rows, i, labels[i]);
      norms[i] = norm(rows, i);
    }
    return new Dataset(rows, labels, norms);
  }

  /**
   * A dataset from arrays.
   *
   * @param features one array for each record, at least one record and all of one length; copied
   * @param labels one for each record; copied
   * @return the dataset
   * @throws IllegalArgumentException if the sizes differ or a number is not finite
   */
  public static Dataset of(double[][] features, double[] labels) {
    if (features.length == 0) {
      throw new IllegalArgumentException(
          "features was empty: without a record the dimension is unknown");
    }
    for (int i = 0; i < features.length; i++) {
      requireDimension("features[" + i + "]", features[i].length, features[0].length);
    }
    return of(new DMatrixRMaj(features), labels);
  }

  /**
   * A dataset from records.
   *
   * @param records at least one, all of one dimension
   * @return the dataset, in the order of the list
   * @throws IllegalArgumentException if there is no record or the dimensions differ
   */
  public static Dataset of(List<LabeledRecord> records) {
    return of(
        records.stream().map(LabeledRecord::features).toArray(double[][]::new),
        records.stream().mapToDouble(LabeledRecord::label).toArray());
  }

  private static void requireFiniteRow(DMatrixRMaj rows, int i, double label) {
    LabeledRecord.requireFinite("labels[" + i + "]", label);
    for (int j = 0; j < rows.getNumCols(); j++) {
      if (!Double.isFinite(rows.unsafe_get(i, j))) {
        throw new IllegalArgumentException(
            "features[" + i + "][" + j + "] was " + rows.unsafe_get(i, j) + ": it must be finite");
      }
    }
  }

  private static void requireDimension(String name, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          "dimension of " + name + " was " + actual + ": it must be " + expected);
    }
  }

  private static double norm(DMatrixRMaj rows, int i) {
    int dimension = rows.getNumCols();
    return Norms.euclideanUp(rows.data, i * dimension, (i + 1) * dimension);
  }

  /**
   * Number of records.
   *
   * @return at least 0
   */
  public int size() {
    return labels.length;
  }

  /**
   * Number of features.
   *
   * @return at least 1
   */
  public int dimension() {
    return rows.getNumCols();
  }

  /**
   * A label.
   *
   * @param i index of the record, from 0
   * @return its label
   */
  public double label(int i) {
    return labels[i];
  }

  /**
   * A record.
   *
   * @param i index of the record, from 0
   * @return a copy
   */
  public LabeledRecord record(int i) {
    return new LabeledRecord(copyRow(i), labels[i]);
  }

  /**
   * The features of a record.
   *
   * @param i index of the record, from 0
   * @return a copy
   */
  public double[] copyRow(int i) {
    requireIndex(i);
    return Arrays.copyOfRange(rows.data, i * dimension(), (i + 1) * dimension());
  }

  /** A feature of a record. */
  double feature(int i, int j) {
    return rows.unsafe_get(i, j);
  }

  /**
   * The scalar product of a record's features and a vector, without copying.
   *
   * @param i index of the record, from 0
   * @param vector as many numbers as there are features
   * @return the scalar product, to within ordinary rounding
   */
  public double dot(int i, double[] vector) {
    return dot(i, vector, 0);
  }

  /**
   * The scalar product with the stretch of a vector that begins at an offset.
   *
   * @param i index of the record, from 0
   * @param vector at least as many numbers from the offset on as there are features
   * @param offset where the stretch begins, at least 0
   * @return the scalar product, to within ordinary rounding
   */
  public double dot(int i, double[] vector, int offset) {
    double[] data = rows.data;
    int dimension = rows.numCols;
    int start = i * dimension;
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int j = 0;
    // Four independent sums are kept, since the additions of one sum would wait for each other.
    for (; j < dimension - 3; j += 4) {
      int k = start + j;
      int m = offset + j;
      sum0 += data[k] * vector[m];
      sum1 += data[k + 1] * vector[m + 1];
      sum2 += data[k + 2] * vector[m + 2];
      sum3 += data[k + 3] * vector[m + 3];
    }
    for (; j < dimension; j++) {
      sum0 += data[start + j] * vector[offset + j];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /**
   * Adds a multiple of a record's features to a vector, without copying.
   *
   * @param i index of the record, from 0
   * @param weight the factor
   * @param accumulator as many numbers as there are features, changed in place
   */
  public void addRowTo(int i, double weight, double[] accumulator) {
    addRowTo(i, weight, accumulator, 0);
  }

  /** Adds a multiple of a record's features to the stretch that begins at an offset. */
  void addRowTo(int i, double weight, double[] accumulator, int offset) {
    double[] data = rows.data;
    int dimension = rows.numCols;
    int start = i * dimension;
    for (int j = 0; j < dimension; j++) {
      accumulator[offset + j] += weight * data[start + j];
    }
  }

  /** Adds multiples of four records' features in one pass over a vector. */
  void addFourRowsTo(
      int i0, double w0, int i1, double w1, int i2, double w2, int i3, double w3, double[] sum) {
    double[] data = rows.data;
    int dimension = rows.numCols;
    int start0 = i0 * dimension;
    int start1 = i1 * dimension;
    int start2 = i2 * dimension;
    int start3 = i3 * dimension;
    for (int j = 0; j < dimension; j++) {
      sum[j] +=
          (w0 * data[start0 + j] + w1 * data[start1 + j])
              + (w2 * data[start2 + j] + w3 * data[start3 + j]);
    }
  }

  /**
   * The largest Euclidean norm of a record's features.
   *
   * @return the norm rounded up: the smallest double that no record's exact norm exceeds; 0 without
   *     records
   */
  public double largestRowNorm() {
    return largestNorm;
  }

  /**
   * The Euclidean norm of a record's features.
   *
   * @param i index of the record, from 0
   * @return the norm, rounded up to the next double
   */
  public double rowNorm(int i) {
    return norms[i];
  }

  /**
   * The largest magnitude of a feature; takes a pass over all features.
   *
   * @return at least 0; 0 without records
   */
  public double largestMagnitude() {
    double largest = 0;
    for (int k = 0; k < size() * dimension(); k++) {
      largest = Math.max(largest, Math.abs(rows.data[k]));
    }
    return largest;
  }

  /**
   * The largest magnitude of a label.
   *
   * @return at least 0; 0 without records
   */
  public double largestLabelMagnitude() {
    return largestLabelMagnitude;
  }

  /**
   * Whether every label is +1 or -1.
   *
   * @return whether the labels suit a classifier
   */
  public boolean hasSignLabels() {
    return signLabels;
  }

  /**
   * Whether every label is a whole number from 0 to the number of classes less one.
   *
   * @param classes number of classes
   * @return whether the labels suit a classifier of this number of classes
   */
  public boolean hasClassLabels(int classes) {
    return Arrays.stream(labels)
        .allMatch(label -> label >= 0 && label < classes && label == Math.rint(label));
  }

  /**
   * The neighbour with one record replaced.
   *
   * @param i index of the record, from 0
   * @param features the new features
   * @param label the new label
   * @return a new dataset of the same size
   * @throws IllegalArgumentException if the dimension differs or a number is not finite
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public Dataset withRecord(int i, double[] features, double label) {
    return withRecord(i, new LabeledRecord(features, label));
  }

  /**
   * The neighbour with one record replaced.
   *
   * @param i index of the record, from 0
   * @param record the new record
   * @return a new dataset of the same size
   * @throws IllegalArgumentException if the dimension differs
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public Dataset withRecord(int i, LabeledRecord record) {
    requireIndex(i);
    return resized(size(), i, i).put(i, record);
  }

  /**
   * The neighbour with one record removed; later records move up.
   *
   * @param i index of the record, from 0
   * @return a new dataset, smaller by one
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public Dataset without(int i) {
    requireIndex(i);
    return resized(size() - 1, i + 1, i).seal();
  }

  /**
   * The neighbour with one record more, at the end.
   *
   * @param record the new record
   * @return a new dataset, larger by one
   * @throws IllegalArgumentException if the dimension differs
   */
  public Dataset append(LabeledRecord record) {
    return resized(size() + 1, size(), size()).put(size(), record);
  }

  /** A copy in which the records from {@code from} on start at {@code to}. */
  private Draft resized(int size, int from, int to) {
    int d = dimension();
    Draft draft = new Draft(new DMatrixRMaj(size, d), new double[size], new double[size]);
    int tail = Math.min(size() - from, size - to);
    System.arraycopy(rows.data, 0, draft.rows.data, 0, to * d);
    System.arraycopy(rows.data, from * d, draft.rows.data, to * d, tail * d);
    System.arraycopy(labels, 0, draft.labels, 0, to);
    System.arraycopy(labels, from, draft.labels, to, tail);
    System.arraycopy(norms, 0, draft.norms, 0, to);
    System.arraycopy(norms, from, draft.norms, to, tail);
    return draft;
  }

  /**
   * Some of the records, in a given order.
   *
   * @param records indices of the records, from 0; repetitions make copies
   * @return a new dataset of as many records
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public Dataset select(int... records) {
    int d = dimension();
    DMatrixRMaj chosen = new DMatrixRMaj(records.length, d);
    double[] chosenLabels = new double[records.length];
    double[] chosenNorms = new double[records.length];
    for (int k = 0; k < records.length; k++) {
      requireIndex(records[k]);
      System.arraycopy(rows.data, records[k] * d, chosen.data, k * d, d);
      chosenLabels[k] = labels[records[k]];
      chosenNorms[k] = norms[records[k]];
    }
    return new Dataset(chosen, chosenLabels, chosenNorms);
  }

  /**
   * This dataset with every label replaced by its image.
   *
   * @param map a function that does not depend on the other records
   * @return a new dataset with the same features
   * @throws IllegalArgumentException if an image is not finite
   */
  public Dataset mapLabels(DoubleUnaryOperator map) {
    double[] images = Arrays.stream(labels).map(map).toArray();
    for (int i = 0; i < images.length; i++) {
      LabeledRecord.requireFinite("labels[" + i + "]", images[i]);
    }
    return new Dataset(rows, images, norms);
  }

  /**
   * This dataset with every row of features replaced by its image.
   *
   * @param width number of features of an image, at least 1
   * @param map takes a copy of a row, which it may change, to as many features as the width says
   * @return a new dataset with the same labels
   * @throws IllegalArgumentException if a feature of an image is not finite
   */
  public Dataset mapRows(int width, UnaryOperator<double[]> map) {
    DMatrixRMaj image = new DMatrixRMaj(size(), width);
    for (int i = 0; i < size(); i++) {
      System.arraycopy(map.apply(copyRow(i)), 0, image.data, i * width, width);
    }
    return owning(image, labels);
  }

  /** The features, not to be changed by the caller. */
  DMatrixRMaj rows() {
    return rows;
  }

  private void requireIndex(int i) {
    if (!(i >= 0 && i < size())) {
      throw new IndexOutOfBoundsException(
          "record " + i + " was asked for: there are " + size() + ", counted from 0");
    }
  }

  @Override
  public String toString() {
    return size() + " records of " + dimension() + " features";
  }

  /** A dataset under construction. */
  @SuppressWarnings("ArrayRecordComponent") // never leaves this class
  private record Draft(DMatrixRMaj rows, double[] labels, double[] norms) {
    Dataset put(int i, LabeledRecord record) {
      double[] features = record.features();
      requireDimension("the record", features.length, rows.getNumCols());
      System.arraycopy(features, 0, rows.data, i * features.length, features.length);
      labels[i] = record.label();
      norms[i] = norm(rows, i);
      return seal();
    }

    Dataset seal() {
      return new Dataset(rows, labels, norms);
    }
  }
}
