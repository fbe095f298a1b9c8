package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.PairFamily.Mutation;

/**
 * Pairs of datasets that are lists of records, made from a dataset of the user. A record is
 * removed, replaced, inserted, or replaced by one that contributes nothing. The differing record is
 * a copy of another record (a duplicate), a value of the domain, or a mutation of a record. The
 * differing record stands last, first and in the middle in turn, or anywhere. Besides the whole
 * dataset, small slices of it and the empty dataset are used. Immutable; every setter returns new
 * pairs.
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
   * @param dataset the dataset, possibly empty; the list is copied, the records are not
   * @param adjacency the relation
   * @param <R> the type of records
   * @return pairs with the records of the dataset only
   */
  public static <R> RecordPairs<R> of(List<R> dataset, AdjacencyRelation adjacency) {
    return new RecordPairs<>(
        adjacency, dataset, List.of(), List.of(), Optional.empty(), true, List.of(), 0);
  }

  /**
   * Adds records that may be missing in the dataset.
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
   * @param name the change in a few words
   * @param change makes a new record from a record of the dataset and a source of randomness
   * @return the changed pairs
   * @throws IllegalArgumentException if the name is blank
   */
  public RecordPairs<R> mutation(String name, BiFunction<R, RandomGenerator, R> change) {
    List<Mutation<R>> all = new ArrayList<>(mutations);
    all.add(new Mutation<>(name, change));
    return new RecordPairs<>(adjacency, dataset, values, all, zero, ordered, crowds, fewest);
  }

  /**
   * Sets the record that contributes nothing. Zero-out needs this record; other relations ignore
   * it.
   *
   * @param record the record
   * @return the changed pairs
   */
  public RecordPairs<R> zero(R record) {
    return new RecordPairs<>(
        adjacency, dataset, values, mutations, Optional.of(record), ordered, crowds, fewest);
  }

  /**
   * Declares the order of records meaningless for the claim: datasets are multisets, and a
   * neighbour may hold its records in another order. Otherwise the common records of a pair have
   * the same order on both sides.
   *
   * @return the changed pairs
   */
  public RecordPairs<R> unordered() {
    return new RecordPairs<>(adjacency, dataset, values, mutations, zero, false, crowds, fewest);
  }

  /**
   * Sets the smallest number of records. A smaller dataset is repeated until it has enough records.
   *
   * @param records the smallest number of records of any dataset; 0, the default, allows the empty
   *     one
   * @return the changed pairs
   * @throws IllegalArgumentException if the number is negative
   */
  public RecordPairs<R> fewest(int records) {
    return new RecordPairs<>(
        adjacency, dataset, values, mutations, zero, ordered, crowds, Sizes.of(records).fewest());
  }

  /**
   * Adds a record among others. Under zero-out the record that contributes nothing takes its place.
   */
  RecordPairs<R> beside(Arrival<R> arrival, Place place) {
    List<Placed<R>> all = new ArrayList<>(crowds);
    all.add(new Placed<>(arrival, place));
    return new RecordPairs<>(adjacency, dataset, values, mutations, zero, ordered, all, fewest);
  }

  /** A record among others, with its place. */
  record Placed<R>(Arrival<R> arrival, Place place) {}

  /**
   * Makes the family.
   *
   * @return an endless family
   * @throws IllegalArgumentException if no two records differ, or zero-out has no record that
   *     contributes nothing
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
