package org.assay.accountant.meaning;

import java.util.Optional;
import java.util.Random;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The costliest program that an event may stand for, as far as a search on tiny databases finds it.
 * Whatever it returns is attained by a program that is written down, so it is a true lower bound of
 * the worst case; it shares nothing with the analyses.
 */
final class Meaning {
  private static final int MOST_OTHERS = 2;
  private static final int MOST_RECORDS = 6;

  private final DpEvent event;
  private final AdjacencyRelation relation;
  private final Fraction factor;
  private final Random random;
  private Optional<Run> best = Optional.empty();

  private Meaning(DpEvent event, AdjacencyRelation relation, Fraction factor, Random random) {
    this.event = event;
    this.relation = relation;
    this.factor = factor;
    this.random = random;
  }

  /**
   * Searches.
   *
   * @param event a tree of finite leaves
   * @param relation of the two databases
   * @param factor e to the epsilon at which the divergence is to be large
   * @param restarts how often the search begins anew
   * @param random what the search draws from
   * @return what it found
   * @throws IllegalArgumentException if the event contradicts itself
   */
  static Attained atLeast(
      DpEvent event, AdjacencyRelation relation, Fraction factor, int restarts, Random random) {
    Meaning meaning = new Meaning(event, relation, factor, random);
    for (int restart = 0; restart < restarts; restart++) {
      meaning.search();
    }
    return meaning.best.orElseThrow().attained();
  }

  private void search() {
    Run run = new Run(program(), event.adjacency(), factor, random);
    run.improveSplits();
    if (best.isEmpty() || run.value() > best.get().value()) {
      best = Optional.of(run);
    }
  }

  /** Two neighbouring databases, in a random order; few records, or the search takes long. */
  private Program program() {
    Size size = Size.of(event).orElseThrow(() -> new IllegalArgumentException(noProgram()));
    boolean full = relation != AdjacencyRelation.ADD_OR_REMOVE || random.nextInt(4) == 0;
    boolean inOrder = random.nextBoolean();
    int least = Math.max(size.least() - 1, 0);
    int others = size.exact() ? least : Math.max(random.nextInt(MOST_OTHERS + 1), least);
    Program program = program(others, full, inOrder);
    while (others > least && program.mostRecords() > MOST_RECORDS) {
      program = program(--others, full, inOrder);
    }
    return program;
  }

  private Program program(int others, boolean full, boolean inOrder) {
    int[] with = database(others, Row.FIRST);
    int[] without =
        switch (relation) {
          case ADD_OR_REMOVE -> database(others);
          case REPLACE_ONE -> database(others, Row.SECOND);
          case ZERO_OUT -> database(others, Row.NULL);
        };
    return new Program(event, inOrder ? with : without, inOrder ? without : with, full);
  }

  private String noProgram() {
    return "event was " + Shape.of(event) + ": no program has this form, its sizes contradict";
  }

  private static int[] database(int others, int... values) {
    int[] rows = new int[others + values.length];
    for (int i = 0; i < values.length; i++) {
      rows[i] = Row.of(0, values[i]);
    }
    for (int i = 0; i < others; i++) {
      rows[values.length + i] = Row.of(i + 1, Row.PLAIN);
    }
    return rows;
  }
}
