package org.assay.cli.relations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/** What must hold between the answers about related events; every relation fails with words. */
final class Relations {
  /** Where deltas are compared. */
  static final double EPSILON = 0.5;

  private Relations() {}

  /** Two descriptions of one thing: the same bound, or refused both, on every route. */
  static void same(Tree first, Tree second, AdjacencyRelation wanted) {
    for (Route route : Route.values()) {
      Optional<Enclosure> one = route.of(first, wanted, EPSILON);
      Optional<Enclosure> other = route.of(second, wanted, EPSILON);
      String words =
          route + " under " + wanted + ": " + first + " " + one + ", " + second + " " + other;
      assertEquals(one.isPresent(), other.isPresent(), words);
      if (one.isPresent()) {
        assertAtMost(one.get().upper(), other.get().upper(), route.slack(), words);
        assertAtMost(other.get().upper(), one.get().upper(), route.slack(), words);
      }
    }
  }

  /** What reveals more never has the smaller bound; what is refused for less is so for more. */
  static void atMost(Tree less, Tree more, AdjacencyRelation wanted) {
    for (Route route : Route.values()) {
      Optional<Enclosure> low = route.of(less, wanted, EPSILON);
      Optional<Enclosure> high = route.of(more, wanted, EPSILON);
      if (low.isPresent() && high.isPresent()) {
        String words =
            route + " under " + wanted + ": " + less + " " + low + ", " + more + " " + high;
        assertAtMost(low.get().upper(), high.get().upper(), route.slack(), words);
      }
    }
  }

  /** The tightest bound is the least of all, and no lower end of it is above any upper end. */
  static void tightestIsLeast(Tree tree, AdjacencyRelation wanted) {
    Map<Route, Enclosure> answers = new EnumMap<>(Route.class);
    for (Route route : Route.values()) {
      route.of(tree, wanted, EPSILON).ifPresent(answer -> answers.put(route, answer));
    }
    Enclosure tightest = answers.get(Route.TIGHTEST);
    String words = tree + " under " + wanted + ": " + answers;
    if (tightest == null) {
      assertEquals(Map.of(), answers, words);
      return;
    }
    boolean exact =
        TightestBound.of(tree.event(), wanted).withAccuracy(1e-2).delta(EPSILON).method().exact();
    for (Enclosure answer : answers.values()) {
      assertAtMost(tightest.upper(), answer.upper(), Route.TIGHTEST.slack(), words);
      assertTrue(!exact || tightest.lower() <= answer.upper(), words);
    }
  }

  static void everyCoinJoins(Tree tree, AdjacencyRelation wanted) {
    same(tree, tree.poisson(1), wanted);
  }

  static void allAreChosen(Tree tree, AdjacencyRelation wanted) {
    same(tree, tree.fixedSize(4, 4), wanted);
  }

  static void oneDraw(Tree tree, AdjacencyRelation wanted) {
    same(tree.fixedSize(1, 4), tree.withReplacement(1, 4), wanted);
  }

  static void order(Tree first, Tree second, AdjacencyRelation wanted) {
    Tree both = Tree.sequence(first, second);
    same(both, Tree.sequence(second, first), wanted);
    same(first.times(3), Tree.sequence(first, first, first), wanted);
    same(first.times(1), first, wanted);
    atMost(first, both, wanted);
    atMost(second, both, wanted);
    atMost(first, first.times(2), wanted);
  }

  static void wrappers(Tree tree, AdjacencyRelation wanted) {
    same(tree, tree.group(1), wanted);
    same(tree, tree.alone(ParallelEvent.Assignment.BY_SLOT), wanted);
    // A replaced record may change its part, so this may be refused, but not cost something else.
    Tree byValue = tree.alone(ParallelEvent.Assignment.BY_VALUE);
    atMost(tree, byValue, wanted);
    atMost(byValue, tree, wanted);
    atMost(tree, tree.group(2), wanted);
    atMost(tree.poisson(0.25), tree.poisson(0.5), wanted);
    atMost(tree.fixedSize(1, 4), tree.fixedSize(2, 4), wanted);
    atMost(tree.withReplacement(1, 4), tree.withReplacement(2, 4), wanted);
  }

  /** Sampling does not add to what a mechanism costs; sequences are sampled by their epsilon. */
  static void sampling(Tree leaf, AdjacencyRelation wanted) {
    atMost(leaf.poisson(0.5), leaf, wanted);
    atMost(leaf.fixedSize(2, 4), leaf, wanted);
  }

  /** Steps of the size from much noise to little. */
  static void lessNoise(String kind, AdjacencyRelation own, AdjacencyRelation wanted) {
    for (BiFunction<Tree, Integer, Tree> made :
        List.<BiFunction<Tree, Integer, Tree>>of(
            (leaf, i) -> leaf,
            (leaf, i) -> leaf.poisson(0.25),
            (leaf, i) -> leaf.fixedSize(1, 4))) {
      for (int i = 0; i < 3; i++) {
        Tree noisy = made.apply(Tree.leaf(kind, 0.25 * i, own), i);
        Tree precise = made.apply(Tree.leaf(kind, 0.25 * (i + 1), own), i);
        atMost(noisy, precise, wanted);
      }
    }
  }

  static void assertAtMost(double low, double high, double slack, String words) {
    assertTrue(low <= high * slack + 1e-13, words);
  }
}
