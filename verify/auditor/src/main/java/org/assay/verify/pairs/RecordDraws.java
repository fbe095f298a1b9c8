package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.trial.AdjacentPair;

/** Makes the pairs that {@link RecordPairs} describes. */
final class RecordDraws<R> {
  private static final int ATTEMPTS = 100;

  private final RecordPairs<R> plan;
  private final AdjacencyRelation adjacency;
  private final Neighbours<R> whole;

  RecordDraws(RecordPairs<R> plan) {
    this.plan = plan;
    this.adjacency = plan.adjacency();
    this.whole =
        new Neighbours<>(adjacency, "all " + plan.dataset().size() + " records", plan.dataset());
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

  /** The two most extreme values, what the dataset offers, then everything else. */
  private void leadWithMore(LeadingPairs<List<R>> leads) {
    List<Draw<R>> values = values();
    int extremes = Math.min(2, values.size());
    values.subList(0, extremes).forEach(value -> leadWithValue(leads, value));
    leadWithCrowds(leads);
    leadWithSeen(leads);
    values.subList(extremes, values.size()).forEach(value -> leadWithValue(leads, value));
    int last = whole.records().size();
    leadWithMutations(leads, (index, draw) -> whole.with(last, draw));
    if (last > 0) {
      values.forEach(value -> leads.addLazily(random -> whole.with(0, value)));
    }
  }

  private void leadWithValue(LeadingPairs<List<R>> leads, Draw<R> value) {
    leads.add(new Neighbours<R>(adjacency, "no records", List.of()).with(0, value));
    int last = whole.records().size();
    if (last > 0) {
      leads.addLazily(random -> whole.with(last, value));
    }
  }

  private void leadWithSeen(LeadingPairs<List<R>> leads) {
    int last = whole.records().size();
    if (last > 0) {
      leads.add(new Neighbours<R>(adjacency, "no records", List.of()).with(0, copyOf(0)));
      leads.addLazily(random -> whole.with(last, copyOf(0)));
      leads.addLazily(random -> whole.without(0));
      leads.addLazily(random -> whole.without(last - 1));
    }
  }

  /** The most extreme value behind the others, or in place of another of them. */
  private void leadWithCrowds(LeadingPairs<List<R>> leads) {
    for (List<R> crowd : plan.crowds()) {
      boolean zeroes = adjacency == AdjacencyRelation.ZERO_OUT;
      R instead = zeroes ? plan.zero().orElseThrow() : crowd.get(0);
      Arrival<R> arrival =
          new Arrival<>(crowd.size() + " equal records", crowd, values().get(0), instead);
      leads.addLazily(random -> arrival.at(crowd.size(), adjacency));
    }
  }

  private void leadWithReplacements(LeadingPairs<List<R>> leads) {
    List<Draw<R>> values = values();
    for (Draw<R> value : values) {
      Neighbours<R> alone =
          new Neighbours<>(adjacency, "one record", List.of(values.get(0).record()));
      leads.add(alone.replacing(0, value));
      leadIfDifferent(leads, 0, value);
    }
    leadWithCrowds(leads);
    leadWithMutations(leads, (index, draw) -> whole.replacing(index, draw));
  }

  private void leadIfDifferent(LeadingPairs<List<R>> leads, int index, Draw<R> value) {
    boolean exists = index >= 0 && index < whole.records().size();
    if (exists && !DatasetEquality.equal(whole.records().get(index), value.record())) {
      leads.addLazily(random -> whole.replacing(index, value));
    }
  }

  private void leadWithZeros(LeadingPairs<List<R>> leads) {
    R zero = plan.zero().orElseThrow();
    for (Draw<R> value : values()) {
      Neighbours<R> alone = new Neighbours<>(adjacency, "one record", List.of(zero));
      leads.add(alone.zeroing(0, value, zero));
      if (!whole.records().isEmpty() && !DatasetEquality.equal(value.record(), zero)) {
        leads.addLazily(random -> whole.zeroing(0, value, zero));
      }
    }
    leadWithCrowds(leads);
    leadWithMutations(leads, (index, draw) -> whole.zeroing(index, draw, zero));
  }

  private void leadWithMutations(
      LeadingPairs<List<R>> leads, BiFunction<Integer, Draw<R>, AdjacentPair<List<R>>> neighbour) {
    if (whole.records().isEmpty()) {
      return;
    }
    for (Mutation<R> mutation : plan.mutations()) {
      leads.addLazily(
          random -> {
            int index = random.nextInt(whole.records().size());
            return neighbour.apply(index, mutated(mutation, index, random));
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
      boolean removes = size > 0 && random.nextInt(3) == 0;
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

  /** The whole dataset, or up to four of its records in a row, or one value of the domain. */
  private Neighbours<R> base(RandomGenerator random) {
    List<R> all = whole.records();
    if (all.isEmpty() || random.nextInt(8) == 0) {
      boolean none = plan.values().isEmpty() || random.nextInt(3) == 0;
      List<R> records = none ? List.of() : List.of(Draws.pick(plan.values(), random));
      return new Neighbours<>(adjacency, "alone " + DataDescription.of(records), records);
    }
    if (random.nextBoolean()) {
      return whole;
    }
    int from = random.nextInt(all.size());
    int to = Math.min(all.size(), from + random.nextInt(5));
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
