package org.assay.cli.internal.canaries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.training.CoinCheck;
import org.assay.verify.training.InRunAudit;
import org.assay.verify.training.InRunReport;
import org.assay.verify.training.StepClaim;

/**
 * The steps of a training that ran elsewhere and tossed the coins of its steps itself.
 *
 * @param table a row for each step, in order
 */
record RecordedSteps(Table table) {
  private static final String STEP = "step";
  private static final String INCLUDED = "included";
  private static final String PROJECTION = "projection";

  static RecordedSteps read(Path file) {
    Table table = TableReader.read(file);
    table.requireKnown(
        List.of(Declared.COINS, Declared.ADJACENCY), List.of(STEP, INCLUDED, PROJECTION));
    Declared.requireFairCoins(table);
    return new RecordedSteps(table);
  }

  AdjacencyRelation adjacency() {
    return Declared.adjacency(table);
  }

  /** Bets on each step are placed by the steps before it. */
  InRunReport audit(StepClaim claim, double errorProbability) {
    boolean[] coins = coins();
    InRunAudit audit = InRunAudit.of(claim, adjacency(), errorProbability, 0);
    for (int i = 0; i < coins.length; i++) {
      audit.observe(coins[i], table.get(table.rows().get(i), PROJECTION).number());
    }
    return audit.report();
  }

  /** Rows in another order, such as that of the projections, would make true claims look false. */
  private boolean[] coins() {
    List<Map<String, Cell>> rows = table.rows();
    boolean[] coins = new boolean[rows.size()];
    boolean[] repeated = new boolean[Math.max(1, coins.length - 1)];
    for (int i = 0; i < coins.length; i++) {
      Cell step = table.get(rows.get(i), STEP);
      if (step.count() != i + 1) {
        throw step.invalid("rows must be the steps in their order, counted from 1");
      }
      coins[i] = table.get(rows.get(i), INCLUDED).flag();
      if (i > 0) {
        repeated[i - 1] = coins[i] == coins[i - 1];
      }
    }
    CoinCheck.problem(List.of(coins)).ifPresent(this::refuse);
    CoinCheck.problem(List.of(repeated))
        .ifPresent(problem -> refuse("of steps with the coin of the step before: " + problem));
    return coins;
  }

  private void refuse(String problem) {
    throw new InputException(table.source() + ": " + Declared.unlikely(problem));
  }
}
