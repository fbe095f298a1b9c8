package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tables of PostgreSQL that lose added rows, and the settings of a session. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresTablesTest {
  private static final DpEvent TENTH = DpEvent.parse("pure(0.1)", ADD_OR_REMOVE);

  private Optional<EmbeddedPostgres> server = Optional.empty();

  @BeforeAll
  void start() throws IOException {
    server = Optional.of(EmbeddedPostgres.builder().setServerConfig("fsync", "on").start());
  }

  @AfterAll
  void stop() throws IOException {
    server.orElseThrow().close();
  }

  @AfterEach
  void empty() throws SQLException {
    execute("DROP TABLE IF EXISTS assay_budget_charges, assay_budget_version");
  }

  private DataSource source() {
    return server.orElseThrow().getPostgresDatabase();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private BudgetStore store() {
    return BudgetStore.connect(source(), Optional.empty());
  }

  /** A rule that removes rows would let the same charge be granted for ever. */
  @Test
  void rowsThatAreTakenAwayGrantNothing() throws SQLException {
    execute(
        "CREATE OR REPLACE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql"
            + " AS 'BEGIN RETURN NULL; END'");
    for (List<String> way :
        List.of(
            List.of(
                "CREATE TRIGGER way BEFORE INSERT ON assay_budget_charges"
                    + " FOR EACH ROW WHEN (NEW.budget = 'team') EXECUTE FUNCTION swallow()",
                "DROP TRIGGER way ON assay_budget_charges"),
            List.of(
                "CREATE RULE way AS ON INSERT TO assay_budget_charges DO INSTEAD NOTHING",
                "DROP RULE way ON assay_budget_charges"))) {
      empty();
      try (BudgetStore store = store()) {
        store.create("team", new Guarantee.Pure(1, ADD_OR_REMOVE));
        Budget leaf = store.create("team/a", new Guarantee.Pure(1, ADD_OR_REMOVE));
        execute(way.get(0));
        var thrown = assertThrows(JournalException.class, () -> leaf.charge(TENTH, "", "once"));
        assertTrue(String.valueOf(thrown.getMessage()).contains("a trigger"), thrown::toString);
        execute(way.get(1));
        assertTrue(leaf.charge(TENTH, "", "once").granted());
        assertEquals(1, leaf.history().size());
        store.verify(Map.of());
      }
    }
  }

  /** PostgreSQL keeps an index that it could not finish, over rows that are there twice. */
  @Test
  void anUnfinishedIndexIsNoConstraint() throws SQLException {
    try (BudgetStore store = store()) {
      store.create("team", new Guarantee.Pure(1, ADD_OR_REMOVE));
    }
    execute(
        "ALTER TABLE assay_budget_charges DROP CONSTRAINT assay_budget_charges_pkey;"
            + " INSERT INTO assay_budget_charges SELECT budget, sequence, 'other', leaf, costs,"
            + " totals, label, event, granted_at, previous_hash, hash FROM assay_budget_charges");
    String again = "CREATE UNIQUE INDEX CONCURRENTLY again ON assay_budget_charges";
    assertThrows(SQLException.class, () -> execute(again + " (budget, sequence)"));
    execute("DELETE FROM assay_budget_charges WHERE charge_id = 'other'");
    var thrown = assertThrows(JournalException.class, this::store);
    assertTrue(String.valueOf(thrown.getMessage()).contains("lacks PRIMARY KEY"), thrown::toString);
    execute("REINDEX INDEX again");
    try (BudgetStore store = store()) {
      store.verify(Map.of());
    }
  }

  /**
   * A client that does not see the last row uses its number, which is taken: nothing is granted.
   */
  @Test
  void rowsThatAPolicyHidesGrantNothing() throws SQLException {
    try (BudgetStore store = store()) {
      Budget team = store.create("team", new Guarantee.Pure(1, ADD_OR_REMOVE));
      for (int i = 0; i < 10; i++) {
        assertTrue(team.charge(TENTH, "of others").granted());
      }
    }
    execute(
        "CREATE ROLE analyst LOGIN; GRANT SELECT, INSERT ON assay_budget_charges TO analyst;"
            + " GRANT SELECT ON assay_budget_version TO analyst;"
            + " ALTER TABLE assay_budget_charges ENABLE ROW LEVEL SECURITY;"
            + " CREATE POLICY sees ON assay_budget_charges FOR SELECT"
            + " USING (label <> 'of others');"
            + " CREATE POLICY adds ON assay_budget_charges FOR INSERT WITH CHECK (true)");
    DataSource few = server.orElseThrow().getDatabase("analyst", "postgres");
    ChargeTable table = JdbcTable.open(few, "of a test", Duration.ofMillis(300));
    try (BudgetStore store = new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
      Budget team = store.budget("team");
      assertEquals(10, team.mostTimes(TENTH));
      assertThrows(JournalException.class, () -> team.charge(TENTH, "one too many"));
      // The role gets no error about the rows that it sees.
      assertEquals(Set.of("team"), store.verify(Map.of()).keySet());
    }
    try (BudgetStore store = store()) {
      assertEquals(10, store.budget("team").history().size());
      store.verify(Map.of());
    }
    for (String way :
        List.of(
            "DELETE FROM assay_budget_charges",
            "UPDATE assay_budget_charges SET totals = '0'",
            "TRUNCATE assay_budget_charges",
            "DROP TABLE assay_budget_charges",
            "ALTER TABLE assay_budget_charges DISABLE ROW LEVEL SECURITY",
            "UPDATE assay_budget_version SET version = 2")) {
      try (Connection connection = few.getConnection();
          Statement statement = connection.createStatement()) {
        assertThrows(SQLException.class, () -> statement.execute(way), way);
      }
    }
    execute("DROP OWNED BY analyst; DROP ROLE analyst");
  }

  /** The wait for a lock is at most that for an answer, and at most five seconds. */
  @Test
  void sessionsAreToldHowLongToWaitForLocks() throws SQLException {
    assertEquals("1s", lockTimeout(Duration.ofSeconds(1)));
    assertEquals("300ms", lockTimeout(Duration.ofMillis(300)));
    assertEquals("5s", lockTimeout(JdbcTable.PATIENCE));
  }

  private String lockTimeout(Duration patience) throws SQLException {
    List<Connection> given = new ArrayList<>();
    try (ChargeTable table = JdbcTable.open(remembered(given), "of a test", patience)) {
      given.clear();
      assertEquals(List.of(), table.names(""));
      try (Statement statement = given.get(0).createStatement();
          ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
        assertTrue(row.next());
        return row.getString(1);
      }
    }
  }

  private DataSource remembered(List<Connection> given) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              given.add(source().getConnection());
              return given.get(given.size() - 1);
            });
  }
}
