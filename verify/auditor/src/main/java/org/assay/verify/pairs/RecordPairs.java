package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Pairs of datasets that are lists of records, made from a dataset of the user's: a record removed,
 * replaced, inserted, or replaced by one that contributes nothing. The differing record is a copy
 * of another record (a duplicate), a value of the domain, or a record changed by a mutation; it
 * stands last, first and in the middle in turn, or anywhere. Next to the whole dataset its small
 * slices and the empty dataset are used. Immutable; every setter returns new pairs.
 *
 * <pre>{@code
 * PairFamily<List<Visit>> family =
 *     RecordPairs.of(visits, AdjacencyRelation.ADD_OR_REMOVE)
 *         .values(List.of(emptyVisit, longestVisit))
 *         .mutation("fee is NaN", (visit, random) -> visit.withFee(Double.NaN))
 *         .family();
 * }</pre>
 *
 * @param <R> the type of records; equality is that of {@link DatasetEquality}
 */
public final class RecordPairs<R> {
  private final AdjacencyRelation adjacency;
  private final List<R> dataset;
  private final List<R> values;
  private final List<Mutation<R>> mutations;
  private final Optional<R> zero;
  private final boolean ordered;
  private final List<Placed<R>> crowds;
  private final int fewest;

  private RecordPairs(
      AdjacencyRelation adjacency,
      List<R> dataset,
      List<R> values,
      List<Mutation<R>> mutations,
      Optional<R> zero,
      boolean ordered,
      List<Placed<R>> crowds,
      int fewest) {
    this.adjacency = adjacency;
    this.dataset = List.copyOf(dataset);
    this.values = List.copyOf(values);
    this.mutations = List.copyOf(mutations);
    this.zero = zero;
    this.ordered = ordered;
    this.crowds = List.copyOf(crowds);
    this.fewest = fewest;
  }

  /**
   * Pairs made from a dataset.
   *
   * @param dataset the dataset, possibly empty; copied, its records are not
   * @param adjacency the relation
   * @param <R> the type of records
   * @return pairs that know no records but those of the dataset
   */
  public static <R> RecordPairs<R> of(List<R> dataset, AdjacencyRelation adjacency) {
    return new RecordPairs<>(
        adjacency, dataset, List.of(), List.of(), Optional.empty(), true, List.of(), 0);
  }

  /**
   * Adds records that need not be in the dataset.
   *
   * @param domain records to add, the most extreme first
   * @return the changed pairs
   */
  public RecordPairs<R> values(List<R> domain) {
    List<R> all = new ArrayList<>(values);
    all.addAll(domain);
    return new RecordPairs<>(adjacency, dataset, all, mutations, zero, ordered, crowds, fewest);
  }

  /**
   * Adds a mutation.
   *
   * @param name what it does, in a few words
   * @param change makes a new record from one of the dataset and the given source of randomness
   * @return the changed pairs
   * @throws IllegalArgumentException if the name is blank
   */
  public RecordPairs<R> mutation(String name, BiFunction<R, RandomGenerator, R> change) {
    List<Mutation<R>> all = new ArrayList<>(mutations);
    all.add(new Mutation<>(name, change));
    return new RecordPairs<>(adjacency, dataset, values, all, zero, ordered, crowds, fewest);
  }

  /**
   * Names the record that contributes nothing; zero-out needs it, other relations do not use it.
   *
   * @param record the record
   * @return the changed pairs
   */
  public RecordPairs<R> zero(R record) {
    return new RecordPairs<>(
        adjacency, dataset, values, mutations, Optional.of(record), ordered, crowds, fewest);
  }

  /**
   * Says that the order of records means nothing to the claim: datasets are multisets, and a
   * neighbour may hold its records in another order. Without this the common records of a pair
   * stand in the same order on both sides.
   *
   * @return the changed pairs
   */
  public RecordPairs<R> unordered() {
    return new RecordPairs<>(adjacency, dataset, values, mutations, zero, false, crowds, fewest);
  }

  /**
   * Says how small datasets get. The dataset is repeated until it has as many records, if it has
   * fewer.
   *
   * @param records no dataset has fewer; 0 lets the empty one in, as if nothing is said
   * @return the changed pairs
   * @throws IllegalArgumentException if the number is negative
   */
  public RecordPairs<R> fewest(int records) {
    return new RecordPairs<>(
        adjacency, dataset, values, mutations, zero, ordered, crowds, Sizes.of(records).fewest());
  }

  /** Adds a record among others. Under zero-out the one that contributes nothing stands in. */
  RecordPairs<R> beside(Arrival<R> arrival, Place place) {
    List<Placed<R>> all = new ArrayList<>(crowds);
    all.add(new Placed<>(arrival, place));
    return new RecordPairs<>(adjacency, dataset, values, mutations, zero, ordered, all, fewest);
  }

  /** A record among others, and where it stands. */
  record Placed<R>(Arrival<R> arrival, Place place) {}

  /**
   * The pairs.
   *
   * @return an endless family
   * @throws IllegalArgumentException if there is no record to differ in, or no zero for zero-out
   */
  public PairFamily<List<R>> family() {
    if (dataset.isEmpty() && values.isEmpty()) {
      throw new IllegalArgumentException("dataset and values were empty: a pair needs a record");
    }
    if (adjacency == AdjacencyRelation.ZERO_OUT && zero.isEmpty()) {
      throw new IllegalArgumentException(
          "zero was not given: under zero-out name the record that contributes nothing");
    }
    return new RecordDraws<>(this).family();
  }

  AdjacencyRelation adjacency() {
    return adjacency;
  }

  List<R> dataset() {
    return dataset;
  }

  List<R> values() {
    return values;
  }

  List<Mutation<R>> mutations() {
    return mutations;
  }

  Optional<R> zero() {
    return zero;
  }

  List<Placed<R>> crowds() {
    return crowds;
  }

  int fewest() {
    return fewest;
  }

  boolean isOrdered() {
    return ordered;
  }
}
