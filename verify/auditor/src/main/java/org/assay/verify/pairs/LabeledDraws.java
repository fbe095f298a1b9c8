package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.LabeledPairs.FeatureBounds;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.trial.AdjacentPair;

/** Makes the pairs that {@link LabeledPairs} describes. */
final class LabeledDraws<L> {
  private final AdjacencyRelation adjacency;
  private final FeatureBounds features;
  private final L label;
  private final L other;
  private final Function<RandomGenerator, L> labels;
  private final Sizes sizes;

  /** Pairs of tables with two leading labels and a source of further labels. */
  LabeledDraws(
      AdjacencyRelation adjacency,
      FeatureBounds features,
      L label,
      L other,
      Function<RandomGenerator, L> labels,
      Sizes sizes) {
    if (adjacency == AdjacencyRelation.ZERO_OUT) {
      throw new IllegalArgumentException(
          "adjacency was zero-out: no labelled record contributes nothing, take add-remove or"
              + " replace-one");
    }
    this.adjacency = adjacency;
    this.features = features;
    this.label = label;
    this.other = other;
    this.labels = labels;
    this.sizes = sizes;
  }

  PairFamily<List<Labeled<L>>> family() {
    LeadingPairs<List<Labeled<L>>> leads = new LeadingPairs<>(adjacency);
    List<IntFunction<Arrival<Labeled<L>>>> scenes = scenes();
    for (int scene = 0; scene < scenes.size(); scene++) {
      lead(leads, scenes.get(scene), sizes.leading(), scene);
    }
    if (adjacency == AdjacencyRelation.ADD_OR_REMOVE) {
      lead(leads, this::leverage, sizes.jumps(), 0);
    }
    lead(leads, this::small, sizes.leading(), 0);
    return leads.then(this::drawn);
  }

  /** Leading pairs of every size, with the record at the places in turn. */
  private void lead(
      LeadingPairs<List<Labeled<L>>> leads,
      IntFunction<Arrival<Labeled<L>>> scene,
      List<Integer> numbers,
      int firstPlace) {
    int turn = firstPlace;
    for (int size : numbers) {
      Place place = Place.turn(turn++);
      leads.addLazily(random -> scene.apply(size).at(place, adjacency));
    }
  }

  private List<IntFunction<Arrival<Labeled<L>>>> scenes() {
    List<IntFunction<Arrival<Labeled<L>>>> scenes = new ArrayList<>();
    scenes.add(this::leverage);
    scenes.add(this::lastOfItsClass);
    scenes.add(this::nothingBefore);
    if (features.size() > 1) {
      scenes.add(this::newDirection);
    }
    scenes.add(this::bothBounds);
    scenes.add(this::duplicate);
    scenes.add(this::labelAlone);
    return scenes;
  }

  /** Records of which the last one alone determines the model. */
  private Arrival<Labeled<L>> leverage(int size) {
    Labeled<L> small = new Labeled<>(features.all(Range::small), label);
    return copies(size, "small", small, "far from the others", far(label), small);
  }

  private Arrival<Labeled<L>> lastOfItsClass(int size) {
    Labeled<L> ordinary = new Labeled<>(features.all(Range::middle), label);
    Labeled<L> last = new Labeled<>(features.all(Range::middle), other);
    return copies(size, "ordinary", ordinary, "the last of its class", last, ordinary);
  }

  /** Records whose sum of squares is 0 without the last one, if 0 is within the bounds. */
  private Arrival<Labeled<L>> nothingBefore(int size) {
    Labeled<L> nothing = new Labeled<>(features.all(Range::near), label);
    return copies(size, "nearest to 0", nothing, "all there is", far(label), nothing);
  }

  /** Records that lie on a line through the first axis, except the last one. */
  private Arrival<Labeled<L>> newDirection(int size) {
    Labeled<L> first = new Labeled<>(features.along(0), label);
    Labeled<L> last = new Labeled<>(features.along(features.size() - 1), label);
    return copies(size, "on one line", first, "off the line", last, first);
  }

  private Arrival<Labeled<L>> bothBounds(int size) {
    Labeled<L> up = new Labeled<>(features.alternating(Range::low, Range::high), label);
    Labeled<L> down = new Labeled<>(features.alternating(Range::high, Range::low), other);
    List<Labeled<L>> corners = List.of(far(label), opposite(other));
    return new Arrival<>(
        size + " records at both bounds",
        cycled(corners, size),
        new Draw<>("at another corner", up),
        down);
  }

  private Arrival<Labeled<L>> duplicate(int size) {
    Labeled<L> copied = far(label);
    return copies(size, "equal", copied, "one more of them", copied, opposite(other));
  }

  private Arrival<Labeled<L>> labelAlone(int size) {
    List<Labeled<L>> both = List.of(far(label), far(other));
    return new Arrival<>(
        size + " records that differ in their labels",
        cycled(both, size),
        new Draw<>("one more of a label", far(label)),
        far(other));
  }

  /** A small record among records that are as far from 0 as the bounds allow. */
  private Arrival<Labeled<L>> small(int size) {
    Labeled<L> nearest = new Labeled<>(features.all(Range::near), label);
    return copies(size, "far from 0", far(label), "nearest to 0", nearest, far(label));
  }

  private Arrival<Labeled<L>> copies(
      int size,
      String kind,
      Labeled<L> common,
      String origin,
      Labeled<L> record,
      Labeled<L> instead) {
    return new Arrival<>(
        size + " records, " + kind,
        Collections.nCopies(size, common),
        new Draw<>(origin, record),
        instead);
  }

  private static <R> List<R> cycled(List<R> kinds, int size) {
    List<R> records = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      records.add(kinds.get(i % kinds.size()));
    }
    return records;
  }

  private Labeled<L> far(L itsLabel) {
    return new Labeled<>(features.all(Range::far), itsLabel);
  }

  private Labeled<L> opposite(L itsLabel) {
    return new Labeled<>(features.all(Range::opposite), itsLabel);
  }

  private AdjacentPair<List<Labeled<L>>> drawn(RandomGenerator random) {
    int size = sizes.drawn(random);
    boolean oneClass = random.nextInt(4) == 0;
    L common = labels.apply(random);
    List<Labeled<L>> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      others.add(record(random, oneClass ? common : labels.apply(random)));
    }
    boolean copied = size > 0 && random.nextInt(4) == 0;
    Labeled<L> record = copied ? Draws.pick(others, random) : record(random, labels.apply(random));
    Labeled<L> instead = record(random, labels.apply(random));
    if (instead.equals(record)) {
      instead = record.equals(far(label)) ? opposite(label) : far(label);
    }
    String name = size + " records" + (oneClass ? " of one label" : "");
    Draw<Labeled<L>> draw = new Draw<>(copied ? "a copy" : "drawn", record);
    return new Arrival<>(name, others, draw, instead).at(random.nextInt(size + 1), adjacency);
  }

  /** A random record: ordinary, small, at a corner of the bounds, or 0. */
  private Labeled<L> record(RandomGenerator random, L itsLabel) {
    List<Double> values =
        switch (random.nextInt(4)) {
          case 0 -> features.all(Range::small);
          case 1 -> features.all(range -> range.at(random.nextInt(2)));
          case 2 -> features.along(random.nextInt(features.size()));
          default -> features.all(range -> range.at(random.nextDouble()));
        };
    return new Labeled<>(values, itsLabel);
  }
}
