package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * A sum of trees of depth 3. All nodes of a level ask the same question ([@ProkhorenkovaEtAl2018]),
 * so that a tree costs three comparisons and one look-up. The sum estimates the logarithm of the
 * odds that an outcome came from the left dataset. Immutable.
 */
final class SymmetricTrees {
  /** Questions of a tree. Not tuned. */
  static final int DEPTH = 3;

  /** Leaves of a tree. */
  static final int LEAVES = 1 << DEPTH;

  private final int[] columns;
  private final double[] thresholds;
  private final double[] leaves;

  /**
   * Trees whose questions are: is the value in this column larger than this threshold?
   *
   * @param columns columns by tree and level
   * @param thresholds thresholds by tree and level
   * @param leaves values by tree and leaf
   */
  SymmetricTrees(int[] columns, double[] thresholds, double[] leaves) {
    this.columns = columns.clone();
    this.thresholds = thresholds.clone();
    this.leaves = leaves.clone();
  }

  double score(OutcomeTable table, int row) {
    double sum = 0;
    int split = 0;
    for (int leaf = 0; leaf < leaves.length; leaf += LEAVES) {
      int answers = table.at(row, columns[split]) > thresholds[split] ? 1 : 0;
      answers |= table.at(row, columns[split + 1]) > thresholds[split + 1] ? 2 : 0;
      answers |= table.at(row, columns[split + 2]) > thresholds[split + 2] ? 4 : 0;
      sum += leaves[leaf + answers];
      split += DEPTH;
    }
    return sum;
  }

  /**
   * Influence of each column on the score: the sum of the differences between the leaves that its
   * questions separate.
   */
  double[] influence(int width) {
    double[] influence = new double[width];
    for (int split = 0; split < columns.length; split++) {
      int tree = split / DEPTH * LEAVES;
      int bit = 1 << (split % DEPTH);
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        influence[columns[split]] += Math.abs(leaves[tree + leaf] - leaves[tree + (leaf ^ bit)]);
      }
    }
    return influence;
  }

  /** Collects the trees of a fit. */
  static final class Builder {
    private final int[] columns;
    private final double[] thresholds;
    private final double[] leaves;
    private int trees;

    Builder(int maximumTrees) {
      columns = new int[maximumTrees * DEPTH];
      thresholds = new double[maximumTrees * DEPTH];
      leaves = new double[maximumTrees * LEAVES];
    }

    void add(int[] splitColumns, double[] splitThresholds, double[] values) {
      System.arraycopy(splitColumns, 0, columns, trees * DEPTH, DEPTH);
      System.arraycopy(splitThresholds, 0, thresholds, trees * DEPTH, DEPTH);
      System.arraycopy(values, 0, leaves, trees * LEAVES, LEAVES);
      trees++;
    }

    SymmetricTrees build() {
      return new SymmetricTrees(
          Arrays.copyOf(columns, trees * DEPTH),
          Arrays.copyOf(thresholds, trees * DEPTH),
          Arrays.copyOf(leaves, trees * LEAVES));
    }
  }
}
