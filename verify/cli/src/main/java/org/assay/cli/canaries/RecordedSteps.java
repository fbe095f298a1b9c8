package org.assay.cli.canaries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.input.InputException;
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
  private static final String INCLUDED = "included";
  private static final String PROJECTION = "projection";

  static RecordedSteps read(Path file) {
    Table table = TableReader.read(file);
    table.requireKnown(
        List.of(Declared.COINS, Declared.ADJACENCY), List.of("step", INCLUDED, PROJECTION));
    Declared.requireFairCoins(table);
    return new RecordedSteps(table);
  }

  AdjacencyRelation adjacency() {
    return Declared.adjacency(table);
  }

  /** Bets on each step are placed by the steps before it, in the order of the rows. */
  InRunReport audit(StepClaim claim, double errorProbability) {
    List<Map<String, Cell>> rows = table.rows();
    boolean[] coins = new boolean[rows.size()];
    InRunAudit audit = InRunAudit.of(claim, adjacency(), errorProbability, 0);
    for (int i = 0; i < coins.length; i++) {
      coins[i] = table.get(rows.get(i), INCLUDED).flag();
      audit.observe(coins[i], table.get(rows.get(i), PROJECTION).number());
    }
    CoinCheck.problem(List.of(coins)).ifPresent(this::refuse);
    return audit.report();
  }

  private void refuse(String problem) {
    throw new InputException(table.source() + ": " + Declared.unlikely(problem));
  }
}
