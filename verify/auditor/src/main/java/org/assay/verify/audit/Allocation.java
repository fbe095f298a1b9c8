package org.assay.verify.audit;

import java.util.List;

/**
 * How a batch is spread over the pairs. While no pair looks promising all get equal shares; as soon
 * as one does, half of the batch goes to the most promising pair and the other half to all, so that
 * a pair misjudged at first is found later. The choice depends on the past only, so it costs
 * nothing in validity.
 */
final class Allocation {
  /** Batches grow with the audit, so learners are refitted a logarithmic number of times. */
  private static final double GROWTH = 0.35;

  private static final int SMALLEST_SHARE = 32;
  private static final long SMALLEST_BATCH = 64;
  private static final long LARGEST_BATCH = 1L << 16;

  private Allocation() {}

  /** The size of the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
    long size = Math.max(floor, (long) (GROWTH * runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** How many of a batch's runs go to each pair. */
  static int[] spread(int batch, List<? extends PairState<?>> pairs) {
    int best = mostPromising(pairs);
    int reserved = pairs.get(best).promise() > 0 ? batch / 2 : 0;
    long common = (long) batch - reserved;
    int[] shares = new int[pairs.size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = (int) (common * (i + 1) / shares.length - common * i / shares.length);
    }
    shares[best] += reserved;
    return shares;
  }

  static int mostPromising(List<? extends PairState<?>> pairs) {
    int best = 0;
    for (int i = 1; i < pairs.size(); i++) {
      if (pairs.get(i).promise() > pairs.get(best).promise()) {
        best = i;
      }
    }
    return best;
  }
}
