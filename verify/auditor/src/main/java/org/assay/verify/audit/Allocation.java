package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How a batch is spread over the pairs. Three fifths go to the favourite once its runs prove
 * something; before, they are halved between it and the pair with most evidence. With more than
 * eight pairs less goes to these two before anything is proven, {@code 24/5} in so many pairs
 * together: the favourite is the first pair then for no reason but its place, and the one pair in
 * many that leaks needs runs of its own to be found. The rest is spread over all: a tenth of it
 * evenly, so that a pair misjudged at first is found later; most of it by the evidence that a pair
 * leaks, as by a bettor who begins with equal trust in all; and a little by how fast a pair may
 * grow, as one that leaks slowly has the more evidence if it has had more runs.
 *
 * <p>The favourite stays until another pair proves more than the favourite promises: with many
 * pairs that leak equally, following whichever looks best would split the runs among them. The
 * choice depends on the past only, so it costs nothing in validity.
 */
final class Allocation {
  /** Batches grow with the audit, so learners are refitted a logarithmic number of times. */
  static final double GROWTH = 0.15;

  /**
   * Runs of the first batch for every pair. As nothing is known before, the favourite's part is the
   * first pair's, and each other one has at least three.
   */
  static final int SMALLEST_SHARE = 8;

  static final long SMALLEST_BATCH = 32;
  private static final long LARGEST_BATCH = 1L << 16;

  /** The favourite's part of a batch once it is proven; before, it shares it with another pair. */
  static final double LEADER = 0.6;

  /** With more pairs than these their common part is smaller, as long as nothing is proven. */
  private static final int FEW = 8;

  /** The part of the rest that is spread evenly. */
  static final double EVEN = 0.1;

  /** The part of what remains that goes by evidence; the other part goes by growth. */
  static final double TRUST = 0.9;

  /** How sharply the other part favours pairs that may grow faster; 1 would be proportional. */
  private static final double KEENNESS = 4;

  /** About how large the likelihood ratio of the best of many events becomes by luck. */
  private static final double LUCK = 30;

  /** More evidence makes no difference, as two such pairs both leak. */
  private static final double ENOUGH = 20;

  /** Steps around the unit interval that never come close to each other soon. */
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** The first pair until another proves more. */
  private int favourite;

  /** How many batches were observed, those read from a checkpoint among them. */
  private int batches;

  /** The size of the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = smallestBatch(runsSoFar, pairs);
    long size = Math.max(floor, (long) (GROWTH * runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** Only at first every pair needs some runs. */
  static long smallestBatch(long runsSoFar, int pairs) {
    return runsSoFar > 0 ? SMALLEST_BATCH : Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
  }

  /** How much the rest of a batch favours a pair; 1 without evidence. */
  static double trust(double evidence) {
    return 1 + Math.exp(Math.min(evidence, ENOUGH)) / LUCK;
  }

  /** Chooses the favourite anew, after every batch. */
  void observe(List<? extends PairState<?>> pairs) {
    batches++;
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
    double reserved = reserved(proven, weights.length);
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= 1 - reserved;
    }
    weights[favourite] += reserved / 2;
    weights[proven ? favourite : mostHopeful(pairs)] += reserved / 2;
    return round(batch, weights, batches * GOLDEN % 1);
  }

  /** The part of a batch that is not spread over all pairs. */
  static double reserved(boolean proven, int pairs) {
    return proven ? LEADER : LEADER * Math.min(1, FEW / (double) pairs);
  }

  private static double[] spreadOverAll(List<? extends PairState<?>> pairs) {
    double[] trust = shares(pairs, estimates -> trust(estimates.evidence()));
    double[] hope = shares(pairs, estimates -> Math.pow(estimates.optimistic(), KEENNESS));
    double even = 1.0 / trust.length;
    double[] weights = new double[trust.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = EVEN * even + (1 - EVEN) * (TRUST * trust[i] + (1 - TRUST) * hope[i]);
    }
    return weights;
  }

  /** Each pair's part of the sum; equal parts of nothing. */
  private static double[] shares(
      List<? extends PairState<?>> pairs, ToDoubleFunction<GrowthEstimates> worth) {
    double[] worths = pairs.stream().mapToDouble(p -> worth.applyAsDouble(p.estimates())).toArray();
    double sum = Arrays.stream(worths).sum();
    double even = 1.0 / worths.length;
    return Arrays.stream(worths).map(value -> sum > 0 ? value / sum : even).toArray();
  }

  /**
   * Whole numbers that add up to the batch, each within 1 of its share.
   *
   * @param start in [0, 1); it moves with every batch, so that shares below 1 are dealt out in
   *     turns
   */
  static int[] round(int batch, double[] weights, double start) {
    int[] shares = new int[weights.length];
    double sum = start;
    long given = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += batch * weights[i];
      long upTo = i == shares.length - 1 ? batch : Math.min(batch, (long) sum);
      shares[i] = (int) (upTo - given);
      given = upTo;
    }
    return shares;
  }

  private static int mostHopeful(List<? extends PairState<?>> pairs) {
    int best = 0;
    for (int i = 1; i < pairs.size(); i++) {
      if (pairs.get(i).estimates().evidence() > pairs.get(best).estimates().evidence()) {
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
