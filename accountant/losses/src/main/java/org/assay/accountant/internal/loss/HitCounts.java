package org.assay.accountant.internal.loss;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The distribution of the number of hits: of the records of one unit in a random sample, or of the
 * draws of such records. It consists of the probability of at least one hit, and of the
 * probabilities of the numbers given a hit.
 */
public final class HitCounts {
  /**
   * Logarithm of the probability below which a number of hits counts as revealing everything. Not
   * tuned.
   */
  private static final double LOG_NEGLIGIBLE = -80;

  /** Smallest probability of a hit that is accepted. Not tuned. */
  private static final double SMALLEST = 1e-100;

  /** Largest number of listed numbers of hits. Not tuned: bounds the time. */
  private static final int MOST_COUNTS = 200;

  /** Largest number of records of a unit. Not tuned: bounds the time. */
  private static final long LARGEST_UNIT = 100_000;

  private final Enclosure share;
  private final List<Enclosure> weights;
  private final long smallest;
  private final double rest;

  private HitCounts(Enclosure share, List<Enclosure> weights, long smallest, double rest) {
    this.share = share;
    this.weights = List.copyOf(weights);
    this.smallest = smallest;
    this.rest = rest;
  }

  /**
   * The binomial distribution of independent trials: records that are each sampled with a
   * probability, or draws with replacement that hit independently with a probability.
   *
   * @param trials number of trials, at least 1
   * @param hit an enclosure of the probability of each, above 0 and below 1
   * @return the distribution
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if more than 200 numbers of hits are likely
   */
  public static HitCounts binomial(long trials, Enclosure hit) {
    Parameters.requireAtLeastOne("trials", trials);
    Parameters.requireOpenProbability("hit", hit.lower());
    Parameters.requireOpenProbability("hit", hit.upper());
    if (trials == 1) {
      return new HitCounts(hit, List.of(Enclosure.ONE), 1, 0);
    }
    requireLikely(hit.lower(), trials + " trials of probability " + hit);
    Enclosure logMiss = hit.negate().log1p();
    Enclosure share = logMiss.times(Enclosure.ofCount(trials)).expm1().negate();
    Enclosure odds = hit.dividedBy(Enclosure.ONE.minus(hit));
    Enclosure none = logMiss.times(Enclosure.ofCount(trials));
    return risen(
        share,
        none.minus(share.log()),
        trials,
        k -> odds.times(Enclosure.ofCount(trials - k)).dividedBy(Enclosure.ofCount(k + 1)),
        trials + " trials of probability " + hit);
  }

  /**
   * The hypergeometric distribution of a sample without replacement.
   *
   * @param sample the sample's size, at least 1
   * @param population number of records, above the sample's size and at most 2^53
   * @param unit number of records of the unit, at least 1; larger numbers count as all records
   * @return the distribution
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if the unit has more than 100,000 records, or more than 200
   *     numbers of hits are likely
   */
  public static HitCounts hypergeometric(long sample, long population, long unit) {
    Parameters.requireAtLeastOne("sample", sample);
    Parameters.requireAtLeastOne("population - sample", population - sample);
    Parameters.requireAtLeastOne("unit", unit);
    long owned = Math.min(unit, population);
    Enclosure sampled = Enclosure.ofCount(sample);
    if (owned == 1) {
      Enclosure share = sampled.dividedBy(Enclosure.ofCount(population));
      return new HitCounts(share, List.of(Enclosure.ONE), 1, 0);
    }
    String name = "a sample of " + sample + " from " + population + " records, " + unit + " a unit";
    long most = Math.min(owned, sample);
    // Numbers of hits below this one are impossible.
    long least = Math.max(0, sample - (population - owned));
    Ratio ratio =
        k ->
            Enclosure.ofCount(owned - k)
                .times(Enclosure.ofCount(sample - k))
                .dividedBy(Enclosure.ofCount(k + 1))
                .dividedBy(Enclosure.ofCount(population - owned - sample + k + 1));
    if (least > 0) {
      return certain(least, most, ratio, name);
    }
    if (owned > LARGEST_UNIT) {
      throw new UnsupportedEventException(
          name, "a unit of more than " + LARGEST_UNIT + " records is not counted here");
    }
    Enclosure none = Enclosure.ZERO;
    for (long i = 0; i < owned; i++) {
      Enclosure miss = sampled.dividedBy(Enclosure.ofCount(population - i)).negate();
      none = none.plus(miss.log1p());
    }
    Enclosure share = none.expm1().negate();
    return risen(share, none.minus(share.log()), most, ratio, name);
  }

  /** The probability of k + 1 hits over the probability of k hits. */
  private interface Ratio {
    Enclosure after(long k);
  }

  /**
   * The weights from 1 hit upwards, from the logarithm of the probability of no hit over the share.
   */
  private static HitCounts risen(
      Enclosure share, Enclosure logNone, long most, Ratio ratio, String name) {
    Enclosure log = logNone;
    List<Enclosure> weights = new ArrayList<>();
    double rest = 0;
    long smallest = 1;
    for (long k = 1; k <= most; k++) {
      Enclosure odds = ratio.after(k - 1);
      log = log.plus(odds.log());
      boolean negligible = log.upper() < LOG_NEGLIGIBLE;
      // All later weights are at most half the one before.
      if (negligible && odds.upper() < 0.5) {
        rest = Rounding.addUp(rest, 2 * log.exp().upper());
        break;
      }
      if (negligible && weights.isEmpty()) {
        rest = Rounding.addUp(rest, log.exp().upper());
        smallest = k + 1;
      } else {
        weights.add(log.exp().min(Enclosure.ONE));
      }
      requireFew(weights.size(), name);
      requireFew(k > LARGEST_UNIT ? MOST_COUNTS + 1 : 0, name);
    }
    return new HitCounts(share, weights, smallest, rest);
  }

  /** The distribution if one hit is certain: the weights of all possible numbers over their sum. */
  private static HitCounts certain(long least, long most, Ratio ratio, String name) {
    requireFew((int) Math.min(MOST_COUNTS + 1, most - least + 1), name);
    List<Enclosure> sizes = new ArrayList<>();
    Enclosure size = Enclosure.ONE;
    Enclosure total = Enclosure.ZERO;
    for (long k = least; k <= most; k++) {
      sizes.add(size);
      total = total.plus(size);
      size = k < most ? size.times(ratio.after(k)) : size;
    }
    List<Enclosure> weights = new ArrayList<>();
    for (Enclosure one : sizes) {
      weights.add(one.dividedBy(total).min(Enclosure.ONE));
    }
    return new HitCounts(Enclosure.ONE, weights, least, 0);
  }

  private static void requireLikely(double hit, String name) {
    if (!(hit > SMALLEST)) {
      throw new UnsupportedEventException(
          name, "probabilities below " + SMALLEST + " have no digits left to count with");
    }
  }

  private static void requireFew(int listed, String name) {
    if (listed > MOST_COUNTS) {
      throw new UnsupportedEventException(
          name, "a unit's records are drawn in too many numbers to list; sample less");
    }
  }

  /**
   * The probability of at least one hit.
   *
   * @return an enclosure, exactly 1 if a hit is certain
   */
  public Enclosure share() {
    return share;
  }

  /**
   * The smallest number of hits whose weight is listed.
   *
   * @return at least 1
   */
  public long smallest() {
    return smallest;
  }

  /**
   * Probabilities of the numbers of hits from {@link #smallest} on, given at least one hit.
   *
   * @return enclosures, unmodifiable
   */
  public List<Enclosure> weights() {
    return weights;
  }

  /**
   * The probability of all numbers that are not listed, given at least one hit.
   *
   * @return an upper bound
   */
  public double rest() {
    return rest;
  }
}
