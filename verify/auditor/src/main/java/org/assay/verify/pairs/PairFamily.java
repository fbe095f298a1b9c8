package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.trial.AdjacentPair;

/**
 * Adjacent pairs under one relation, numbered from 0. The leading pairs come first, the most
 * promising in front. In most families, pairs drawn at random follow without end. A pair is made on
 * demand and depends on the seed and its number only; an auditor may come back to a pair later.
 * Immutable.
 *
 * <p>A family promises that its pairs are adjacent; an audit of other pairs refutes nothing.
 *
 * @param <D> the type of datasets
 */
public final class PairFamily<D> {
  /** Number of draws in which a family looks for one new pair before it gives up. Not tuned. */
  private static final int PATIENCE = 20;

  private final AdjacencyRelation adjacency;
  private final List<Function<RandomGenerator, AdjacentPair<D>>> leading;
  private final Optional<Function<RandomGenerator, AdjacentPair<D>>> drawn;

  PairFamily(
      AdjacencyRelation adjacency,
      List<Function<RandomGenerator, AdjacentPair<D>>> leading,
      Optional<Function<RandomGenerator, AdjacentPair<D>>> drawn) {
    if (leading.isEmpty() && drawn.isEmpty()) {
      throw new IllegalArgumentException("pairs were empty: a family needs an adjacent pair");
    }
    this.adjacency = adjacency;
    this.leading = List.copyOf(leading);
    this.drawn = drawn;
  }

  /**
   * A family with the given pairs only.
   *
   * @param pairs at least one, the most promising first, all under one relation
   * @param <D> the type of datasets
   * @return the family
   * @throws IllegalArgumentException if there is no pair or two relations are mixed
   */
  public static <D> PairFamily<D> of(List<AdjacentPair<D>> pairs) {
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("pairs were empty: a family needs an adjacent pair");
    }
    AdjacencyRelation adjacency = pairs.get(0).adjacency();
    List<Function<RandomGenerator, AdjacentPair<D>>> leading = new ArrayList<>();
    for (AdjacentPair<D> pair : pairs) {
      adjacency.requireSame(pair.adjacency());
      leading.add(random -> pair);
    }
    return new PairFamily<>(adjacency, leading, Optional.empty());
  }

  /**
   * A family whose pairs come from the caller's generator.
   *
   * @param adjacency the relation of all generated pairs
   * @param generator makes an adjacent pair from the given source of randomness alone
   * @param <D> the type of datasets
   * @return an endless family
   */
  public static <D> PairFamily<D> generated(
      AdjacencyRelation adjacency, Function<RandomGenerator, AdjacentPair<D>> generator) {
    return new PairFamily<>(adjacency, List.of(), Optional.of(generator));
  }

  /**
   * A family with leading pairs that are made on demand, and pairs from the caller's generator.
   *
   * @param adjacency the relation of all pairs
   * @param leading makes each leading pair, the most promising first
   * @param generator makes an adjacent pair from the given source of randomness alone
   * @param <D> the type of datasets
   * @return an endless family
   */
  public static <D> PairFamily<D> generated(
      AdjacencyRelation adjacency,
      List<Supplier<AdjacentPair<D>>> leading,
      Function<RandomGenerator, AdjacentPair<D>> generator) {
    List<Function<RandomGenerator, AdjacentPair<D>>> leads = new ArrayList<>();
    leading.forEach(lead -> leads.add(random -> lead.get()));
    return new PairFamily<>(adjacency, leads, Optional.of(generator));
  }

  /**
   * The pairs of both families, in turn.
   *
   * @param other a family under the same relation
   * @return the union
   * @throws IllegalArgumentException if the relations differ
   */
  public PairFamily<D> union(PairFamily<D> other) {
    adjacency.requireSame(other.adjacency);
    List<Function<RandomGenerator, AdjacentPair<D>>> both = new ArrayList<>();
    for (int i = 0; i < Math.max(leading.size(), other.leading.size()); i++) {
      if (i < leading.size()) {
        both.add(leading.get(i));
      }
      if (i < other.leading.size()) {
        both.add(other.leading.get(i));
      }
    }
    return new PairFamily<>(adjacency, both, eitherOf(drawn, other.drawn));
  }

  /**
   * The family with every dataset translated, for a mechanism that reads another type.
   *
   * @param translation must keep neighbours neighbours, and must depend on the dataset only
   * @param <E> the new type of datasets
   * @return the translated family
   */
  public <E> PairFamily<E> map(Function<? super D, ? extends E> translation) {
    List<Function<RandomGenerator, AdjacentPair<E>>> translated = new ArrayList<>();
    leading.forEach(lead -> translated.add(random -> translate(lead.apply(random), translation)));
    return new PairFamily<>(
        adjacency,
        translated,
        drawn.map(draw -> random -> translate(draw.apply(random), translation)));
  }

  /**
   * The relation.
   *
   * @return the relation under which all pairs are adjacent
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The number of pairs.
   *
   * @return the number, empty for an endless family
   */
  public OptionalInt size() {
    return drawn.isPresent() ? OptionalInt.empty() : OptionalInt.of(leading.size());
  }

  /**
   * One pair.
   *
   * @param seed equal seeds give equal pairs
   * @param index from 0; below the size of a family that has one. Small numbers are the promising
   *     pairs
   * @return the pair
   * @throws IllegalArgumentException if the index is out of range or the generator of the family
   *     made a pair under another relation
   */
  public AdjacentPair<D> pair(long seed, long index) {
    if (!(index >= 0 && (drawn.isPresent() || index < leading.size()))) {
      throw new IllegalArgumentException(
          "index was " + index + ": the family has the pairs from 0 to " + lastIndex());
    }
    RandomGenerator random = Draws.of(seed, index);
    AdjacentPair<D> pair =
        index < leading.size()
            ? leading.get((int) index).apply(random)
            : drawn.orElseThrow().apply(random);
    adjacency.requireSame(pair.adjacency());
    return pair;
  }

  /**
   * The first pairs, without repetitions and without pairs of equal datasets. Equal descriptions
   * are changed to distinct ones.
   *
   * @param seed equal seeds give equal pairs
   * @param count largest number of pairs, at least 1; a family without further new pairs gives
   *     fewer
   * @return the pairs, the most promising first
   * @throws IllegalArgumentException if the count is below 1 or all pairs have equal datasets
   */
  public List<AdjacentPair<D>> pairs(long seed, int count) {
    Parameters.requireAtLeastOne("count", count);
    long last =
        drawn.isPresent() ? leading.size() + (long) PATIENCE * count : (long) leading.size();
    DistinctPairs<D> chosen = new DistinctPairs<>();
    for (long index = 0; index < last && chosen.size() < count; index++) {
      chosen.add(pair(seed, index), index);
    }
    if (chosen.size() == 0) {
      throw new IllegalArgumentException(
          "pairs were all made of equal datasets: an audit needs two that differ");
    }
    return chosen.pairs();
  }

  private String lastIndex() {
    return drawn.isPresent() ? "infinity" : String.valueOf(leading.size() - 1);
  }

  private static <D, E> AdjacentPair<E> translate(
      AdjacentPair<D> pair, Function<? super D, ? extends E> translation) {
    AdjacentPair<E> plain =
        AdjacentPair.of(
            pair.description(),
            translation.apply(pair.left()),
            translation.apply(pair.right()),
            pair.adjacency());
    return pair.canaryDirection().map(plain::withCanaryDirection).orElse(plain);
  }

  private static <T> Optional<Function<RandomGenerator, T>> eitherOf(
      Optional<Function<RandomGenerator, T>> first, Optional<Function<RandomGenerator, T>> second) {
    if (first.isEmpty() || second.isEmpty()) {
      return first.or(() -> second);
    }
    Function<RandomGenerator, T> one = first.get();
    Function<RandomGenerator, T> another = second.get();
    return Optional.of(random -> (random.nextBoolean() ? one : another).apply(random));
  }

  /** The relation, and the number of pairs. */
  @Override
  public String toString() {
    return String.format(
        "pairs under %s: %s fixed%s",
        adjacency, leading.size(), drawn.isPresent() ? ", then drawn without end" : "");
  }

  /** Collects distinct pairs under distinct descriptions. */
  private static final class DistinctPairs<D> {
    private final List<AdjacentPair<D>> pairs = new ArrayList<>();
    private final Set<String> descriptions = new HashSet<>();

    /** Adds a pair unless its datasets are equal or the pair is known. */
    void add(AdjacentPair<D> pair, long index) {
      if (DatasetEquality.equal(pair.left(), pair.right()) || contains(pair)) {
        return;
      }
      boolean fresh = descriptions.add(pair.description());
      pairs.add(fresh ? pair : renamed(pair, pair.description() + " (pair " + index + ")"));
    }

    int size() {
      return pairs.size();
    }

    List<AdjacentPair<D>> pairs() {
      return List.copyOf(pairs);
    }

    private boolean contains(AdjacentPair<D> pair) {
      return pairs.stream()
          .anyMatch(
              known ->
                  DatasetEquality.equal(known.left(), pair.left())
                      && DatasetEquality.equal(known.right(), pair.right()));
    }

    private AdjacentPair<D> renamed(AdjacentPair<D> pair, String description) {
      descriptions.add(description);
      AdjacentPair<D> plain =
          AdjacentPair.of(description, pair.left(), pair.right(), pair.adjacency());
      return pair.canaryDirection().map(plain::withCanaryDirection).orElse(plain);
    }
  }

  /**
   * A way to make an unusual record from an ordinary one.
   *
   * @param name the change in a few words
   * @param change makes the new record from a record of the dataset and a source of randomness;
   *     must not change the old record
   * @param <R> the type of records
   */
  public record Mutation<R>(String name, BiFunction<R, RandomGenerator, R> change) {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public Mutation {
      if (name.isBlank()) {
        throw new IllegalArgumentException("name was blank: say in a few words what changes");
      }
    }
  }
}
