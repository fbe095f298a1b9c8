package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Failures that only a database can have. */
abstract class BudgetDatabaseContract extends BudgetStoreContract {
  abstract DataSource source();

  @Override
  ChargeTable open() {
    return JdbcTable.open(source(), "of a test", Duration.ofSeconds(2));
  }

  final void execute(String sql) throws SQLException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertDamaged(String sql, String where) throws SQLException {
    store().create("team", ONE);
    Budget leaf = store().create("team/a", ONE);
    for (int i = 0; i < 3; i++) {
      leaf.charge(TENTH, "weekly");
    }
    store().verify(Map.of());
    execute(sql);
    var thrown = assertThrows(JournalException.class, () -> store().verify(Map.of()));
    assertTrue(String.valueOf(thrown.getMessage()).contains(where), thrown::toString);
  }

  @Test
  void aChangedRowIsRefused() throws SQLException {
    assertDamaged(
        "UPDATE assay_budget_charges SET costs = '0', totals = '1/10'"
            + " WHERE budget = 'team/a' AND sequence = 2",
        "row 2 of budget team/a was changed");
  }

  @Test
  void aChangedLabelIsRefused() throws SQLException {
    assertDamaged(
        "UPDATE assay_budget_charges SET label = 'yearly' WHERE budget = 'team' AND sequence = 1",
        "row 1 of budget team was changed");
  }

  @Test
  void aBudgetWithoutItsFirstRowIsRefused() throws SQLException {
    assertDamaged(
        "DELETE FROM assay_budget_charges WHERE budget = 'team' AND sequence = 0",
        "row 0 of budget team is missing");
    reopenStore();
    for (Executable what :
        List.<Executable>of(
            () -> store().create("team", new Guarantee.Pure(100, ADD_OR_REMOVE)),
            () -> store().budget("team"),
            () -> store().create("team/b", ONE))) {
      var thrown = assertThrows(JournalException.class, what);
      assertTrue(String.valueOf(thrown.getMessage()).contains("row 0"), thrown::toString);
    }
  }

  @Test
  void aBudgetWithoutTheOneAboveIsRefused() throws SQLException {
    store().create("team", ONE);
    store().create("team/a", ONE);
    execute("DELETE FROM assay_budget_charges WHERE budget = 'team'");
    var thrown = assertThrows(JournalException.class, () -> store().verify(Map.of()));
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("budget team above team/a is gone"),
        thrown::toString);
  }

  private void reopenStore() {
    store().close();
    openStore();
  }

  /** A client that may only insert cannot use the store. */
  @Test
  void aRowThatWasMadeUpIsNoAnswer() throws SQLException {
    Budget budget = store().create("team", ONE);
    assertTrue(budget.charge(TENTH, "", "one").granted());
    String forged =
        "INSERT INTO assay_budget_charges VALUES ('team', %d, '%s', 'team', '0', '0', '',"
            + " 'pure(50.0, adjacency=add-remove)', '2026-01-01T00:00:00Z', '0', '0')";
    assertThrows(SQLException.class, () -> execute(forged.formatted(-7, "below")));
    execute("ALTER TABLE assay_budget_charges DROP CONSTRAINT assay_budget_sequence");
    DpEvent much = DpEvent.pure(50, ADD_OR_REMOVE);
    assertFalse(budget.charge(much, "", "below").granted());
    execute(forged.formatted(-7, "below"));
    assertThrows(JournalException.class, () -> budget.charge(much, "", "below"));
    assertThrows(JournalException.class, () -> store().verify(Map.of()));
    assertThrows(JournalException.class, budget::history);
    execute("DELETE FROM assay_budget_charges WHERE sequence < 0");
    store().verify(Map.of());
    // A hash that anyone can compute, in a row that follows no other.
    ChargeRow head = store().heads(List.of("team")).get(0);
    ChargeRow.Request request =
        new ChargeRow.Request("team", "gap", "", "pure(50.0, adjacency=add-remove)", Instant.EPOCH);
    List<Rational> free = List.of(Rational.ZERO);
    ChargeRow second = head.next(request, free, head.totals(), store().seal());
    ChargeRow third = second.next(request, free, head.totals(), store().seal());
    assertTrue(store().table().append(List.of(third)));
    var thrown = assertThrows(JournalException.class, () -> budget.charge(much, "", "gap"));
    assertTrue(String.valueOf(thrown.getMessage()).contains("row 3"), thrown::toString);
    assertThrows(JournalException.class, () -> store().verify(Map.of()));
  }

  /** A table that lost its constraint takes an id twice, in a chain that fits otherwise. */
  @Test
  void anIdThatStandsTwiceIsRefused() throws SQLException {
    Budget budget = store().create("team", ONE);
    assertTrue(budget.charge(TENTH, "", "once").granted());
    execute("ALTER TABLE assay_budget_charges DROP CONSTRAINT " + uniqueConstraint());
    ChargeRow first = store().heads(List.of("team")).get(0);
    ChargeRow.Request again =
        new ChargeRow.Request("team", "once", "", first.event(), Instant.EPOCH);
    List<Rational> totals = List.of(Rational.parse("1/5"));
    ChargeRow second = first.next(again, first.costs(), totals, store().seal());
    assertTrue(store().table().append(List.of(second)));
    var thrown = assertThrows(JournalException.class, () -> store().verify(Map.of()));
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("row 2 of budget team is not booked once"),
        thrown::toString);
  }

  private String uniqueConstraint() throws SQLException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet names =
            statement.executeQuery(
                "SELECT constraint_name FROM information_schema.table_constraints"
                    + " WHERE constraint_type = 'UNIQUE'"
                    + " AND LOWER(table_name) = 'assay_budget_charges'")) {
      assertTrue(names.next());
      return names.getString(1);
    }
  }

  /** Rows of another store are those of another store, whatever their key. */
  @Test
  void rowsOfAnotherStoreAreRefused() throws SQLException {
    store().create("team", ONE);
    execute("UPDATE assay_budget_version SET store = 'another'");
    reopenStore();
    assertThrows(JournalException.class, () -> store().budget("team"));
    assertThrows(JournalException.class, () -> store().verify(Map.of()));
  }

  /** A copy of the table has all rows, but does not decide which client comes first. */
  @Test
  void aTableWithoutItsConstraintsIsRefused() throws SQLException {
    store().create("team", ONE);
    for (String key : List.of("UNIQUE (budget, sequence)", "UNIQUE (budget, charge_id)")) {
      execute("CREATE TABLE copied AS SELECT * FROM assay_budget_charges");
      execute("DROP TABLE assay_budget_charges");
      execute("ALTER TABLE copied RENAME TO assay_budget_charges");
      execute("ALTER TABLE assay_budget_charges ADD " + key);
      var thrown = assertThrows(JournalException.class, this::open);
      assertTrue(String.valueOf(thrown.getMessage()).contains("lacks"), thrown::toString);
    }
    execute("ALTER TABLE assay_budget_charges ADD UNIQUE (budget, sequence)");
    open().close();
  }

  @Test
  void aStoreThatIsNotThereIsNotMade() throws SQLException {
    store().close();
    execute("DROP TABLE assay_budget_charges");
    execute("DROP TABLE assay_budget_version");
    for (int i = 0; i < 2; i++) {
      var thrown =
          assertThrows(
              JournalException.class,
              () -> BudgetStore.connectExisting(source(), Optional.empty()));
      assertTrue(String.valueOf(thrown.getMessage()).contains("no store"), thrown::toString);
    }
    openStore();
    BudgetStore.connectExisting(source(), Optional.empty()).close();
  }

  @Test
  void aRowThatIsNoRowIsRefused() throws SQLException {
    assertDamaged(
        "UPDATE assay_budget_charges SET totals = 'x' WHERE budget = 'team' AND sequence = 1",
        "row 1 of budget team was changed");
  }

  @Test
  void aDroppedRowIsRefused() throws SQLException {
    assertDamaged(
        "DELETE FROM assay_budget_charges WHERE budget = 'team' AND sequence = 1",
        "row 2 of budget team does not follow row 0");
  }

  /** The chain of a child that was cut off is intact; the budget above shows the missing row. */
  @Test
  void aChainThatWasCutOffIsRefused() throws SQLException {
    assertDamaged(
        "DELETE FROM assay_budget_charges WHERE budget = 'team/a' AND sequence = 3",
        "row 3 of budget team is not booked once in every budget that it concerns");
  }

  @Test
  void anAddedRowIsRefused() throws SQLException {
    assertDamaged(
        "INSERT INTO assay_budget_charges SELECT budget, 4, 'x', leaf, costs, totals, label,"
            + " event, granted_at, previous_hash, hash FROM assay_budget_charges WHERE"
            + " budget = 'team' AND sequence = 3",
        "row 4 of budget team was changed");
  }

  /** No client can charge on top of a changed row, or after an older copy. */
  @Test
  void chargesNoticeWhatWasChanged() throws SQLException {
    Budget budget = store().create("team", ONE);
    budget.charge(TENTH, "a");
    budget.charge(TENTH, "b");
    execute("DELETE FROM assay_budget_charges WHERE sequence = 2");
    var thrown = assertThrows(JournalException.class, () -> budget.charge(TENTH, "c"));
    assertTrue(String.valueOf(thrown.getMessage()).contains("an older copy"), thrown::toString);
    execute("UPDATE assay_budget_charges SET totals = '0' WHERE sequence = 1");
    BudgetStore other = BudgetStore.connect(source(), Optional.empty());
    var changed =
        assertThrows(JournalException.class, () -> other.budget("team").charge(TENTH, "c"));
    assertTrue(String.valueOf(changed.getMessage()).contains("row 1 of budget team was changed"));
    other.close();
  }

  /** Every second commit succeeds without an answer; every third is cut before it. */
  @Test
  void answersThatAreLostAreFound() {
    AtomicInteger commits = new AtomicInteger();
    CutConnections.Cut cut =
        new CutConnections.Cut() {
          @Override
          public boolean before(String call) {
            return call.equals("commit") && commits.incrementAndGet() % 3 == 0;
          }

          @Override
          public boolean after(String call) {
            return call.equals("commit") && commits.get() % 2 == 0;
          }
        };
    ChargeTable table =
        JdbcTable.open(new CutConnections(source(), cut), "of a test", Duration.ofSeconds(5));
    try (BudgetStore cutOff = new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
      cutOff.create("team", ONE);
      Budget leaf = cutOff.create("team/a", ONE);
      for (int i = 0; i < 10; i++) {
        assertTrue(leaf.charge(TENTH, "run " + i).granted());
      }
      assertFalse(leaf.charge(TENTH, "one too many").granted());
      assertEquals(10, cutOff.budget("team").history().size());
      cutOff.verify(Map.of());
    }
  }

  /** A client that dies at any call leaves all rows of a charge or none. */
  @Test
  void deathAtAnyCallLeavesAllOrNothing() {
    store().create("team", new Guarantee.Pure(100, ADD_OR_REMOVE));
    store().create("team/a", new Guarantee.Pure(100, ADD_OR_REMOVE));
    Set<String> calls = new HashSet<>();
    int deaths = 0;
    while (dies(deaths, calls)) {
      store().verify(Map.of());
      // A client that asks again is granted once.
      assertTrue(store().budget("team/a").charge(TENTH, "", "run-" + deaths).granted());
      deaths++;
      assertEquals(deaths, store().budget("team").history().size());
    }
    assertTrue(deaths >= 30, "died " + deaths);
    assertTrue(
        calls.containsAll(
            Set.of("commit before", "commit after", "setAutoCommit after", "close before")),
        calls::toString);
  }

  /** Whether a client died before or after a number of calls since it connected. */
  private boolean dies(int at, Set<String> calls) {
    AtomicInteger left = new AtomicInteger(at);
    CutConnections.Cut cut =
        new CutConnections.Cut() {
          @Override
          public boolean before(String call) {
            return dies(call + " before");
          }

          @Override
          public boolean after(String call) {
            return dies(call + " after");
          }

          private boolean dies(String moment) {
            if (left.getAndDecrement() == 0) {
              calls.add(moment);
              throw new AssertionError("dead");
            }
            return false;
          }
        };
    try {
      ChargeTable table =
          JdbcTable.open(new CutConnections(source(), cut), "of a test", Duration.ofSeconds(5));
      try (BudgetStore client =
          new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
        client.budget("team/a").charge(TENTH, "", "run-" + at);
      }
      return false;
    } catch (AssertionError dead) {
      return true;
    }
  }

  /** A client stops within a transaction that would use up the budget, and commits at last. */
  @Test
  @Timeout(60)
  void aRowThatIsHeldIsNotWaitedForForEver() throws SQLException {
    store().create("team", ONE);
    ChargeRow head = store().heads(List.of("team")).get(0);
    ChargeRow.Request all =
        new ChargeRow.Request("team", "all", "", TENTH.times(10).describe(), Instant.EPOCH);
    List<Rational> one = List.of(Rational.ONE);
    ChargeRow held = head.next(all, one, one, store().seal());
    ChargeTable table = JdbcTable.open(source(), "of a test", Duration.ofMillis(100));
    try (BudgetStore waiting = new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system());
        Connection other = source().getConnection()) {
      other.setAutoCommit(false);
      JdbcTable.insert(other, List.of(held));
      Budget budget = waiting.budget("team");
      var thrown = assertThrows(JournalException.class, () -> budget.charge(TENTH, "", "mine"));
      assertTrue(
          String.valueOf(thrown.getMessage())
              .endsWith("hold a transaction open; end such a transaction"),
          thrown::toString);
      other.commit();
      assertFalse(budget.charge(TENTH, "", "mine").granted());
      assertEquals(1, budget.history().size());
      waiting.verify(Map.of());
    }
  }

  @Test
  void anotherVersionIsRefused() throws SQLException {
    execute("UPDATE assay_budget_version SET version = 2");
    var thrown = assertThrows(JournalException.class, this::open);
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains("version [2]: this program needs version 1"), message);
    assertTrue(message.contains("use the release of Assay that made the tables"), message);
    execute("UPDATE assay_budget_version SET version = 1");
  }

  /** Without the key no one can make valid rows. */
  @Test
  void aKeyIsNeededAgain() {
    BudgetStore keyed = BudgetStore.connect(source(), Optional.of(JournalKey.of(new byte[16])));
    keyed.create("team", ONE).charge(TENTH, "");
    assertThrows(JournalException.class, () -> store().budget("team"));
    keyed.verify(Map.of());
    keyed.close();
  }
}
