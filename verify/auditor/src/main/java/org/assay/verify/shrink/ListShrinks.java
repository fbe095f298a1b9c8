package org.assay.verify.shrink;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.shrink.Simplifiers.Simplifier;
import org.assay.verify.trial.AdjacentPair;

/** Smaller pairs of datasets that are lists of records. */
public final class ListShrinks {
  private ListShrinks() {}

  /**
   * Drops records that both datasets have: all, halves, quarters, down to single ones. Records with
   * another order on the right are first put into the order of the left.
   *
   * <p>Neighbours stay neighbours under every relation, because the differing record stays and
   * common records are dropped on both sides.
   *
   * @param <R> the type of records
   * @return the shrinks
   */
  public static <R> Shrinks<List<R>> dropping() {
    return pair -> {
      Alignment<R> alignment = new Alignment<>(pair);
      Stream<AdjacentPair<List<R>>> ordered =
          alignment.isPermuted() ? Stream.of(alignment.inOrder()) : Stream.empty();
      return Stream.concat(
          ordered,
          Chunk.of(alignment.commonRecords())
              .map(chunk -> alignment.without(chunk.from(), chunk.to())));
    };
  }

  /**
   * Simplifies one record: the differing ones first, then those that both datasets have, on both
   * sides alike. Under zero-out the differing records stay as they are: one of them is the record
   * that contributes nothing.
   *
   * @param simplifier makes records simpler
   * @param <R> the type of records
   * @return the shrinks
   */
  public static <R> Shrinks<List<R>> simplifying(Simplifier<R> simplifier) {
    return pair -> {
      Alignment<R> alignment = new Alignment<>(pair);
      Stream<AdjacentPair<List<R>>> common =
          IntStream.range(0, alignment.commonRecords())
              .boxed()
              .flatMap(
                  index ->
                      simplifier.simpler(alignment.commonRecord(index)).stream()
                          .map(record -> alignment.replacingCommon(index, record)));
      return Stream.concat(differing(pair, alignment, simplifier), common)
          .filter(smaller -> !DatasetEquality.equal(smaller.left(), smaller.right()));
    };
  }

  private static <R> Stream<AdjacentPair<List<R>>> differing(
      AdjacentPair<List<R>> pair, Alignment<R> alignment, Simplifier<R> simplifier) {
    if (pair.adjacency() == AdjacencyRelation.ZERO_OUT) {
      return Stream.empty();
    }
    Function<Integer, Stream<AdjacentPair<List<R>>>> left =
        index ->
            simplifier.simpler(pair.left().get(index)).stream()
                .map(record -> alignment.replacingLeft(index, record));
    Function<Integer, Stream<AdjacentPair<List<R>>>> right =
        index ->
            simplifier.simpler(pair.right().get(index)).stream()
                .map(record -> alignment.replacingRight(index, record));
    return Stream.concat(
        alignment.leftAlone().stream().flatMap(left),
        alignment.rightAlone().stream().flatMap(right));
  }
}
