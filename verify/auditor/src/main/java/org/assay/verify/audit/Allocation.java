package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;

/**
 * How a batch is spread over the pairs: as somebody believes who thinks that one pair leaks, but
 * does not know which. Belief in a pair begins with its prior and is multiplied by e to its
 * evidence, the logarithm of a likelihood ratio. So pairs that show nothing drop out while others
 * show something; and of pairs that leak alike the one with most evidence gets the runs that bring
 * it more, instead of all sharing them.
 *
 * <p>Evidence is flattered: it is that of the best among many events, and pairs that do not leak
 * show some, now one of them and now another. So a pair that has come to the front is kept to until
 * another one shows clearly more, a likelihood ratio e times as large. Runs that go to one pair for
 * a while settle whether it leaks; spread over all that look alike they settle nothing.
 *
 * <p>Until the evidence for one pair leaves little doubt, a tenth of a batch is spread evenly, so
 * that a pair misjudged at first is found later, and nearly another tenth goes by how fast a pair
 * may grow, as one that leaks slowly has the more evidence if it has had more runs. Afterwards only
 * a fiftieth is spread evenly.
 *
 * <p>The first pair is believed in most, as users list the most suspicious one first. With more
 * than eight pairs that is less so, {@code 16/5} in so many pairs: the one pair in many that leaks
 * needs runs of its own to be found. The choice depends on the past only, so it costs nothing in
 * validity.
 */
final class Allocation {
  /** Batches grow with the audit, so learners are refitted a logarithmic number of times. */
  private static final double GROWTH = 0.08;

  /** The same once an audit is long: what is known of the pairs changes less. */
  private static final double LATE_GROWTH = 0.2;

  /** How many runs make an audit long. */
  private static final double LATE = 300_000;

  /**
   * Runs of the first batch for every pair. The first pair has more of them, and each other one has
   * at least five.
   */
  static final int SMALLEST_SHARE = 8;

  static final long SMALLEST_BATCH = 32;
  private static final long LARGEST_BATCH = 1L << 16;

  /** What the first pair is believed in at first, besides an equal share of the rest. */
  static final double FIRST = 0.4;

  /** With more pairs than these it is less. */
  private static final int FEW = 8;

  /** Evidence that luck, with all its pairs and events to choose from, rarely brings about. */
  static final double SURE = 7;

  /** The part of a batch that is spread evenly. */
  static final double EVEN = 0.1;

  /** The same once the evidence for a pair leaves little doubt. */
  static final double EVEN_IF_SURE = 0.02;

  /** The part of what remains that goes by belief; the other part goes by growth. */
  static final double TRUST = 0.9;

  /** How sharply the other part favours pairs that may grow faster; 1 would be proportional. */
  private static final double KEENNESS = 4;

  /** More evidence makes no difference, as two such pairs both leak. */
  private static final double ENOUGH = 20;

  /** Steps around the unit interval that never come close to each other soon. */
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Evidence by which a pair must excel the one that is kept to. */
  static final double LOYALTY = 1;

  /** That no pair is kept to. */
  static final int NO_PAIR = -1;

  /** How many batches were observed, those read from a checkpoint among them. */
  private int batches;

  /** The pair that is kept to. */
  private int favourite = NO_PAIR;

  /** The size of the next batch. */
  static int batchSize(long runsSoFar, int pairs, long runsLeft) {
    long floor = smallestBatch(runsSoFar, pairs);
    long size = Math.max(floor, (long) growing((double) runsSoFar));
    return (int) Math.min(runsLeft, Math.min(Math.max(LARGEST_BATCH, floor), size));
  }

  /** What batches grow to after so many runs, before they have reached their largest size. */
  static double growing(double runsSoFar) {
    return GROWTH * runsSoFar + (LATE_GROWTH - GROWTH) * Math.max(0, runsSoFar - LATE);
  }

  /** Only at first every pair needs some runs. */
  static long smallestBatch(long runsSoFar, int pairs) {
    return runsSoFar > 0 ? SMALLEST_BATCH : Math.max(SMALLEST_BATCH, (long) SMALLEST_SHARE * pairs);
  }

  /** What the prior belief in a pair is multiplied by. */
  static double trust(double evidence) {
    return Math.exp(Math.min(evidence, ENOUGH));
  }

  /** What every pair is believed in before anything is known; the sum is 1. */
  static double[] prior(int pairs) {
    double first = FIRST * Math.min(1, FEW / (double) pairs);
    double[] prior = new double[pairs];
    Arrays.fill(prior, (1 - first) / pairs);
    prior[0] += first;
    return prior;
  }

  /** Takes note of what is known after a batch; every one of them has to be told. */
  void observe(List<GrowthEstimates> known) {
    batches++;
    favourite = favourite(favourite, known);
  }

  /** How many of a batch's runs go to each pair. */
  int[] spread(int batch, List<GrowthEstimates> known) {
    return round(batch, weights(known, favourite), batches * GOLDEN % 1);
  }

  /** The pair to keep to from now on: that of before, unless one shows much more than it. */
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

  /** Every pair's share of a batch, by what is known of all. */
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
   * A pair's share of a batch.
   *
   * @param most the evidence for the pair that has most
   * @param even its share if all had as much
   * @param believed its share of the belief in all
   * @param growing its share by how fast it may grow
   */
  static double share(double most, double even, double believed, double growing) {
    boolean sure = most >= SURE;
    double spread = sure ? EVEN_IF_SURE : EVEN;
    double trust = sure ? 1 : TRUST;
    return spread * even + (1 - spread) * (trust * believed + (1 - trust) * growing);
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
