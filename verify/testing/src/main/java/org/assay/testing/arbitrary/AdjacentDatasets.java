package org.assay.testing.arbitrary;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;

/**
 * Arbitrary pairs of neighbouring datasets for jqwik properties. Datasets are lists of records;
 * pairs shrink to few, simple records.
 */
public final class AdjacentDatasets {
  private AdjacentDatasets() {}

  /**
   * Pairs that differ by the removal of one record.
   *
   * @param records where records come from
   * @param minimumSize size of the larger dataset at least, at least 1
   * @param maximumSize size of the larger dataset at most
   * @param <R> the kind of record
   * @return pairs under add-or-remove adjacency
   * @throws IllegalArgumentException if the sizes are not {@code 1 ≤ minimum ≤ maximum}
   */
  public static <R> Arbitrary<AdjacentPair<List<R>>> removingOne(
      Arbitrary<R> records, int minimumSize, int maximumSize) {
    requireSizes(minimumSize, maximumSize);
    return Combinators.combine(
            common(records, minimumSize, maximumSize), records, places(maximumSize))
        .as(
            (common, removed, place) ->
                ListPairs.removeOne(inserted(common, removed, place), index(common, place)));
  }

  /**
   * Pairs that differ in the value of one record. There must be at least two records to draw from.
   *
   * @param records where records come from
   * @param minimumSize size of both datasets at least, at least 1
   * @param maximumSize size of both datasets at most
   * @param <R> the kind of record
   * @return pairs under replace-one adjacency
   * @throws IllegalArgumentException if the sizes are not {@code 1 ≤ minimum ≤ maximum}
   */
  public static <R> Arbitrary<AdjacentPair<List<R>>> replacingOne(
      Arbitrary<R> records, int minimumSize, int maximumSize) {
    requireSizes(minimumSize, maximumSize);
    return Combinators.combine(
            common(records, minimumSize, maximumSize), records, records, places(maximumSize))
        .as(
            (common, before, after, place) ->
                ListPairs.replaceOne(inserted(common, before, place), index(common, place), after))
        .filter(AdjacentDatasets::differs);
  }

  /**
   * Pairs in one of which a record gives way to the record that contributes nothing.
   *
   * @param records where records come from
   * @param zero the record that contributes nothing
   * @param minimumSize size of both datasets at least, at least 1
   * @param maximumSize size of both datasets at most
   * @param <R> the kind of record
   * @return pairs under zero-out adjacency
   * @throws IllegalArgumentException if the sizes are not {@code 1 ≤ minimum ≤ maximum}
   */
  public static <R> Arbitrary<AdjacentPair<List<R>>> zeroingOne(
      Arbitrary<R> records, R zero, int minimumSize, int maximumSize) {
    return replacingOne(records, minimumSize, maximumSize)
        .map(pair -> zeroed(pair.left(), pair.right(), zero))
        .filter(AdjacentDatasets::differs);
  }

  private static <R> AdjacentPair<List<R>> zeroed(List<R> left, List<R> other, R zero) {
    int place = 0;
    while (place < left.size() - 1 && left.get(place).equals(other.get(place))) {
      place++;
    }
    List<R> right = new ArrayList<>(left);
    right.set(place, zero);
    String description =
        "record " + place + " of " + left.size() + " (" + left.get(place) + ") zeroed out";
    return AdjacentPair.of(description, left, List.copyOf(right), AdjacencyRelation.ZERO_OUT);
  }

  /** Whether the datasets differ. Equal datasets are neighbours too, but show nothing. */
  private static boolean differs(AdjacentPair<?> pair) {
    return !DatasetEquality.equal(pair.left(), pair.right());
  }

  private static void requireSizes(int minimumSize, int maximumSize) {
    if (!(minimumSize >= 1 && minimumSize <= maximumSize)) {
      throw new IllegalArgumentException(
          String.format(
              "sizes were %s to %s: a neighbouring pair needs at least 1 record, and the minimum"
                  + " must not exceed the maximum",
              minimumSize, maximumSize));
    }
  }

  /**
   * The common records, drawn separately from the differing one, so that both shrink by themselves.
   */
  private static <R> Arbitrary<List<R>> common(
      Arbitrary<R> records, int minimumSize, int maximumSize) {
    return records.list().ofMinSize(minimumSize - 1).ofMaxSize(maximumSize - 1);
  }

  private static Arbitrary<Integer> places(int maximumSize) {
    return Arbitraries.integers().between(0, maximumSize - 1);
  }

  private static int index(List<?> common, int place) {
    return place % (common.size() + 1);
  }

  private static <R> List<R> inserted(List<R> common, R record, int place) {
    List<R> longer = new ArrayList<>(common);
    longer.add(index(common, place), record);
    return longer;
  }
}
