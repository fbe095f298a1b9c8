package org.assay.algorithms.internal.optimize;

import java.util.Arrays;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;

/** Datasets whose gradients are known. */
public final class Instances {
  private Instances() {}

  /** Records without features, whose losses are constant, but for a canary that pulls one way. */
  public static NeighbouringDatasets canaryAmongZeros(int records) {
    double[][] features = new double[records][1];
    double[] labels = new double[records];
    Arrays.fill(labels, 1);
    Dataset zeros = Dataset.of(features, labels);
    return new NeighbouringDatasets(
        zeros.withRecord(0, new double[] {1}, 1), zeros.withRecord(0, new double[] {1}, -1));
  }

  /** Records of one feature vector, the label +1 for a given share of them and -1 for the rest. */
  public static Dataset biased(int records, double share, double... features) {
    double[][] rows = new double[records][];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      rows[i] = features;
      labels[i] = i < share * records ? 1 : -1;
    }
    return Dataset.of(rows, labels);
  }
}
