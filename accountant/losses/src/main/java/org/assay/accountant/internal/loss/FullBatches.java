package org.assay.accountant.internal.loss;

import java.util.function.LongFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Batches of limited size, filled by sampling every record independently. If more records are
 * sampled than fit, the batch is full, and who is in it is decided uniformly. Proofs: {@code
 * internal/analysis/doc-files/one-sample.md}.
 *
 * @param full an enclosure of the probability that the other records fill the batch
 * @param share an enclosure of the record's probability to be in a full batch; 0 if no batch can be
 *     full
 */
public record FullBatches(Enclosure full, Enclosure share) {
  /** The distribution of batches that cannot be full. */
  private static final FullBatches NEVER = new FullBatches(Enclosure.ZERO, Enclosure.ZERO);

  /**
   * A geometric series bounds the tail once a term is below this share of the sum. The share is far
   * below rounding errors, so the tail widens no result. Not tuned.
   */
  private static final double NEGLIGIBLE = 1e-40;

  /** Largest number of terms, a limit of time: longer sums are refused. Not tuned. */
  private static final long MOST_TERMS = 2_000_000;

  /**
   * The distribution of batches.
   *
   * @param records number of records, from 1 to 2^53
   * @param probability that a record joins the sample, in [0, 1]
   * @param largest largest number of records in a batch, at least 1
   * @return both probabilities
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws UnsupportedEventException if too many sizes are likely to be summed
   */
  public static FullBatches of(long records, double probability, long largest) {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireProbability("probability", probability);
    Parameters.requireAtLeastOne("largest", largest);
    long others = records - 1;
    if (largest > others || probability == 0) {
      return NEVER;
    }
    if (probability == 1) {
      return new FullBatches(
          Enclosure.ONE, Enclosure.ofCount(largest).dividedBy(Enclosure.ofCount(records)));
    }
    return new Law(others, probability, largest).batches();
  }

  /**
   * Two sums over numbers of sampled records.
   *
   * @param weights the sum of the weights
   * @param shares the sum of each weight divided by its number of records plus one
   */
  private record Sums(Enclosure weights, Enclosure shares) {
    static final Sums NONE = new Sums(Enclosure.ZERO, Enclosure.ZERO);

    Sums plus(Sums other) {
      return new Sums(weights.plus(other.weights), shares.plus(other.shares));
    }

    Sums plus(Enclosure weight, long size) {
      return new Sums(
          weights.plus(weight), shares.plus(weight.dividedBy(Enclosure.ofCount(size + 1))));
    }
  }

  /**
   * The binomial distribution of the number of other sampled records. Weights are probabilities up
   * to a common factor: the weight of the mode is 1.
   */
  private static final class Law {
    private final long others;
    private final double probability;
    private final long largest;
    private final Enclosure odds;
    private long terms;

    Law(long others, double probability, long largest) {
      this.others = others;
      this.probability = probability;
      this.largest = largest;
      this.odds = Enclosure.exact(probability).dividedBy(Enclosure.ONE.minus(probability));
    }

    FullBatches batches() {
      long mode = (long) Math.min((double) others, Math.floor((others + 1.0) * probability));
      Sums above = up(mode);
      if (largest > mode) {
        Sums full = up(largest);
        Enclosure first = chain(mode, largest);
        Enclosure all = above.plus(down(mode - 1, 0, weightBelow(mode))).weights();
        return of(full, first.times(full.weights()).dividedBy(all));
      }
      Sums near = down(mode - 1, largest, weightBelow(mode));
      Sums full = above.plus(near);
      Enclosure below = below(mode);
      return of(full, full.weights().dividedBy(full.weights().plus(below)));
    }

    private FullBatches of(Sums full, Enclosure probabilityOfFull) {
      Enclosure share =
          full.shares()
              .dividedBy(full.weights())
              .times(probability)
              .times(Enclosure.ofCount(largest));
      return new FullBatches(
          probabilityOfFull.min(Enclosure.ONE), share.min(Enclosure.exact(probability)));
    }

    /** The weight of one less than the mode. */
    private Enclosure weightBelow(long mode) {
      return mode > 0 ? Enclosure.ONE.dividedBy(ratio(mode - 1)) : Enclosure.ZERO;
    }

    /** The sum of all weights below the batch's size. */
    private Enclosure below(long mode) {
      Enclosure weight = Enclosure.ONE;
      for (long k = mode; k >= largest; k--) {
        weight = k > 0 ? weight.dividedBy(ratio(k - 1)) : Enclosure.ZERO;
        count();
        if (weight.upper() < Double.MIN_NORMAL) {
          return Enclosure.of(0, 0x1p-900 * mode);
        }
      }
      return down(largest - 1, 0, weight).weights();
    }

    /** The weight of k + 1 over the weight of k. */
    private Enclosure ratio(long k) {
      return Enclosure.ofCount(others - k).times(odds).dividedBy(Enclosure.ofCount(k + 1));
    }

    /** The weight of {@code to} relative to the weight of {@code from}, at or above the mode. */
    private Enclosure chain(long from, long to) {
      Enclosure weight = Enclosure.ONE;
      for (long k = from; k < to && weight.upper() > 0x1p-1000; k++) {
        weight = weight.times(ratio(k));
        count();
      }
      // Weights fall above the mode, so the omitted factors would only make the weight smaller.
      return weight.upper() > 0x1p-1000 ? weight : Enclosure.of(0, weight.upper());
    }

    /** Sums the weights upwards from {@code from}, relative to the weight of {@code from}. */
    private Sums up(long from) {
      Sums sums = Sums.NONE.plus(Enclosure.ONE, from);
      return run(sums, Enclosure.ONE, from, 1, others, this::ratio);
    }

    /** Sums the weights downwards from {@code from}, whose weight is given, to {@code to}. */
    private Sums down(long from, long to, Enclosure weight) {
      if (from < to) {
        return Sums.NONE;
      }
      Sums sums = Sums.NONE.plus(weight, from);
      return run(sums, weight, from, -1, to, k -> Enclosure.ONE.dividedBy(ratio(k - 1)));
    }

    private Sums run(
        Sums first, Enclosure start, long from, int step, long to, LongFunction<Enclosure> ratio) {
      Sums sums = first;
      Enclosure weight = start;
      for (long k = from; k != to; k += step) {
        Enclosure next = ratio.apply(k);
        weight = weight.times(next);
        count();
        // Ratios fall along the run, so a geometric series bounds all later terms.
        if (next.upper() < 1 && weight.upper() < NEGLIGIBLE * sums.weights().lower()) {
          Enclosure rest = weight.dividedBy(Enclosure.ONE.minus(next));
          return sums.plus(new Sums(upTo(rest), upTo(rest)));
        }
        sums = sums.plus(weight, k + step);
      }
      return sums;
    }

    private static Enclosure upTo(Enclosure rest) {
      return Enclosure.of(0, rest.upper());
    }

    private void count() {
      terms++;
      if (terms > MOST_TERMS) {
        throw new UnsupportedEventException(
            "batches of at most " + largest + " of " + (others + 1) + " records",
            "too many sizes are likely to be summed; sample without a limit");
      }
    }
  }
}
