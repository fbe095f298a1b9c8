package org.assay.cli.internal.canaries;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.training.CoinCheck;

/** Statements that a table must make, since nothing in it could show them. */
final class Declared {
  static final String COINS = "coins";
  static final String RULE = "rule";
  static final String RUNS = "runs";
  static final String ADJACENCY = "adjacency";

  static final String FAIR = "independent fair";
  static final String FIXED = "fixed before the scores";
  static final String INDEPENDENT = "independent";

  private Declared() {}

  static void requireFairCoins(Table table) {
    table.requireDeclared(
        COINS,
        FAIR,
        "every canary must have been included by a fair coin of its own, independent of all else");
  }

  static void requireFixedRule(Table table) {
    table.requireDeclared(
        RULE,
        FIXED,
        "guesses by a rule, and scores by an attack, that were chosen after looking at coins or"
            + " scores prove nothing");
  }

  static void requireIndependentRuns(Table table) {
    table.requireDeclared(
        RUNS, INDEPENDENT, "runs must have nothing in common but the algorithm and its data");
  }

  static AdjacencyRelation adjacency(Table table) {
    Cell cell =
        table
            .declared(ADJACENCY)
            .orElseThrow(
                () ->
                    new InputException(
                        table.source()
                            + ": declares no adjacency: say what taking a canary out means,"
                            + " add-remove, replace-one or zero-out"));
    return AdjacencyOption.read(cell.place() + ": " + ADJACENCY, cell.text());
  }

  /** The message that coins are unlikely to be what they are declared to be. */
  static String unlikely(String problem) {
    return problem
        + ": independent fair coins look like that with probability below "
        + CoinCheck.FALSE_ALARM;
  }
}
