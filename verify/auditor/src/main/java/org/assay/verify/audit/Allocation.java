package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;

/**
 * Spreads a batch of runs over the pairs. The shares follow the belief of a Bayesian who thinks
 * that exactly one pair leaks. Belief in a pair is its prior times e to its evidence, the logarithm
 * of a likelihood ratio. Pairs without evidence soon get few runs. Among pairs that leak alike, the
 * pair with most evidence gets the most runs, and its evidence grows fastest.
 *
 * <p>Evidence is too large on average: each pair counts its best event among many. A pair that does
 * not leak may show some evidence by chance. The pair in front therefore stays in front until
 * another one has clearly more evidence, by a likelihood ratio of e. Many runs on one pair settle
 * whether the pair leaks; runs spread over all pairs settle nothing.
 *
 * <p>Before the evidence is clear, a tenth of a batch is spread evenly, so that a pair misjudged at
 * first is found later. Nearly another tenth goes to the pairs whose wealth may grow fastest,
 * because evidence alone would favour pairs that had more runs. When the evidence is clear, a
 * fiftieth is spread evenly.
 *
 * <p>The first pair has the largest prior, since users list the most suspicious pair first. With
 * more than 8 pairs its extra prior falls to {@code 3.2 / pairs}: a single leaking pair among many
 * needs runs of its own. The shares depend on the past only, so the error probability does not
 * change.
 */
final class Allocation {
  /**
   * The size of a batch as a part of the runs so far. The number of batches is then logarithmic in
   * the number of runs. Not tuned.
   */
  private static final double GROWTH = 0.08;

  /** Size of a batch as a part of the runs beyond {@link #LATE}. Not tuned. */
  private static final double LATE_GROWTH = 0.2;

  /**
   * Number of runs beyond which batches grow by {@link #LATE_GROWTH} instead of {@link #GROWTH}.
   * Not tuned.
   */
  private static final double LATE = 300_000;

  /**
   * Runs per pair in the first batch, on average. The first pair has more, and every other pair at
   * least five. Not tuned.
   */
  static final int SMALLEST_SHARE = 8;

  /** Runs in a batch, at least. Not tuned. */
  static final long SMALLEST_BATCH = 32;

  /** Runs in a batch, at most. Not tuned: bounds the memory of a batch. */
  private static final long LARGEST_BATCH = 1L << 16;

  /**
   * Prior of the first pair beyond its equal share of the rest, for at most {@link #FEW} pairs. Not
   * tuned.
   */
  static final double FIRST = 0.4;

  /**
   * With more pairs than this, {@link #FIRST} is divided by the number of pairs over this number.
   * Not tuned.
   */
  private static final int FEW = 8;

  /**
   * Evidence, in nats, that counts as clear: pairs that do not leak rarely reach this value, even
   * at the best of all events. Not tuned.
   */
  static final double SURE = 7;

  /** The part of a batch that is spread evenly before the evidence is clear. Not tuned. */
  static final double EVEN = 0.1;

  /** The part of a batch that is spread evenly when the evidence is clear. Not tuned. */
  static final double EVEN_IF_SURE = 0.02;

  /**
   * The part of the rest that follows belief; the other part goes to pairs that may grow fast. Not
   * tuned.
   */
  static final double TRUST = 0.9;

  /**
   * Exponent of the growth in the shares of pairs that may grow fast; 1 would be proportional. Not
   * tuned.
   */
  private static final double KEENNESS = 4;

  /** Evidence, in nats, above which all pairs count alike: two such pairs both leak. Not tuned. */
  private static final double ENOUGH = 20;

  /** The golden ratio minus 1: its multiples modulo 1 spread evenly over the unit interval. */
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /**
   * Evidence, in nats, by which another pair must exceed the pair in front to replace that pair.
   * Tuned against larger values, which cost runs if one pair of many leaks.
   */
  static final double LOYALTY = 1;

  /** Stands for "no pair is in front yet". */
  static final int NO_PAIR = -1;

  /** Number of observed batches, including those read from a checkpoint. */
  private int batches;

  /** The pair in front. */
  private int favourite = NO_PAIR;

  /** The number of runs in the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = smallestBatch(runsSoFar, pairs);
    long size = Math.max(floor, (long) growing((double) runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** The number of runs in a batch after {@code runsSoFar} runs, without lower and upper limits. */
  static double growing(double runsSoFar) {
    return GROWTH * runsSoFar + (LATE_GROWTH - GROWTH) * Math.max(0, runsSoFar - LATE);
  }

  /** The smallest number of runs in the next batch. Only the first batch must reach every pair. */
  static long smallestBatch(long runsSoFar, int pairs) {
    return runsSoFar > 0 ? SMALLEST_BATCH : Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
  }

  /** The factor by which evidence multiplies the prior. */
  static double trust(double evidence) {
    return Math.exp(Math.min(evidence, ENOUGH));
  }

  /** The belief in every pair before the first run; the sum is 1. */
  static double[] prior(int pairs) {
    double first = FIRST * Math.min(1, FEW / (double) pairs);
    double[] prior = new double[pairs];
    Arrays.fill(prior, (1 - first) / pairs);
    prior[0] += first;
    return prior;
  }

  /** Takes in the estimates after a batch. Must be called once for every batch. */
  void observe(List<GrowthEstimates> known) {
    batches++;
    favourite = favourite(favourite, known);
  }

  /** Numbers of runs of a batch, by pair. */
  int[] spread(int batch, List<GrowthEstimates> known) {
    return round(batch, weights(known, favourite), batches * GOLDEN % 1);
  }

  /** The pair in front: the pair before, unless another one has clearly more evidence. */
  static int favourite(int before, List<GrowthEstimates> known) {
    int most = 0;
    for (int i = 1; i < known.size(); i++) {
      if (known.get(i).evidence() > known.get(most).evidence()) {
        most = i;
      }
    }
    double shown = before == NO_PAIR ? 0 : known.get(before).evidence();
    return known.get(most).evidence() >= shown + LOYALTY ? most : before;
  }

  /** The share of a batch that each pair gets. */
  static double[] weights(List<GrowthEstimates> known, int favourite) {
    double[] belief = prior(known.size());
    if (favourite != NO_PAIR) {
      belief[favourite] *= Math.exp(LOYALTY);
    }
    double[] hope = new double[belief.length];
    double most = 0;
    for (int i = 0; i < belief.length; i++) {
      GrowthEstimates estimates = known.get(i);
      belief[i] *= trust(estimates.evidence());
      hope[i] = Math.pow(estimates.optimistic(), KEENNESS);
      most = Math.max(most, estimates.evidence());
    }
    double believed = Arrays.stream(belief).sum();
    double hoped = Arrays.stream(hope).sum();
    double even = 1.0 / belief.length;
    double[] weights = new double[belief.length];
    for (int i = 0; i < weights.length; i++) {
      double growing = hoped > 0 ? hope[i] / hoped : belief[i] / believed;
      weights[i] = share(most, even, belief[i] / believed, growing);
    }
    return weights;
  }

  /**
   * The share of a batch that one pair gets.
   *
   * @param most the evidence of the pair that has most, in nats
   * @param even the pair's share if all pairs had equal shares
   * @param believed the pair's share of the belief
   * @param growing the pair's share of the runs for pairs that may grow fast
   */
  static double share(double most, double even, double believed, double growing) {
    boolean sure = most >= SURE;
    double spread = sure ? EVEN_IF_SURE : EVEN;
    double trust = sure ? 1 : TRUST;
    return spread * even + (1 - spread) * (trust * believed + (1 - trust) * growing);
  }

  /**
   * Rounds shares to whole numbers of runs with the right sum, each within 1 of its share.
   *
   * @param start in [0, 1), different for every batch, so that pairs with shares below 1 take turns
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
