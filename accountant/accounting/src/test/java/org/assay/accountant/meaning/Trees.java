package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Random event trees, from the root down: the number of records that a node sees is known where it
 * can be, so that fixed sizes fit.
 */
final class Trees {
  private static final int MOST_RECORDS = 4;
  private static final int MOST_TRANSCRIPTS = 100;
  private static final double MOST_TERMS = 2000;
  private static final int UNKNOWN = 0;

  private final AdjacencyRelation leaves;
  private final AdjacencyRelation asked;
  private final boolean irrational;

  private Trees(AdjacencyRelation leaves, AdjacencyRelation asked, boolean irrational) {
    this.leaves = leaves;
    this.asked = asked;
    this.irrational = irrational;
  }

  /**
   * An event and the relation that it is asked about.
   *
   * @param event a tree
   * @param relation the leaves' own one, or another one that they are restated under
   */
  record Case(DpEvent event, AdjacencyRelation relation) {
    @Override
    public String toString() {
      return Shape.of(event) + " " + event.adjacency() + " asked " + relation;
    }
  }

  /** Trees over leaves with rational laws. */
  static Arbitrary<Case> rational() {
    return cases(false);
  }

  /** The same with Gaussian noise and the like. */
  static Arbitrary<Case> all() {
    return cases(true);
  }

  private static Arbitrary<Case> cases(boolean irrational) {
    return Arbitraries.frequencyOf(
        Tuple.of(
            3, of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.ADD_OR_REMOVE, irrational)),
        Tuple.of(3, of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.REPLACE_ONE, irrational)),
        Tuple.of(3, of(AdjacencyRelation.REPLACE_ONE, AdjacencyRelation.REPLACE_ONE, irrational)),
        Tuple.of(1, of(AdjacencyRelation.ZERO_OUT, AdjacencyRelation.ZERO_OUT, irrational)));
  }

  private static Arbitrary<Case> of(
      AdjacencyRelation leaves, AdjacencyRelation asked, boolean irrational) {
    Trees trees = new Trees(leaves, asked, irrational);
    Arbitrary<Integer> records =
        asked == AdjacencyRelation.REPLACE_ONE
            ? Arbitraries.integers().between(2, MOST_RECORDS)
            : Arbitraries.just(UNKNOWN);
    return Arbitraries.frequency(Tuple.of(1, 1), Tuple.of(4, 2), Tuple.of(5, 3))
        .flatMap(depth -> records.flatMap(n -> trees.tree(new Room(depth, 4, n, 1, false))))
        .filter(Trees::isSmall)
        .map(event -> new Case(event, asked));
  }

  /** Trees under replace-one that may read a single record. */
  static Arbitrary<Case> ofOneRecord() {
    Trees trees = new Trees(AdjacencyRelation.REPLACE_ONE, AdjacencyRelation.REPLACE_ONE, false);
    return trees
        .tree(new Room(2, 4, 1, 1, true))
        .filter(Trees::isSmall)
        .map(event -> new Case(event, AdjacencyRelation.REPLACE_ONE));
  }

  /** Two small events after one another. */
  static Arbitrary<ComposedEvent> sequences() {
    return Arbitraries.of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.REPLACE_ONE)
        .flatMap(
            relation ->
                new Trees(relation, relation, false).tree(new Room(1, 2, 3, 1, false)).tuple2())
        .map(two -> new ComposedEvent(List.of(two.get1(), two.get2())))
        .filter(Trees::isSmall);
  }

  /** Trees that no program can have the form of, as far as their sizes say. */
  static Arbitrary<Case> contradictory() {
    Arbitrary<AdjacencyRelation> leaves =
        Arbitraries.of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.REPLACE_ONE);
    return leaves.flatMap(
        relation -> {
          Trees trees = new Trees(relation, AdjacencyRelation.REPLACE_ONE, false);
          return trees
              .leaf()
              .flatMap(leaf -> Arbitraries.of(contradictions(leaf)))
              .flatMap(event -> Arbitraries.of(wrapped(event)))
              .map(event -> new Case(event, trees.asked));
        });
  }

  private static List<DpEvent> contradictions(DpEvent leaf) {
    DpEvent one = leaf.fixedSizeSampled(1, 3);
    DpEvent drawn = leaf.sampledWithReplacement(1, 3);
    List<DpEvent> all = new ArrayList<>();
    for (DpEvent three : List.of(one, drawn, one.times(2), DpEvent.sequence(leaf, drawn))) {
      all.add(three.fixedSizeSampled(2, 4));
      all.add(three.fixedSizeSampled(5, 10));
      all.add(three.sampledWithReplacement(2, 4));
      all.add(three.forGroupsOf(3).fixedSizeSampled(2, 4));
      all.add(three.poissonSampled(0.5));
      all.add(DpEvent.sequence(three, leaf.fixedSizeSampled(1, 4)));
      all.add(DpEvent.sequence(three, leaf, leaf.sampledWithReplacement(1, 2)).times(2));
      all.add(DpEvent.parallel(three, leaf).fixedSizeSampled(3, 4));
      all.add(DpEvent.sequence(DpEvent.parallel(three, one), leaf.fixedSizeSampled(1, 3)));
      if (leaf.adjacency() == AdjacencyRelation.ADD_OR_REMOVE) {
        all.add(Events.byValue(three, leaf));
      }
    }
    return all;
  }

  /** The contradiction further down in the tree. */
  private static List<DpEvent> wrapped(DpEvent event) {
    return List.of(
        event,
        event.times(2),
        event.forGroupsOf(1),
        DpEvent.sequence(DpEvent.pure(1, event.adjacency()), event),
        DpEvent.parallel(event, DpEvent.pure(1, event.adjacency())));
  }

  private static boolean isSmall(DpEvent event) {
    int transcripts = Shape.transcripts(event);
    return transcripts <= MOST_TRANSCRIPTS && Shape.worlds(event, 2) * transcripts <= MOST_TERMS;
  }

  /**
   * What a node may use.
   *
   * @param depth how many wrappers
   * @param calls how many leaves
   * @param records how many records its input has, if that is known
   * @param owned how many records a unit owns
   * @param sampled whether a sampler stands above
   */
  private record Room(int depth, int calls, int records, int owned, boolean sampled) {
    Room deeper(int seen, boolean nowSampled) {
      return new Room(depth - 1, calls, seen, owned, sampled || nowSampled);
    }

    Room owning(int each) {
      return new Room(depth - 1, calls, each * records, each * owned, sampled);
    }

    Room shared() {
      return new Room(depth - 1, calls / 2, records, owned, sampled);
    }

    Room value() {
      return new Room(depth - 1, calls / 2, UNKNOWN, owned, true);
    }

    Room part(int seen) {
      return new Room(depth - 1, calls / 2, seen, owned, sampled);
    }
  }

  private Arbitrary<DpEvent> tree(Room room) {
    if (room.depth() == 0) {
      return leaf();
    }
    List<Tuple.Tuple2<Integer, Arbitrary<DpEvent>>> kinds = new ArrayList<>();
    kinds.add(Tuple.of(1, leaf()));
    kinds.add(Tuple.of(leaves == AdjacencyRelation.REPLACE_ONE ? 1 : 4, poisson(room)));
    if (room.records() > 0) {
      kinds.add(Tuple.of(room.sampled() ? 2 : 6, fixed(room)));
    }
    if (room.records() > 1) {
      kinds.add(Tuple.of(room.sampled() ? 1 : 3, draws(room)));
    }
    if (room.records() <= 2 && room.owned() == 1) {
      kinds.add(Tuple.of(3, tree(room.owning(2)).map(e -> e.forGroupsOf(2))));
    }
    if (room.calls() > 1) {
      kinds.addAll(branches(room));
    }
    return Arbitraries.frequencyOf(kinds);
  }

  private List<Tuple.Tuple2<Integer, Arbitrary<DpEvent>>> branches(Room room) {
    Arbitrary<DpEvent> child = tree(room.shared());
    return List.of(
        Tuple.of(room.sampled() ? 7 : 3, bySlot(room)),
        Tuple.of(leaves == AdjacencyRelation.ADD_OR_REMOVE ? 5 : 1, byValue(room)),
        Tuple.of(2, child.map(e -> e.times(2))),
        Tuple.of(2, child.tuple2().map(two -> DpEvent.sequence(two.get1(), two.get2()))));
  }

  private Arbitrary<DpEvent> poisson(Room room) {
    return Arbitraries.of(0.5, 0.25, 0.75, 1 / 3.0)
        .flatMap(q -> tree(room.deeper(UNKNOWN, true)).map(e -> e.poissonSampled(q)));
  }

  private Arbitrary<DpEvent> fixed(Room room) {
    int n = room.records();
    return Arbitraries.integers()
        .between(1, n > 1 && !room.sampled() ? n - 1 : n)
        .flatMap(m -> tree(room.deeper(m, m < n)).map(e -> e.fixedSizeSampled(m, n)));
  }

  private Arbitrary<DpEvent> draws(Room room) {
    int n = room.records();
    return Arbitraries.integers()
        .between(1, 2)
        .flatMap(m -> tree(room.deeper(m, true)).map(e -> e.sampledWithReplacement(m, n)));
  }

  private Arbitrary<DpEvent> bySlot(Room room) {
    if (room.sampled() || room.records() < 2) {
      return tree(room.part(UNKNOWN)).tuple2().map(two -> Events.bySlot(two.get1(), two.get2()));
    }
    return Arbitraries.integers()
        .between(1, room.records() - 1)
        .flatMap(
            n ->
                tree(room.part(n))
                    .flatMap(
                        one ->
                            tree(room.part(room.records() - n))
                                .map(two -> Events.bySlot(one, two))));
  }

  private Arbitrary<DpEvent> byValue(Room room) {
    return tree(room.value()).tuple2().map(two -> Events.byValue(two.get1(), two.get2()));
  }

  /** Two laws with one outcome that tells nothing. */
  static DpEvent pair(AdjacencyRelation relation) {
    List<Rational> left =
        List.of(Rational.parse("1/2"), Rational.parse("1/3"), Rational.parse("1/6"));
    return PairEvent.of(left, List.of(left.get(2), left.get(1), left.get(0)), relation);
  }

  private Arbitrary<DpEvent> leaf() {
    double two = Exponential.logUp(Fraction.of(2));
    double three = Exponential.logUp(Fraction.of(3));
    double scale = Exponential.scaleDown(Fraction.of(2));
    List<DpEvent> all = new ArrayList<>();
    all.add(DpEvent.pure(two, leaves));
    all.add(DpEvent.pure(three, leaves));
    all.add(DpEvent.randomizedResponse(0.75, leaves));
    all.add(DpEvent.randomizedResponse(0.75, leaves));
    all.add(new RandomizedResponseEvent(3, 0.5, leaves));
    all.add(new ApproximateEvent(0, 0.125, leaves));
    all.add(new ApproximateEvent(two, 0.125, leaves));
    all.add(new ExponentialMechanismEvent(two, leaves));
    all.add(new PermuteAndFlipEvent(two, leaves));
    all.add(new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.EXPONENTIAL, two, leaves));
    all.add(new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.GUMBEL, three, leaves));
    all.add(DpEvent.discreteLaplace(scale, new Sensitivity(1, leaves)));
    all.add(DpEvent.discreteLaplace(scale, new Sensitivity(2, leaves)));
    all.add(DpEvent.laplace(scale, Sensitivity.unit(leaves)));
    all.add(new BinomialEvent(3, 0.5, new Sensitivity(1, leaves)));
    all.add(pair(leaves));
    if (irrational) {
      all.add(DpEvent.gaussian(1, Sensitivity.unit(leaves)));
      all.add(DpEvent.gaussian(2, Sensitivity.unit(leaves)));
      all.add(DpEvent.discreteGaussian(1, new Sensitivity(1, leaves)));
      all.add(new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.LAPLACE, two, leaves));
    }
    return Arbitraries.of(all);
  }
}
