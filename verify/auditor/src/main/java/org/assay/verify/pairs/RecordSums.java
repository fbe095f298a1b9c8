package org.assay.verify.pairs;

import java.math.BigDecimal;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.AdjacentPair;

/**
 * Sums of some records in a range and of the same records with one more, or with one replaced.
 *
 * @param adjacency the relation
 * @param range where the records lie
 */
record RecordSums(AdjacencyRelation adjacency, Range range) {
  /**
   * The sum of a number of records that lie at the same place of the range, from 0 for the smallest
   * to 1 for the largest; rounding keeps it between the smallest and the largest sum.
   */
  double of(double records, double place) {
    double least = records * range.low();
    double most = records * range.high();
    double sum = least * (1 - place) + most * place;
    return Math.max(least, Math.min(most, sum)) + 0.0;
  }

  /** The pairs of the two ends of the range: one of them more, or one became the other. */
  List<AdjacentPair<Double>> ends(double others) {
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      return List.of(moved(others + range.low(), width()), moved(others + range.high(), -width()));
    }
    return Stream.of(range.high(), range.low())
        .filter(end -> end != 0)
        .map(end -> moved(others, end))
        .toList();
  }

  /** A pair with an end of the range or a number in it. */
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

  /** At most the width of the range. */
  private double width() {
    BigDecimal exact = new BigDecimal(range.high()).subtract(new BigDecimal(range.low()));
    double width = Math.min(range.high() - range.low(), Double.MAX_VALUE);
    return new BigDecimal(width).compareTo(exact) > 0 ? Math.nextDown(width) : width;
  }
}
