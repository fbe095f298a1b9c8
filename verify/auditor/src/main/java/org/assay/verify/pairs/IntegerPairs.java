package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of datasets of integers whose sum stands at the limit of an integer type. One record more
 * makes an accumulator of that type overflow.
 */
public final class IntegerPairs {
  /** Largest number of records of a dataset; larger datasets are refused. Not tuned. */
  private static final long LARGEST_DATASET = 100_000;

  private IntegerPairs() {}

  /**
   * Datasets of records in [low, high] whose sums are at the limits of a type.
   *
   * @param adjacency the relation
   * @param type the type of the accumulator
   * @param low the smallest record, at most 0, of that type
   * @param high the largest record, at least 1, of that type
   * @return an endless family
   * @throws IllegalArgumentException if the records are not of the type, or so small that more than
   *     100,000 are needed to reach its limits
   */
  public static PairFamily<List<Long>> limits(
      AdjacencyRelation adjacency, IntegerType type, long low, long high) {
    Range range = new Range(adjacency, type, low, high);
    LeadingPairs<List<Long>> leads = new LeadingPairs<>(adjacency);
    leads.addLazily(random -> range.pair(type.largest(), 1));
    leads.addLazily(random -> range.pair(type.largest(), high));
    if (low < 0) {
      leads.addLazily(random -> range.pair(type.smallest(), -1));
      leads.addLazily(random -> range.pair(type.smallest(), low));
      leads.add(range.pair(0, low));
    }
    leads.add(range.pair(0, high));
    if (adjacency == AdjacencyRelation.REPLACE_ONE && low < 0) {
      leads.add("record " + low + " became " + high, List.of(low), List.of(high));
    }
    return leads.then(range::drawn);
  }

  /**
   * Records and sums of one type, for mechanisms that do not bound their records otherwise.
   *
   * @param adjacency the relation
   * @param type the type of records and accumulator
   * @return an endless family
   */
  public static PairFamily<List<Long>> limits(AdjacencyRelation adjacency, IntegerType type) {
    return limits(adjacency, type, type.smallest(), type.largest());
  }

  private record Range(AdjacencyRelation adjacency, IntegerType type, long low, long high) {
    Range {
      if (!(type.smallest() <= low && low <= 0 && 1 <= high && high <= type.largest())) {
        throw new IllegalArgumentException(
            String.format(
                "records were in [%s, %s]: low must be at most 0, high at least 1, both of the type"
                    + " %s",
                low, high, type));
      }
      requireReachable(type.largest() / high);
      requireReachable(low < 0 ? type.smallest() / low : 0);
    }

    private static void requireReachable(long records) {
      if (!(records <= LARGEST_DATASET)) {
        throw new IllegalArgumentException(
            String.format(
                "records needed to reach the type's limit were %s: at most %s are made; take a"
                    + " smaller type or larger records",
                records, LARGEST_DATASET));
      }
    }

    AdjacentPair<List<Long>> drawn(RandomGenerator random) {
      boolean up = low == 0 || random.nextBoolean();
      long record =
          up ? 1 + random.nextLong(high) : -1 - random.nextLong(low == -1 ? 1 : -(low + 1));
      long below = random.nextLong(Math.min(1000, type.largest()));
      return pair(up ? type.largest() - below : type.smallest() + below, record);
    }

    /**
     * Records with a given sum, and one record more; under replace-one that record was 0 before.
     */
    AdjacentPair<List<Long>> pair(long sum, long record) {
      List<Long> left = summingTo(sum);
      List<Long> right = new ArrayList<>(left);
      String words = left.size() + " integers of sum " + sum + ", " + record;
      if (adjacency != AdjacencyRelation.ADD_OR_REMOVE) {
        left.add(0L);
        words += " in place of 0";
      } else {
        words += " added";
      }
      right.add(record);
      return AdjacentPair.of(words, List.copyOf(left), List.copyOf(right), adjacency);
    }

    private List<Long> summingTo(long sum) {
      long largest = sum >= 0 ? high : low;
      long rest = sum % largest;
      List<Long> records = new ArrayList<>(Collections.nCopies((int) (sum / largest), largest));
      if (rest != 0) {
        records.add(rest);
      }
      return records;
    }
  }

  /** An integer type that a sum may overflow. */
  public enum IntegerType {
    /** 8 bits. */
    BYTE(Byte.MIN_VALUE, Byte.MAX_VALUE),

    /** 16 bits. */
    SHORT(Short.MIN_VALUE, Short.MAX_VALUE),

    /** 32 bits. */
    INT(Integer.MIN_VALUE, Integer.MAX_VALUE),

    /** 64 bits. */
    LONG(Long.MIN_VALUE, Long.MAX_VALUE);

    private final long smallest;
    private final long largest;

    IntegerType(long smallest, long largest) {
      this.smallest = smallest;
      this.largest = largest;
    }

    /**
     * The smallest value.
     *
     * @return a negative number
     */
    public long smallest() {
      return smallest;
    }

    /**
     * The largest value.
     *
     * @return a positive number
     */
    public long largest() {
      return largest;
    }
  }
}
