package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;

/**
 * Neighbours that move many counting queries at once, in the patterns commonly searched: all up,
 * one up, one up and the rest down, half up and half down, each on a flat and on a full dataset.
 */
final class QueryPairs {
  private final int questions;
  private final Row none = new Row(0);
  private final Row all;
  private final Row first;
  private final Row others;
  private final Row firstHalf;
  private final Row secondHalf;

  QueryPairs(int questions) {
    this.questions = questions;
    int mask = (1 << questions) - 1;
    int half = (1 << (questions / 2)) - 1;
    this.all = new Row(mask);
    this.first = new Row(1);
    this.others = new Row(mask & ~1);
    this.firstHalf = new Row(half);
    this.secondHalf = new Row(mask & ~half);
  }

  /** Every question is answered by none before and by one after. */
  AdjacentPair<List<Row>> allUp() {
    return pair("all questions up", List.of(none), all);
  }

  AdjacentPair<List<Row>> oneAgainstRest() {
    return pair("one question down, all others up", List.of(first), others);
  }

  AdjacentPair<List<Row>> halves() {
    return pair("first half down, second half up", List.of(firstHalf), secondHalf);
  }

  /** From all 1 to 2 for the first half and 0 for the second. */
  AdjacentPair<List<Row>> halvesOnOnes() {
    return pair("ones: first half up, second half down", List.of(secondHalf, firstHalf), firstHalf);
  }

  /** From all 1 to 2 for the first and 0 for the others. */
  AdjacentPair<List<Row>> oneOnOnes() {
    return pair("ones: one question up, all others down", List.of(others, first), first);
  }

  List<AdjacentPair<List<Row>>> family() {
    List<AdjacentPair<List<Row>>> pairs = new ArrayList<>();
    pairs.add(allUp());
    pairs.add(pair("one question up", List.of(none), first));
    pairs.add(pair("all other questions up", List.of(none), others));
    pairs.add(oneAgainstRest());
    pairs.add(pair("one question down, another up", List.of(first), new Row(2)));
    pairs.add(halves());
    pairs.add(halvesOnOnes());
    pairs.add(oneOnOnes());
    return List.copyOf(pairs);
  }

  /**
   * The pairs whose answers are 0 or 1. Between two candidates the exponential mechanism without
   * the 2 loses exactly epsilon on them, but more on others: from (1, 1) to (2, 0) it loses 1.43
   * times epsilon, in the limit twice.
   */
  List<AdjacentPair<List<Row>>> ofOneRow() {
    return family().stream().filter(pair -> pair.left().size() == 1).toList();
  }

  /** The first row replaced; the direction is that of the answers. */
  private AdjacentPair<List<Row>> pair(String pattern, List<Row> rows, Row replacement) {
    AdjacentPair<List<Row>> plain = ListPairs.replaceOne(rows, 0, replacement);
    String description = questions + " questions, " + pattern;
    double[] direction = Row.counts(plain.right(), questions);
    double[] before = Row.counts(plain.left(), questions);
    for (int i = 0; i < questions; i++) {
      direction[i] -= before[i];
    }
    return AdjacentPair.of(description, plain.left(), plain.right(), plain.adjacency())
        .withCanaryDirection(direction);
  }
}
