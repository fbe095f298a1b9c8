package org.assay.verify.pairs;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of statistics (counts, sums, histograms), for mechanisms that get an answer instead of the
 * data. Two statistics are adjacent if they are the statistics of two neighbouring datasets.
 */
public final class StatisticPairs {
  /** Counts of the first pairs. Not tuned. */
  private static final List<Long> COUNTS =
      List.of(
          0L,
          1L,
          4L,
          99L,
          (long) Byte.MAX_VALUE,
          255L,
          (long) Short.MAX_VALUE,
          65_535L,
          (long) Integer.MAX_VALUE,
          (1L << 32) - 1,
          (1L << 53) - 1,
          Long.MAX_VALUE - 1);

  /** Numbers of other records in a sum, in the first pairs. Not tuned. */
  private static final double[] OTHERS = {0, 1, 10, 1e3, 1e6, 0x1p40};

  /**
   * Places of the other records in their range, from 0 for the low end to 1 for the high end. Not
   * tuned.
   */
  private static final double[] PLACES = {1, 0, 0.5};

  private StatisticPairs() {}

  /**
   * Counts of the records that have a property. Neighbours differ by 1 under every relation. Zero
   * and the limits of integer types come first.
   *
   * @param adjacency the relation
   * @return an endless family
   */
  public static PairFamily<Long> counts(AdjacencyRelation adjacency) {
    LeadingPairs<Long> leads = new LeadingPairs<>(adjacency);
    COUNTS.forEach(count -> leads.add(count(count, adjacency)));
    return leads.then(
        random -> count((random.nextLong() >>> (1 + random.nextInt(62))) / 2, adjacency));
  }

  /**
   * Sums of numbers in [low, high]. Under replace-one neighbours differ by at most high - low,
   * under the other relations by at most the larger of |low| and |high|, rounding included. Every
   * sum is that of some records in the range, so a program may refuse other sums: numbers between 0
   * and 1 have no negative sum.
   *
   * @param adjacency the relation
   * @param low the smallest record, finite
   * @param high the largest record, finite, above low
   * @return an endless family
   * @throws IllegalArgumentException if the bounds are not finite or low is not below high
   */
  public static PairFamily<Double> sums(AdjacencyRelation adjacency, double low, double high) {
    RecordSums sums = new RecordSums(adjacency, new Range(low, high));
    LeadingPairs<Double> leads = new LeadingPairs<>(adjacency);
    for (double others : OTHERS) {
      for (double place : others == 0 ? new double[] {1} : PLACES) {
        sums.ends(sums.of(others, place)).forEach(leads::add);
      }
    }
    return leads.then(
        random -> {
          double others = Math.rint(Math.pow(10, 6 * random.nextDouble()) - 1);
          return sums.drawn(sums.of(others, random.nextDouble()), random);
        });
  }

  /**
   * Histograms over a fixed number of bins. An added record adds 1 to a bin; a replaced record
   * moves 1 from one bin to another.
   *
   * @param adjacency the relation
   * @param bins at least 1, at least 2 under replace-one
   * @return an endless family
   * @throws IllegalArgumentException if there are too few bins
   */
  public static PairFamily<long[]> histograms(AdjacencyRelation adjacency, int bins) {
    int fewest = adjacency == AdjacencyRelation.REPLACE_ONE ? 2 : 1;
    Parameters.requireAtLeastOne("bins - " + (fewest - 1), bins - (fewest - 1L));
    LeadingPairs<long[]> leads = new LeadingPairs<>(adjacency);
    for (long level : new long[] {0, 1, 1000}) {
      long[] flat = new long[bins];
      Arrays.fill(flat, level);
      leads.add(binMoved(flat, bins - 1, 0, adjacency));
      leads.add(binMoved(flat, 0, bins - 1, adjacency));
      leads.add(binMoved(flat, 0, bins / 2, adjacency));
    }
    return leads.then(
        random -> {
          long[] start = random.longs(bins, 0, 1L + random.nextInt(5)).toArray();
          int to = random.nextInt(bins);
          int from = bins == 1 ? 0 : (to + 1 + random.nextInt(bins - 1)) % bins;
          return binMoved(start, from, to, adjacency);
        });
  }

  /**
   * Histograms over the keys that occur. A key appears or vanishes, its count grows, or its name is
   * one on which software often fails.
   *
   * @param adjacency the relation
   * @return an endless family of maps that iterate in the order of the keys
   */
  public static PairFamily<Map<String, Long>> keyedHistograms(AdjacencyRelation adjacency) {
    LeadingPairs<Map<String, Long>> leads = new LeadingPairs<>(adjacency);
    leads.add(keyMoved(Map.of(), "b", "a", adjacency));
    leads.add(keyMoved(Map.of("a", 1L), "a", "b", adjacency));
    leads.add(keyMoved(Map.of("a", 1L), "b", "a", adjacency));
    for (long count : new long[] {4, 9, 100, Integer.MAX_VALUE}) {
      leads.add(keyMoved(Map.of("a", count), "b", "a", adjacency));
    }
    leads.add(keyMoved(Map.of("a", 1000L, "b", 1000L), "b", "c", adjacency));
    TextPairs.UNUSUAL.forEach(key -> leads.add(keyMoved(Map.of(), "a", key, adjacency)));
    return leads.then(random -> drawnKeys(random, adjacency));
  }

  private static AdjacentPair<Map<String, Long>> drawnKeys(
      RandomGenerator random, AdjacencyRelation adjacency) {
    Map<String, Long> start = new TreeMap<>();
    for (int keys = random.nextInt(6); keys > 0; keys--) {
      start.put("key " + random.nextInt(20), 1L + random.nextInt(10));
    }
    int to = random.nextInt(20);
    int from = (to + 1 + random.nextInt(19)) % 20;
    return keyMoved(start, "key " + from, "key " + to, adjacency);
  }

  private static AdjacentPair<Long> count(long count, AdjacencyRelation adjacency) {
    return AdjacentPair.of("count " + count + " and one more", count, count + 1, adjacency);
  }

  /** A record in a bin: under replace-one it comes from another bin, otherwise it is added. */
  private static AdjacentPair<long[]> binMoved(
      long[] others, int from, int to, AdjacencyRelation adjacency) {
    long[] left = others.clone();
    long[] right = others.clone();
    right[to]++;
    String words = " added to bin " + to;
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      left[from]++;
      words = " moved from bin " + from + " to bin " + to;
    }
    return AdjacentPair.of(
        "histogram " + DataDescription.of(left) + ", one" + words, left, right, adjacency);
  }

  private static AdjacentPair<Map<String, Long>> keyMoved(
      Map<String, Long> others, String from, String to, AdjacencyRelation adjacency) {
    Map<String, Long> left = new TreeMap<>(others);
    Map<String, Long> right = new TreeMap<>(others);
    right.merge(to, 1L, Long::sum);
    String words = " added to " + DataDescription.of(to);
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      left.merge(from, 1L, Long::sum);
      words = " moved from " + DataDescription.of(from) + " to " + DataDescription.of(to);
    }
    return AdjacentPair.of(
        "counts " + DataDescription.of(left) + ", one" + words,
        Collections.unmodifiableMap(left),
        Collections.unmodifiableMap(right),
        adjacency);
  }

  /**
   * Sums of records in a range, with one record added or replaced.
   *
   * @param adjacency the relation
   * @param range the range of the records
   */
  private record RecordSums(AdjacencyRelation adjacency, Range range) {
    /**
     * The sum of records that all lie at the same place of the range, 0 for the low end and 1 for
     * the high end. Rounding keeps it between the smallest and the largest sum.
     */
    double of(double records, double place) {
      double least = records * range.low();
      double most = records * range.high();
      double sum = least * (1 - place) + most * place;
      return Math.max(least, Math.min(most, sum)) + 0.0;
    }

    /** The pairs in which an end of the range is added, or one end replaces the other. */
    List<AdjacentPair<Double>> ends(double others) {
      if (adjacency == AdjacencyRelation.REPLACE_ONE) {
        return List.of(
            moved(others + range.low(), width()), moved(others + range.high(), -width()));
      }
      return Stream.of(range.high(), range.low())
          .filter(end -> end != 0)
          .map(end -> moved(others, end))
          .toList();
    }

    /** A pair with an end of the range, or with a random number in it. */
    AdjacentPair<Double> drawn(double others, RandomGenerator random) {
      if (random.nextBoolean()) {
        List<AdjacentPair<Double>> ends = ends(others);
        return ends.get(random.nextInt(ends.size()));
      }
      double share = 1 - random.nextDouble();
      if (adjacency == AdjacencyRelation.REPLACE_ONE) {
        return random.nextBoolean()
            ? moved(others + range.low(), width() * share)
            : moved(others + range.high(), -width() * share);
      }
      double record = of(1, share);
      return record == 0 ? ends(others).get(0) : moved(others, record);
    }

    private AdjacentPair<Double> moved(double start, double shift) {
      double end = Displacement.of(start, shift);
      return AdjacentPair.of("sum " + start + " became " + end, start, end, adjacency);
    }

    /** The width of the range, rounded down. */
    private double width() {
      BigDecimal exact = new BigDecimal(range.high()).subtract(new BigDecimal(range.low()));
      double width = Math.min(range.high() - range.low(), Double.MAX_VALUE);
      return new BigDecimal(width).compareTo(exact) > 0 ? Math.nextDown(width) : width;
    }
  }
}
