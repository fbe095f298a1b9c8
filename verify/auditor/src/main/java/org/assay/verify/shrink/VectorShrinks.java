package org.assay.verify.shrink;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.trial.AdjacentPair;

/**
 * Smaller pairs of vectors of statistics. The claim must call two vectors adjacent if their
 * difference is short enough in some norm. The norm must depend on absolute values only and grow
 * with them. No candidate's difference is larger than the pair's in any coordinate. Vectors of
 * different lengths are left alone.
 */
public final class VectorShrinks {
  private VectorShrinks() {}

  /**
   * Drops coordinates: halves, quarters, down to single ones; one coordinate remains.
   *
   * @return the shrinks
   */
  public static Shrinks<double[]> dropping() {
    return pair ->
        pair.left().length != pair.right().length
            ? Stream.empty()
            : Chunk.of(pair.left().length)
                .filter(chunk -> chunk.to() - chunk.from() < pair.left().length)
                .map(chunk -> without(pair, chunk));
  }

  /**
   * Keeps the length and simplifies values. Both vectors are shifted so that the smaller value of a
   * coordinate is 0, coordinates become 0 on both sides, and differences above 1 become 1.
   *
   * @return the shrinks
   */
  public static Shrinks<double[]> simplifying() {
    return pair -> {
      int size = pair.left().length;
      if (size != pair.right().length) {
        return Stream.empty();
      }
      Stream<AdjacentPair<double[]>> moved =
          Chunk.of(size).map(chunk -> changed(pair, chunk, VectorShrinks::fromZero));
      Stream<AdjacentPair<double[]>> cleared =
          Chunk.of(size)
              .filter(chunk -> chunk.to() - chunk.from() < size)
              .map(chunk -> changed(pair, chunk, (left, right) -> new double[2]));
      Stream<AdjacentPair<double[]>> closer =
          Chunk.of(size).map(chunk -> changed(pair, chunk, VectorShrinks::toOne));
      return Stream.of(moved, cleared, closer)
          .flatMap(candidates -> candidates)
          .filter(candidate -> !same(candidate, pair))
          .filter(candidate -> !DatasetEquality.equal(candidate.left(), candidate.right()));
    };
  }

  @FunctionalInterface
  private interface Change {
    /** The new values on the left and on the right. */
    double[] of(double left, double right);
  }

  /**
   * Shifts both values so that the smaller one is 0, unless rounding would change their distance.
   */
  private static double[] fromZero(double left, double right) {
    double low = Math.min(left, right);
    double distance = Math.max(left, right) - low;
    boolean exact = isExact(Math.max(left, right), low, distance);
    return exact
        ? new double[] {left > right ? distance : 0, left < right ? distance : 0}
        : new double[] {left, right};
  }

  private static double[] toOne(double left, double right) {
    boolean large = Math.min(left, right) == 0 && Math.max(left, right) > 1;
    return large
        ? new double[] {left > right ? 1 : 0, left < right ? 1 : 0}
        : new double[] {left, right};
  }

  /** Whether {@code high - low} is the exact distance (Knuth's exact difference). */
  private static boolean isExact(double high, double low, double distance) {
    double back = distance - high;
    double error = (high - (distance - back)) - (low + back);
    return error == 0;
  }

  private static AdjacentPair<double[]> changed(
      AdjacentPair<double[]> pair, Chunk chunk, Change change) {
    double[] left = pair.left().clone();
    double[] right = pair.right().clone();
    for (int i = chunk.from(); i < chunk.to(); i++) {
      double[] values = change.of(left[i], right[i]);
      left[i] = values[0];
      right[i] = values[1];
    }
    return smaller(pair, left, right, pair.canaryDirection());
  }

  private static AdjacentPair<double[]> without(AdjacentPair<double[]> pair, Chunk chunk) {
    int size = pair.left().length;
    Optional<double[]> direction =
        pair.canaryDirection()
            .map(vector -> vector.length == size ? without(vector, chunk) : vector)
            .filter(vector -> Arrays.stream(vector).anyMatch(x -> x != 0));
    return smaller(pair, without(pair.left(), chunk), without(pair.right(), chunk), direction);
  }

  private static double[] without(double[] vector, Chunk chunk) {
    return IntStream.range(0, vector.length)
        .filter(i -> i < chunk.from() || i >= chunk.to())
        .mapToDouble(i -> vector[i])
        .toArray();
  }

  private static AdjacentPair<double[]> smaller(
      AdjacentPair<double[]> pair, double[] left, double[] right, Optional<double[]> direction) {
    AdjacentPair<double[]> plain =
        AdjacentPair.of(
            DataDescription.of(left) + " against " + DataDescription.of(right) + ", shrunk",
            left,
            right,
            pair.adjacency());
    return direction.map(plain::withCanaryDirection).orElse(plain);
  }

  private static boolean same(AdjacentPair<double[]> one, AdjacentPair<double[]> other) {
    return Arrays.equals(one.left(), other.left()) && Arrays.equals(one.right(), other.right());
  }
}
