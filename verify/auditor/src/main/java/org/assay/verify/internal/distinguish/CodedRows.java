package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;

/**
 * A sample of the past, with every column that varies cut into few bins. It is stored column by
 * column for learners that read each column many times.
 */
final class CodedRows {
  private final int stride;
  private final boolean[] left;
  private final List<CodedColumn> columns = new ArrayList<>();

  private CodedRows(OutcomeTable past, int stride) {
    this.stride = stride;
    this.left = new boolean[(past.rows() + stride - 1) / stride];
    for (int i = 0; i < left.length; i++) {
      left[i] = past.isLeft(i * stride);
    }
    for (int column = 0; column < past.layout().width(); column++) {
      double[] values = values(past, column);
      if (varies(values)) {
        columns.add(new CodedColumn(column, values));
      }
    }
  }

  static CodedRows of(OutcomeTable past, int maximumRows) {
    return new CodedRows(past, Math.max(1, (past.rows() + maximumRows - 1) / maximumRows));
  }

  int rows() {
    return left.length;
  }

  boolean isLeft(int row) {
    return left[row];
  }

  /**
   * The half (0 or 1) that a row of the past belongs to. Sampled rows belong to the two halves in
   * turn.
   */
  int fold(int pastRow) {
    return (pastRow / stride) & 1;
  }

  List<CodedColumn> columns() {
    return columns;
  }

  private double[] values(OutcomeTable past, int column) {
    double[] values = new double[left.length];
    for (int i = 0; i < left.length; i++) {
      // Adding 0 turns -0 into 0, so that both count as the same value.
      values[i] = past.at(i * stride, column) + 0.0;
    }
    return values;
  }

  private static boolean varies(double[] values) {
    for (double value : values) {
      if (Double.compare(value, values[0]) != 0) {
        return true;
      }
    }
    return false;
  }
}
