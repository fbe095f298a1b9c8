package org.assay.cli.relations;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Relations between the bounds of related events, on every route from an event to a bound. */
class EventRelationsProperties {
  /** Two events under one relation, and the relation that they are accounted for under. */
  record Case(Tree first, Tree second, AdjacencyRelation wanted) {}

  @Provide
  Arbitrary<Case> leaves() {
    return cases(false);
  }

  @Provide
  Arbitrary<Case> trees() {
    return cases(true);
  }

  private static Arbitrary<Case> cases(boolean composed) {
    Arbitrary<Case> own =
        Arbitraries.of(ADD_OR_REMOVE, REPLACE_ONE, ZERO_OUT)
            .flatMap(relation -> cases(composed, relation, relation));
    return Arbitraries.oneOf(own, cases(composed, ADD_OR_REMOVE, REPLACE_ONE));
  }

  private static Arbitrary<Case> cases(
      boolean composed, AdjacencyRelation own, AdjacencyRelation wanted) {
    Arbitrary<Tree> trees = composed ? Tree.trees(own) : Tree.leaves(own);
    return Combinators.combine(trees, trees).as((one, other) -> new Case(one, other, wanted));
  }

  @Property(tries = 24, seed = "20261123")
  void samplesThatEveryRecordJoinsAreNoSamples(@ForAll("leaves") Case some) {
    Relations.everyCoinJoins(some.first(), some.wanted());
  }

  @Property(tries = 24, seed = "20261123")
  void samplesOfAllRecordsAreNoSamples(@ForAll("leaves") Case some) {
    Relations.allAreChosen(some.first(), some.wanted());
  }

  @Property(tries = 24, seed = "20261123")
  void oneDrawIsOneRecord(@ForAll("leaves") Case some) {
    Relations.oneDraw(some.first(), some.wanted());
  }

  @Property(tries = 24, seed = "20261123")
  void samplingAddsNothing(@ForAll("leaves") Case some) {
    Relations.sampling(some.first(), some.wanted());
  }

  @Tag("slow")
  @Property(tries = 4, seed = "20261123")
  void onlyCountsMatter(@ForAll("trees") Case some) {
    Relations.order(some.first(), some.second(), some.wanted());
  }

  @Property(tries = 8, seed = "20261123")
  void wrappersOfOneChangeNothing(@ForAll("leaves") Case some) {
    Relations.wrappers(some.first(), some.wanted());
  }

  @Property(tries = 24, seed = "20261123")
  void theTightestIsTheLeast(@ForAll("trees") Case some) {
    Relations.tightestIsLeast(some.first(), some.wanted());
  }

  @Property(tries = 4, seed = "20261123")
  void moreNoiseNeverCostsMore(@ForAll("leaves") Case some) {
    String kind = some.first().file().replaceAll("\\{([a-z-]*):.*", "$1");
    Relations.lessNoise(kind, some.first().adjacency(), some.wanted());
  }

  @Tag("slow")
  @Property(tries = 15, seed = "20261123")
  void samplingEverythingOfTreesIsNoSampling(@ForAll("trees") Case some) {
    Relations.everyCoinJoins(some.first(), some.wanted());
    Relations.allAreChosen(some.first(), some.wanted());
    Relations.oneDraw(some.first(), some.wanted());
  }

  @Tag("slow")
  @Property(tries = 15, seed = "20261124")
  void onlyCountsMatterInManyTrees(@ForAll("trees") Case some) {
    Relations.order(some.first(), some.second(), some.wanted());
  }

  @Tag("slow")
  @Property(tries = 15, seed = "20261124")
  void wrappersOfOneChangeNoTree(@ForAll("trees") Case some) {
    Relations.wrappers(some.first(), some.wanted());
  }

  @Tag("slow")
  @Property(tries = 36, seed = "20261124")
  void theTightestIsTheLeastOfManyTrees(@ForAll("trees") Case some) {
    Relations.tightestIsLeast(some.first(), some.wanted());
  }
}
