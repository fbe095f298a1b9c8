package org.assay.testing.assertion;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.AnswerPairs;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.pairs.RecordPairs;
import org.assay.verify.pairs.StatisticPairs;
import org.assay.verify.pairs.TextPairs;
import org.assay.verify.pairs.VectorPairs;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.shrink.ListShrinks;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.shrink.Simplifiers;
import org.assay.verify.shrink.Simplifiers.Simplifier;
import org.assay.verify.shrink.VectorShrinks;

/**
 * A kind of datasets with a relation: the neighbours on which an audit looks for mistakes, and the
 * ways to make a pair smaller.
 *
 * @param family the neighbours, the most revealing ones first
 * @param shrinks the ways to make a pair smaller, within the domain
 * @param <D> the type of datasets
 */
public record Domain<D>(PairFamily<D> family, Shrinks<D> shrinks) {
  /**
   * A domain whose pairs are not made smaller.
   *
   * @param family the neighbours
   * @param <D> the type of datasets
   * @return the domain
   */
  public static <D> Domain<D> of(PairFamily<D> family) {
    return new Domain<>(family, pair -> Stream.empty());
  }

  /**
   * Lists of any numbers, including NaN and infinities, made from an example.
   *
   * @param example typical numbers
   * @param adjacency the relation
   * @return the domain
   */
  public static Domain<List<Double>> numbers(List<Double> example, AdjacencyRelation adjacency) {
    return new Domain<>(
        NumericPairs.numbers(example, adjacency).family(), records(Simplifiers.numbers()));
  }

  /**
   * Lists of numbers in a range, for mechanisms whose claim assumes the range.
   *
   * @param low the smallest, finite
   * @param high the largest, finite, above low
   * @param adjacency the relation
   * @return the domain
   * @throws IllegalArgumentException if the ends are not finite and ascending
   */
  public static Domain<List<Double>> numbersBetween(
      double low, double high, AdjacencyRelation adjacency) {
    Simplifier<Double> within =
        number ->
            Simplifiers.numbers().simpler(number).stream()
                .filter(simpler -> simpler >= low && simpler <= high)
                .toList();
    return new Domain<>(NumericPairs.bounded(low, high, adjacency).family(), records(within));
  }

  /**
   * Tables of any numbers, made from an example.
   *
   * @param example typical rows, all of one length
   * @param columns how many numbers a row has, at least 1
   * @param adjacency the relation
   * @return the domain
   * @throws IllegalArgumentException if a row has another length
   */
  public static Domain<List<double[]>> rows(
      List<double[]> example, int columns, AdjacencyRelation adjacency) {
    return new Domain<>(
        NumericPairs.table(example, columns, adjacency).family(), records(Simplifiers.rows()));
  }

  /**
   * Lists of texts or categories, made from an example.
   *
   * @param example typical texts
   * @param adjacency the relation
   * @return the domain
   */
  public static Domain<List<String>> texts(List<String> example, AdjacencyRelation adjacency) {
    return new Domain<>(TextPairs.of(example, adjacency).family(), records(Simplifiers.texts()));
  }

  /**
   * Lists of records of any type. A pair becomes smaller by dropping records; records are not
   * changed.
   *
   * @param pairs the pairs, with their relation
   * @param <R> the type of records
   * @return the domain
   */
  public static <R> Domain<List<R>> records(RecordPairs<R> pairs) {
    return new Domain<>(pairs.family(), ListShrinks.dropping());
  }

  /**
   * A count.
   *
   * @param adjacency the relation
   * @return the domain
   */
  public static Domain<Long> counts(AdjacencyRelation adjacency) {
    return of(StatisticPairs.counts(adjacency));
  }

  /**
   * Answers to queries of sensitivity 1. One record may move all of them, in any direction.
   *
   * @param adjacency the relation
   * @param lengths numbers of queries; the claim must hold for each of them and for every smaller
   *     number
   * @return the domain
   */
  public static Domain<double[]> answers(AdjacencyRelation adjacency, int... lengths) {
    return new Domain<>(
        AnswerPairs.any(adjacency, lengths),
        VectorShrinks.dropping().then(VectorShrinks.simplifying()));
  }

  /**
   * Sums of vectors of bounded norm.
   *
   * @param adjacency the relation
   * @param norm the norm
   * @param radius largest norm of a record, finite and above 0
   * @param dimension at least 1
   * @return the domain
   * @throws IllegalArgumentException if radius or dimension is out of range
   */
  public static Domain<double[]> vectorSums(
      AdjacencyRelation adjacency, Norm norm, double radius, int dimension) {
    return of(VectorPairs.sums(adjacency, norm, radius, dimension));
  }

  private static <R> Shrinks<List<R>> records(Simplifier<R> simplifier) {
    return ListShrinks.<R>dropping().then(ListShrinks.simplifying(simplifier));
  }

  /** The pairs. */
  @Override
  public String toString() {
    return "domain of " + family;
  }
}
