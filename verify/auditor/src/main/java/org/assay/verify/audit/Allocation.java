package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;

/**
 * How a batch is spread over the pairs. Three quarters go to the favourite once its runs prove
 * something; before, a little less is halved between it and the most hopeful pair. The rest is
 * spread over all, part of it evenly and part by what the pairs' runs suggest, so that a pair
 * misjudged at first is found later.
 *
 * <p>The favourite stays until another pair proves more than the favourite promises: with many
 * pairs that leak equally, following whichever looks best would split the runs among them. The
 * choice depends on the past only, so it costs nothing in validity.
 */
final class Allocation {
  /** Batches grow with the audit, so learners are refitted a logarithmic number of times. */
  static final double GROWTH = 0.15;

  static final int SMALLEST_SHARE = 8;
  static final long SMALLEST_BATCH = 32;
  private static final long LARGEST_BATCH = 1L << 16;

  /** The favourite's part of a batch once it is proven. */
  static final double LEADER = 0.75;

  /** The part that the favourite and the most hopeful pair halve before. */
  private static final double HOPE = 0.6;

  /** The part of the rest that is spread evenly. */
  private static final double EVEN = 0.3;

  /** How sharply the rest favours pairs whose runs suggest more; 1 would be proportional. */
  private static final double KEENNESS = 4;

  /** The first pair until another proves more. */
  private int favourite;

  /** The size of the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
    long size = Math.max(floor, (long) (GROWTH * runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** Chooses the favourite anew, after every batch. */
  void observe(List<? extends PairState<?>> pairs) {
    double most = pairs.get(favourite).estimates().cautious();
    for (int i = 0; i < pairs.size(); i++) {
      double proof = pairs.get(i).estimates().convincing();
      if (proof > most) {
        most = proof;
        favourite = i;
      }
    }
  }

  /** How many of a batch's runs go to each pair. */
  int[] spread(int batch, List<? extends PairState<?>> pairs) {
    double[] weights = spreadOverAll(pairs);
    boolean proven = pairs.get(favourite).estimates().convincing() > 0;
    double reserved = proven ? LEADER : HOPE;
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= 1 - reserved;
    }
    weights[favourite] += reserved / 2;
    weights[proven ? favourite : mostHopeful(pairs)] += reserved / 2;
    return round(batch, weights);
  }

  private static double[] spreadOverAll(List<? extends PairState<?>> pairs) {
    double[] hopes =
        pairs.stream().mapToDouble(p -> Math.pow(p.estimates().optimistic(), KEENNESS)).toArray();
    double hoped = Arrays.stream(hopes).sum();
    double even = 1.0 / hopes.length;
    return Arrays.stream(hopes)
        .map(hope -> EVEN * even + (1 - EVEN) * (hoped > 0 ? hope / hoped : even))
        .toArray();
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

  private static int mostHopeful(List<? extends PairState<?>> pairs) {
    int best = 0;
    for (int i = 1; i < pairs.size(); i++) {
      if (pairs.get(i).estimates().optimistic() > pairs.get(best).estimates().optimistic()) {
        best = i;
      }
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
