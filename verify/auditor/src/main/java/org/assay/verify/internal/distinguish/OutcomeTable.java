package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import org.assay.verify.trial.TrialBatch;

/**
 * The outcomes of one pair as rows of numbers, in the order of the trials. The table is full after
 * a fixed number of rows.
 */
final class OutcomeTable {
  private final FeatureLayout layout;
  private final KeyIndex keys;
  private final int capacity;
  private double[] numbers = new double[0];
  private int[] rowKeys = new int[0];
  private long[] fingerprints = new long[0];
  private boolean[] left = new boolean[0];
  private int rows;

  /**
   * An empty table.
   *
   * @param maximumRows number of rows that fill the table
   */
  OutcomeTable(FeatureLayout layout, KeyIndex keys, int maximumRows) {
    this.layout = layout;
    this.keys = keys;
    this.capacity = maximumRows;
  }

  FeatureLayout layout() {
    return layout;
  }

  KeyIndex keys() {
    return keys;
  }

  int rows() {
    return rows;
  }

  /** Number of rows for which memory is allocated. */
  int reserved() {
    return left.length;
  }

  boolean isFull() {
    return rows >= capacity;
  }

  double at(int row, int column) {
    return numbers[row * layout.width() + column];
  }

  int key(int row) {
    return rowKeys[row];
  }

  /** A hash of the outcome, see {@link Fingerprint}. */
  long fingerprint(int row) {
    return fingerprints[row];
  }

  boolean isLeft(int row) {
    return left[row];
  }

  /** A view of the first {@code count} rows. */
  OutcomeTable first(int count) {
    OutcomeTable table = new OutcomeTable(layout, keys, count);
    table.numbers = numbers;
    table.rowKeys = rowKeys;
    table.fingerprints = fingerprints;
    table.left = left;
    table.rows = count;
    return table;
  }

  /** A table with the same layout that holds exactly one batch. Outcomes without a key get none. */
  OutcomeTable of(TrialBatch batch) {
    OutcomeTable table = new OutcomeTable(layout, keys, batch.size());
    table.reserve(batch.size());
    layout.extract(batch, table.numbers);
    for (int i = 0; i < batch.size(); i++) {
      table.rowKeys[i] = keys.find(batch.outcome(i));
      table.fingerprints[i] = Fingerprint.of(batch.outcome(i));
      table.left[i] = batch.ranOnLeft(i);
    }
    table.rows = batch.size();
    return table;
  }

  /**
   * Appends rows until this table is full.
   *
   * @param batch the rows
   * @param outcomes the outcomes of the rows, for new keys
   */
  void append(OutcomeTable batch, TrialBatch outcomes) {
    int count = Math.min(batch.rows, capacity - rows);
    int width = layout.width();
    reserve(rows + count);
    System.arraycopy(batch.numbers, 0, numbers, rows * width, count * width);
    System.arraycopy(batch.rowKeys, 0, rowKeys, rows, count);
    System.arraycopy(batch.fingerprints, 0, fingerprints, rows, count);
    System.arraycopy(batch.left, 0, left, rows, count);
    for (int i = 0; i < count; i++) {
      if (rowKeys[rows + i] == KeyIndex.UNKNOWN) {
        rowKeys[rows + i] = keys.findOrAdd(outcomes.outcome(i));
      }
    }
    rows += count;
  }

  private void reserve(int size) {
    if (size > left.length) {
      int larger = Math.max(size, Math.min(capacity, left.length * 2));
      numbers = Arrays.copyOf(numbers, larger * layout.width());
      rowKeys = Arrays.copyOf(rowKeys, larger);
      fingerprints = Arrays.copyOf(fingerprints, larger);
      left = Arrays.copyOf(left, larger);
    }
  }
}
