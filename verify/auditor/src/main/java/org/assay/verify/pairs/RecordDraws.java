package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.pairs.PairFamily.Mutation;
import org.assay.verify.trial.AdjacentPair;

/** Makes the pairs of {@link RecordPairs}. */
final class RecordDraws<R> {
  /** Random attempts to make a pair of different datasets. Not tuned. */
  private static final int ATTEMPTS = 100;

  private final RecordPairs<R> plan;
  private final AdjacencyRelation adjacency;
  private final Neighbours<R> whole;

  RecordDraws(RecordPairs<R> plan) {
    this.plan = plan;
    this.adjacency = plan.adjacency();
    this.whole = whole(plan);
  }

  /** The dataset, repeated until it has enough records. */
  private static <R> Neighbours<R> whole(RecordPairs<R> plan) {
    List<R> dataset = plan.dataset();
    List<R> source = dataset.isEmpty() ? plan.values() : dataset;
    if (dataset.size() >= plan.fewest()) {
      return new Neighbours<>(plan.adjacency(), "all " + dataset.size() + " records", dataset);
    }
    List<R> records = new ArrayList<>();
    for (int i = 0; i < plan.fewest(); i++) {
      records.add(source.get(i % source.size()));
    }
    return new Neighbours<>(plan.adjacency(), records.size() + " records in turn", records);
  }

  PairFamily<List<R>> family() {
    LeadingPairs<List<R>> leads = new LeadingPairs<>(adjacency);
    switch (adjacency) {
      case ADD_OR_REMOVE -> leadWithMore(leads);
      case REPLACE_ONE -> leadWithReplacements(leads);
      case ZERO_OUT -> leadWithZeros(leads);
    }
    if (!plan.isOrdered() && plan.dataset().size() > 1) {
      for (int label = 0; label < 3; label++) {
        long order = label;
        leads.addLazily(random -> Neighbours.shuffled(different(random), order));
      }
    }
    return leads.then(this::drawn);
  }

  /**
   * Adds leading pairs with one record more: the two most extreme values, records of the dataset,
   * then all other values.
   */
  private void leadWithMore(LeadingPairs<List<R>> leads) {
    List<Draw<R>> values = values();
    int extremes = Math.min(2, values.size());
    for (int i = 0; i < extremes; i++) {
      leadWithValue(leads, values.get(i), Place.turn(i));
    }
    leadWithCrowds(leads);
    leadWithSeen(leads);
    for (int i = extremes; i < values.size(); i++) {
      leadWithValue(leads, values.get(i), Place.turn(i));
    }
    int size = whole.records().size();
    leadWithMutations(leads, (place, draw) -> whole.with(place.among(size), draw));
    for (int i = 0; size > 0 && i < values.size(); i++) {
      Draw<R> value = values.get(i);
      int index = Place.turn(i + 1).among(size);
      leads.addLazily(random -> whole.with(index, value));
    }
  }

  private void leadWithValue(LeadingPairs<List<R>> leads, Draw<R> value, Place place) {
    if (plan.fewest() == 0) {
      leads.add(new Neighbours<R>(adjacency, "no records", List.of()).with(0, value));
    }
    int size = whole.records().size();
    if (size > 0) {
      leads.addLazily(random -> whole.with(place.among(size), value));
    }
  }

  private void leadWithSeen(LeadingPairs<List<R>> leads) {
    int size = whole.records().size();
    if (plan.fewest() == 0 && size > 0) {
      leads.add(new Neighbours<R>(adjacency, "no records", List.of()).with(0, copyOf(0)));
    }
    if (size > 0) {
      leads.addLazily(random -> whole.with(size, copyOf(0)));
    }
    if (size > plan.fewest()) {
      leads.addLazily(random -> whole.without(0));
      leads.addLazily(random -> whole.without(size - 1));
    }
  }

  /** Adds leading pairs whose other records do not come from the dataset. */
  private void leadWithCrowds(LeadingPairs<List<R>> leads) {
    for (RecordPairs.Placed<R> crowd : plan.crowds()) {
      Arrival<R> given = crowd.arrival();
      R instead =
          adjacency == AdjacencyRelation.ZERO_OUT ? plan.zero().orElseThrow() : given.instead();
      Arrival<R> arrival = new Arrival<>(given.name(), given.others(), given.record(), instead);
      leads.add(arrival.at(crowd.place(), adjacency));
    }
  }

  private void leadWithReplacements(LeadingPairs<List<R>> leads) {
    List<Draw<R>> values = values();
    for (int i = 0; i < values.size(); i++) {
      Draw<R> value = values.get(i);
      if (plan.fewest() <= 1) {
        leads.add(
            new Neighbours<>(adjacency, "one record", List.of(values.get(0).record()))
                .replacing(0, value));
      }
      leadIfDifferent(leads, Place.turn(i), value);
    }
    leadWithCrowds(leads);
    leadWithMutations(leads, (place, draw) -> whole.replacing(index(place), draw));
  }

  private void leadIfDifferent(LeadingPairs<List<R>> leads, Place place, Draw<R> value) {
    if (!whole.records().isEmpty()
        && !DatasetEquality.equal(whole.records().get(index(place)), value.record())) {
      leads.addLazily(random -> whole.replacing(index(place), value));
    }
  }

  /** The index of the dataset's record at a place. */
  private int index(Place place) {
    return place.among(whole.records().size() - 1);
  }

  private void leadWithZeros(LeadingPairs<List<R>> leads) {
    R zero = plan.zero().orElseThrow();
    List<Draw<R>> values = values();
    for (int i = 0; i < values.size(); i++) {
      Draw<R> value = values.get(i);
      if (plan.fewest() <= 1) {
        leads.add(new Neighbours<>(adjacency, "one record", List.of(zero)).zeroing(0, value, zero));
      }
      Place place = Place.turn(i);
      if (!whole.records().isEmpty() && !DatasetEquality.equal(value.record(), zero)) {
        leads.addLazily(random -> whole.zeroing(index(place), value, zero));
      }
    }
    leadWithCrowds(leads);
    leadWithMutations(leads, (place, draw) -> whole.zeroing(index(place), draw, zero));
  }

  /**
   * Adds leading pairs with every mutation, at the places in turn. The mutation changes the record
   * at the place; an added record may come from any record.
   */
  private void leadWithMutations(
      LeadingPairs<List<R>> leads, BiFunction<Place, Draw<R>, AdjacentPair<List<R>>> neighbour) {
    List<Mutation<R>> mutations = whole.records().isEmpty() ? List.of() : plan.mutations();
    for (int i = 0; i < mutations.size(); i++) {
      Mutation<R> mutation = mutations.get(i);
      Place place = Place.turn(i);
      leads.addLazily(
          random -> {
            boolean adds = adjacency == AdjacencyRelation.ADD_OR_REMOVE;
            int index = adds ? random.nextInt(whole.records().size()) : index(place);
            return neighbour.apply(place, mutated(mutation, index, random));
          });
    }
  }

  private List<Draw<R>> values() {
    List<Draw<R>> draws = new ArrayList<>();
    plan.values().forEach(value -> draws.add(new Draw<>("of the domain", value)));
    return draws;
  }

  private AdjacentPair<List<R>> drawn(RandomGenerator random) {
    AdjacentPair<List<R>> pair = different(random);
    boolean shuffle = !plan.isOrdered() && random.nextInt(4) == 0;
    return shuffle ? Neighbours.shuffled(pair, random.nextInt(1000)) : pair;
  }

  private AdjacentPair<List<R>> different(RandomGenerator random) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<AdjacentPair<List<R>>> pair = attempt(random);
      if (pair.isPresent() && !DatasetEquality.equal(pair.get().left(), pair.get().right())) {
        return pair.get();
      }
    }
    throw new IllegalStateException(
        "in "
            + ATTEMPTS
            + " attempts no two datasets differed: give values or mutations that make other"
            + " records");
  }

  private Optional<AdjacentPair<List<R>>> attempt(RandomGenerator random) {
    Neighbours<R> base = base(random);
    int size = base.records().size();
    if (adjacency == AdjacencyRelation.ADD_OR_REMOVE) {
      boolean removes = size > plan.fewest() && random.nextInt(3) == 0;
      return Optional.of(
          removes
              ? base.without(random.nextInt(size))
              : base.with(random.nextInt(size + 1), record(random)));
    }
    if (size == 0) {
      return Optional.empty();
    }
    int index = random.nextInt(size);
    return Optional.of(
        adjacency == AdjacencyRelation.REPLACE_ONE
            ? base.replacing(index, record(random))
            : base.zeroing(index, record(random), plan.zero().orElseThrow()));
  }

  /**
   * The other records of a random pair: the whole dataset, up to four consecutive records, or one
   * value of the domain.
   */
  private Neighbours<R> base(RandomGenerator random) {
    List<R> all = whole.records();
    if (plan.fewest() == 0 && (all.isEmpty() || random.nextInt(8) == 0)) {
      boolean none = plan.values().isEmpty() || random.nextInt(3) == 0;
      List<R> records = none ? List.of() : List.of(Draws.pick(plan.values(), random));
      return new Neighbours<>(adjacency, "alone " + DataDescription.of(records), records);
    }
    if (random.nextBoolean()) {
      return whole;
    }
    int from = random.nextInt(all.size());
    int to = Math.min(all.size(), from + random.nextInt(5));
    if (to - from < plan.fewest()) {
      return whole;
    }
    return new Neighbours<>(adjacency, "records " + from + " until " + to, all.subList(from, to));
  }

  private Draw<R> record(RandomGenerator random) {
    List<R> all = whole.records();
    if (all.isEmpty() || (!plan.values().isEmpty() && random.nextInt(3) == 0)) {
      return new Draw<>("of the domain", Draws.pick(plan.values(), random));
    }
    int index = random.nextInt(all.size());
    boolean mutates = !plan.mutations().isEmpty() && random.nextInt(3) > 0;
    return mutates ? mutated(Draws.pick(plan.mutations(), random), index, random) : copyOf(index);
  }

  private Draw<R> copyOf(int index) {
    return new Draw<>("copy of " + index, whole.records().get(index));
  }

  private Draw<R> mutated(Mutation<R> mutation, int index, RandomGenerator random) {
    R changed = mutation.change().apply(whole.records().get(index), random);
    return new Draw<>(mutation.name() + ", from " + index, changed);
  }
}
