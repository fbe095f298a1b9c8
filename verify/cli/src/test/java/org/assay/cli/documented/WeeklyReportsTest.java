package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.Durability;
import org.assay.accountant.budget.JournalPlace;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a week of reports leaves of the budget of a team. */
class WeeklyReportsTest {
  private static final AdjacencyRelation RELATION = AdjacencyRelation.ADD_OR_REMOVE;

  /** Seven daily counts fit into the share of the team, and leave three tenths. */
  @Test
  void aWeekFitsIntoTheShareOfTheTeam(@TempDir Path directory) {
    JournalPlace place = JournalPlace.of(directory.resolve("budgets"), Durability.FSYNC);
    DpEvent count = DpEvent.parse("laplace(10)", RELATION);
    try (BudgetStore store = BudgetStore.open(place)) {
      store.create("organisation", new Guarantee.Pure(2, RELATION));
      Budget team = store.create("organisation/team", new Guarantee.Pure(1, RELATION));
      for (int day = 1; day <= 7; day++) {
        assertTrue(team.charge(count, "count of day " + day).granted());
      }
    }
    try (BudgetStore store = BudgetStore.open(place)) {
      Budget team = store.budget("organisation/team");
      assertEquals("0.3", team.remaining().get(0).remaining().lowerDecimal());
      assertEquals(
          "1.3", store.budget("organisation").remaining().get(0).remaining().lowerDecimal());
      assertEquals(3, team.mostTimes(count));
      assertFalse(team.fits(DpEvent.pure(0.4, RELATION)));
    }
  }
}
