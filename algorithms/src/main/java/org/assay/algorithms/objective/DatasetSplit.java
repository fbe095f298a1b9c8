package org.assay.algorithms.objective;

import java.util.SplittableRandom;
import org.assay.accountant.privacy.Parameters;

/**
 * A dataset cut in two: records to train on and records held out to measure utility. The division
 * depends on the number of records and the seed alone, so that replacing a record changes one
 * record of one part only. A measurement on the held-out records is a separate release, which no
 * event of a training includes.
 *
 * @param training the records to train on, in an order that depends on the seed
 * @param heldOut the other records
 */
public record DatasetSplit(Dataset training, Dataset heldOut) {
  /**
   * Cuts a dataset.
   *
   * @param dataset at least two records
   * @param heldOutFraction the part that is held out, strictly between 0 and 1. The number of
   *     held-out records is n times this fraction, rounded down, but at least 1
   * @param seed seed of the order; chosen independently of the data
   * @return both parts
   * @throws IllegalArgumentException if the fraction is out of range or there are too few records
   */
  public static DatasetSplit of(Dataset dataset, double heldOutFraction, long seed) {
    Parameters.requireOpenProbability("heldOutFraction", heldOutFraction);
    int n = dataset.size();
    if (!(n >= 2)) {
      throw new IllegalArgumentException(
          "size of the dataset was " + n + ": to be cut in two it needs at least 2 records");
    }
    int heldOut = Math.max(1, (int) (n * heldOutFraction));
    int[] order = shuffled(n, new SplittableRandom(seed));
    int[] training = new int[n - heldOut];
    int[] others = new int[heldOut];
    System.arraycopy(order, 0, training, 0, training.length);
    System.arraycopy(order, training.length, others, 0, heldOut);
    return new DatasetSplit(dataset.select(training), dataset.select(others));
  }

  private static int[] shuffled(int n, SplittableRandom random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int earlier = random.nextInt(i + 1);
      order[i] = order[earlier];
      order[earlier] = i;
    }
    return order;
  }
}
