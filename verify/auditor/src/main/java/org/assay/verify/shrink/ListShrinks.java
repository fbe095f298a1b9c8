package org.assay.verify.shrink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.writing.DataDescription;
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

  /**
   * The records that the two datasets of a pair have in common. They are those of the longest
   * common beginning and end, and equal records between them in any order.
   */
  static final class Alignment<R> {
    private final AdjacentPair<List<R>> pair;

    /**
     * The index on the right of every record on the left; -1 for a record that only the left has.
     */
    private final int[] partner;

    private final int[] common;
    private final List<Integer> rightAlone = new ArrayList<>();

    Alignment(AdjacentPair<List<R>> pair) {
      this.pair = pair;
      List<R> left = pair.left();
      List<R> right = pair.right();
      this.partner = new int[left.size()];
      Arrays.fill(partner, -1);
      BitSet taken = new BitSet(right.size());
      int shorter = Math.min(left.size(), right.size());
      int from = 0;
      while (from < shorter && DatasetEquality.equal(left.get(from), right.get(from))) {
        match(from, from, taken);
        from++;
      }
      int end = 0;
      while (end < shorter - from
          && DatasetEquality.equal(
              left.get(left.size() - 1 - end), right.get(right.size() - 1 - end))) {
        match(left.size() - 1 - end, right.size() - 1 - end, taken);
        end++;
      }
      matchBetween(from, end, taken);
      this.common = IntStream.range(0, left.size()).filter(i -> partner[i] >= 0).toArray();
      for (int j = taken.nextClearBit(0); j < right.size(); j = taken.nextClearBit(j + 1)) {
        rightAlone.add(j);
      }
    }

    private void matchBetween(int from, int end, BitSet taken) {
      List<R> left = pair.left();
      List<R> right = pair.right();
      for (int i = from; i < left.size() - end; i++) {
        for (int j = taken.nextClearBit(from);
            j < right.size() - end;
            j = taken.nextClearBit(j + 1)) {
          if (DatasetEquality.equal(left.get(i), right.get(j))) {
            match(i, j, taken);
            break;
          }
        }
      }
    }

    private void match(int left, int right, BitSet taken) {
      partner[left] = right;
      taken.set(right);
    }

    int commonRecords() {
      return common.length;
    }

    R commonRecord(int index) {
      return pair.left().get(common[index]);
    }

    List<Integer> leftAlone() {
      List<Integer> alone = new ArrayList<>();
      for (int i = 0; i < partner.length; i++) {
        if (partner[i] < 0) {
          alone.add(i);
        }
      }
      return alone;
    }

    List<Integer> rightAlone() {
      return List.copyOf(rightAlone);
    }

    /**
     * The pair without some of the common records: those from one index to another, in the order of
     * the left.
     */
    AdjacentPair<List<R>> without(int from, int to) {
      BitSet fromLeft = new BitSet();
      BitSet fromRight = new BitSet();
      for (int k = from; k < to; k++) {
        fromLeft.set(common[k]);
        fromRight.set(partner[common[k]]);
      }
      return smaller(
          keep(pair.left(), i -> !fromLeft.get(i)), keep(pair.right(), j -> !fromRight.get(j)));
    }

    AdjacentPair<List<R>> replacingCommon(int index, R record) {
      return smaller(
          replaced(pair.left(), common[index], record),
          replaced(pair.right(), partner[common[index]], record));
    }

    AdjacentPair<List<R>> replacingLeft(int index, R record) {
      return smaller(replaced(pair.left(), index, record), pair.right());
    }

    AdjacentPair<List<R>> replacingRight(int index, R record) {
      return smaller(pair.left(), replaced(pair.right(), index, record));
    }

    /** Whether the common records have another order on the right. */
    boolean isPermuted() {
      int last = -1;
      for (int index : common) {
        if (partner[index] < last) {
          return true;
        }
        last = partner[index];
      }
      return false;
    }

    /**
     * The pair with the common records in the order of the left. A record that only the right has
     * takes the place of the one that only the left has.
     */
    AdjacentPair<List<R>> inOrder() {
      List<R> right = new ArrayList<>();
      for (int index : common) {
        right.add(pair.left().get(index));
      }
      List<Integer> places = leftAlone();
      for (int k = 0; k < rightAlone.size(); k++) {
        int own = rightAlone.get(k);
        int place = k < places.size() ? places.get(k) : own;
        right.add(Math.min(place, right.size()), pair.right().get(own));
      }
      return smaller(pair.left(), right);
    }

    private AdjacentPair<List<R>> smaller(List<R> left, List<R> right) {
      AdjacentPair<List<R>> plain =
          AdjacentPair.of(
              DataDescription.of(left) + " against " + DataDescription.of(right) + ", shrunk",
              List.copyOf(left),
              List.copyOf(right),
              pair.adjacency());
      return pair.canaryDirection().map(plain::withCanaryDirection).orElse(plain);
    }

    private static <R> List<R> keep(List<R> records, IntPredicate kept) {
      List<R> some = new ArrayList<>();
      for (int i = 0; i < records.size(); i++) {
        if (kept.test(i)) {
          some.add(records.get(i));
        }
      }
      return some;
    }

    private static <R> List<R> replaced(List<R> records, int index, R record) {
      List<R> changed = new ArrayList<>(records);
      changed.set(index, record);
      return changed;
    }
  }
}
