package org.assay.testing;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
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
    return datasets(records, minimumSize, maximumSize)
        .flatMap(dataset -> index(dataset).map(removed -> ListPairs.removeOne(dataset, removed)));
  }

  /**
   * Pairs that differ in the value of one record.
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
    return datasets(records, minimumSize, maximumSize)
        .flatMap(
            dataset ->
                Combinators.combine(index(dataset), records)
                    .as((index, record) -> ListPairs.replaceOne(dataset, index, record)));
  }

  private static <R> Arbitrary<List<R>> datasets(
      Arbitrary<R> records, int minimumSize, int maximumSize) {
    if (!(minimumSize >= 1 && minimumSize <= maximumSize)) {
      throw new IllegalArgumentException(
          "sizes were "
              + minimumSize
              + " to "
              + maximumSize
              + ": a neighbouring pair needs at least 1 record, and the minimum must not exceed the"
              + " maximum");
    }
    return records.list().ofMinSize(minimumSize).ofMaxSize(maximumSize);
  }

  private static Arbitrary<Integer> index(List<?> dataset) {
    return Arbitraries.integers().between(0, dataset.size() - 1);
  }
}
