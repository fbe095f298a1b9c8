package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;

/**
 * How a batch is spread over the pairs. Three quarters go to the most promising pair, or a little
 * less to the most hopeful one as long as none is promising. The rest is spread over all, part of
 * it evenly and part by what the pairs' runs suggest, so that a pair misjudged at first is found
 * later. The choice depends on the past only, so it costs nothing in validity.
 */
final class Allocation {
  /** Batches grow with the audit, so learners are refitted a logarithmic number of times. */
  static final double GROWTH = 0.15;

  static final int SMALLEST_SHARE = 8;
  static final long SMALLEST_BATCH = 32;
  private static final long LARGEST_BATCH = 1L << 16;

  /** The most promising pair's part of a batch. */
  static final double LEADER = 0.75;

  /** The part of the most hopeful pair as long as none is promising. */
  private static final double HOPE = 0.6;

  /** The part of the rest that is spread evenly. */
  private static final double EVEN = 0.3;

  /** How sharply the rest favours pairs whose runs suggest more; 1 would be proportional. */
  private static final double KEENNESS = 8;

  private Allocation() {}

  /** The size of the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
    long size = Math.max(floor, (long) (GROWTH * runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** How many of a batch's runs go to each pair. */
  static int[] spread(int batch, List<? extends PairState<?>> pairs) {
    int favourite = favourite(pairs);
    double[] hopes = pairs.stream().mapToDouble(pair -> Math.pow(pair.hope(), KEENNESS)).toArray();
    double hoped = Arrays.stream(hopes).sum();
    double[] weights = new double[pairs.size()];
    for (int i = 0; i < weights.length; i++) {
      double even = 1.0 / weights.length;
      double hopeful = hoped > 0 ? hopes[i] / hoped : even;
      weights[i] = EVEN * even + (1 - EVEN) * hopeful;
    }
    double reserved = pairs.get(favourite).promise() > 0 ? LEADER : HOPE;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weights[i] * (1 - reserved) + (i == favourite ? reserved : 0);
    }
    return round(batch, weights);
  }

  /** Whole numbers that add up to the batch, each within 1 of its share. */
  private static int[] round(int batch, double[] weights) {
    int[] shares = new int[weights.length];
    double sum = 0;
    long given = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += weights[i];
      long upTo = i == shares.length - 1 ? batch : Math.min(batch, Math.round(batch * sum));
      shares[i] = (int) (upTo - given);
      given = upTo;
    }
    return shares;
  }

  /** The most promising pair; as long as none promises anything the most hopeful one. */
  private static int favourite(List<? extends PairState<?>> pairs) {
    int best = mostPromising(pairs);
    for (int i = 0; i < pairs.size() && !(pairs.get(best).promise() > 0); i++) {
      best = pairs.get(i).hope() > pairs.get(best).hope() ? i : best;
    }
    return best;
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
