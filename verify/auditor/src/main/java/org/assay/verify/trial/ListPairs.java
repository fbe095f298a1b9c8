package org.assay.verify.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/** Adjacent pairs of datasets that are lists of records. */
public final class ListPairs {
  private ListPairs() {}

  /**
   * A dataset against itself without one record.
   *
   * @param dataset the dataset
   * @param index the record to remove
   * @param <R> the type of records
   * @return the pair, left is the dataset as given
   */
  public static <R> AdjacentPair<List<R>> removeOne(List<R> dataset, int index) {
    List<R> left = List.copyOf(dataset);
    List<R> right = new ArrayList<>(left);
    R removed = right.remove(index);
    return AdjacentPair.of(
        "record " + index + " of " + left.size() + " (" + removed + ") removed",
        left,
        List.copyOf(right),
        AdjacencyRelation.ADD_OR_REMOVE);
  }

  /**
   * A dataset against itself with one more record at the end.
   *
   * @param dataset the dataset
   * @param added the record to add
   * @param <R> the type of records
   * @return the pair, left is the dataset as given
   */
  public static <R> AdjacentPair<List<R>> addOne(List<R> dataset, R added) {
    List<R> left = List.copyOf(dataset);
    List<R> right = new ArrayList<>(left);
    right.add(added);
    return AdjacentPair.of(
        "record " + added + " added to " + left.size(),
        left,
        List.copyOf(right),
        AdjacencyRelation.ADD_OR_REMOVE);
  }

  /**
   * A dataset against itself with one record replaced.
   *
   * @param dataset the dataset
   * @param index the record to replace
   * @param replacement the new record
   * @param <R> the type of records
   * @return the pair, left is the dataset as given
   */
  public static <R> AdjacentPair<List<R>> replaceOne(List<R> dataset, int index, R replacement) {
    List<R> left = List.copyOf(dataset);
    List<R> right = new ArrayList<>(left);
    R replaced = right.set(index, replacement);
    return AdjacentPair.of(
        "record " + index + " of " + left.size() + " (" + replaced + ") became " + replacement,
        left,
        List.copyOf(right),
        AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * Pairs drawn at random from one dataset: under add-remove a record removed, otherwise a record
   * replaced by another record of the dataset.
   *
   * @param dataset at least two records
   * @param adjacency add-remove or replace-one
   * @param seed equal seeds draw equal pairs
   * @param count number of pairs, at least 1
   * @param <R> the type of records
   * @return the pairs
   * @throws IllegalArgumentException if the dataset is too small or the relation is zero-out, which
   *     needs a record that contributes nothing
   */
  public static <R> List<AdjacentPair<List<R>>> drawn(
      List<R> dataset, AdjacencyRelation adjacency, long seed, int count) {
    Parameters.requireAtLeastOne("count", count);
    Parameters.requireAtLeastOne("dataset size - 1", dataset.size() - 1L);
    List<AdjacentPair<List<R>>> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(draw(dataset, adjacency, TrialRandom.of(seed, i)));
    }
    return List.copyOf(pairs);
  }

  private static <R> AdjacentPair<List<R>> draw(
      List<R> dataset, AdjacencyRelation adjacency, RandomGenerator random) {
    int index = random.nextInt(dataset.size());
    return switch (adjacency) {
      case ADD_OR_REMOVE -> removeOne(dataset, index);
      case REPLACE_ONE -> {
        int other = (index + 1 + random.nextInt(dataset.size() - 1)) % dataset.size();
        yield replaceOne(dataset, index, dataset.get(other));
      }
      case ZERO_OUT ->
          throw new IllegalArgumentException(
              "adjacency was zero-out: build the pairs with AdjacentPair.of, only you know what a"
                  + " record that contributes nothing looks like");
    };
  }
}
