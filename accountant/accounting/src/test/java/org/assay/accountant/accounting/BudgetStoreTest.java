package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Stores in memory, in a journal, in H2 and in PostgreSQL. */
class BudgetStoreTest {
  @Nested
  class InMemory extends BudgetStoreContract {
    @Override
    ChargeTable open() {
      return new MemoryTable();
    }

    @Override
    boolean keeps() {
      return false;
    }

    /** Also whoever asks the table itself gets all rows or none. */
    @Test
    void aBatchThatClashesWithItselfAppendsNothing() {
      ChargeTable table = open();
      ChargeRow row =
          ChargeRow.opening(
              "a",
              List.of(Rational.ONE),
              "x",
              Instant.EPOCH,
              new ChargeRow.Seal(JournalFormat.PLAIN, ""));
      assertFalse(table.append(List.of(row, row)));
      assertEquals(List.of(), table.names(""));
    }

    /** One budget for each device, and a charge to one of them looks at no other. */
    @Test
    void manyUnitsNeedNoScan() {
      List<String> names = IntStream.range(0, 100_000).mapToObj(i -> "device:" + i).toList();
      List<Budget> units = store().createAll(names, ONE);
      assertEquals(100_000, units.size());
      assertTrue(units.get(77_777).charge(TENTH, "").granted());
      assertEquals(9, store().budget("device:77777").mostTimes(TENTH));
      assertEquals(10, store().budget("device:77778").mostTimes(TENTH));
    }
  }

  @Nested
  class InJournal extends BudgetStoreContract {
    @TempDir private Path directory = Path.of("unset");

    @Override
    ChargeTable open() {
      return JournalTable.open(Storage.ofSystem(), place());
    }

    private JournalPlace place() {
      return JournalPlace.of(directory.resolve("budgets"), Durability.OS_BUFFER);
    }

    @Test
    void aChangedFileIsRefused() throws IOException {
      store().create("team", ONE).charge(TENTH, "weekly");
      store().close();
      String text = Files.readString(place().path());
      Files.writeString(place().path(), text.replace("weekly", "yearly"));
      assertThrows(JournalException.class, this::open);
    }

    @Test
    void aKeyIsNeededAgain() {
      store().close();
      Path file = directory.resolve("keyed");
      JournalPlace keyed =
          JournalPlace.of(file, Durability.FSYNC).withKey(JournalKey.of(new byte[32]));
      try (BudgetStore own = BudgetStore.open(keyed)) {
        own.create("team", ONE).charge(TENTH, "");
      }
      assertThrows(
          JournalException.class, () -> BudgetStore.open(JournalPlace.of(file, Durability.FSYNC)));
      try (BudgetStore own = BudgetStore.open(keyed)) {
        assertEquals(9, own.budget("team").mostTimes(TENTH));
        own.verify(Map.of());
      }
    }

    /** A reader is told nothing that a cut of power would take back. */
    @Test
    void answersWaitUntilTheirRowsAreForced() throws Exception {
      AtomicReference<CountDownLatch> forced = new AtomicReference<>(new CountDownLatch(0));
      CountDownLatch begun = new CountDownLatch(1);
      Storage slow = path -> slow(Storage.ofSystem().open(path), forced, begun);
      JournalPlace place = JournalPlace.of(directory.resolve("slow"), Durability.FSYNC);
      ExecutorService pool = Executors.newCachedThreadPool();
      try (BudgetStore own = BudgetStore.open(slow, place)) {
        Budget budget = own.create("team", ONE);
        CountDownLatch end = new CountDownLatch(1);
        forced.set(end);
        List<Future<?>> answers = new ArrayList<>();
        answers.add(pool.submit(() -> budget.charge(TENTH, "")));
        assertTrue(begun.await(10, TimeUnit.SECONDS));
        List<Callable<?>> questions =
            List.of(
                budget::history,
                budget::remaining,
                budget::anchor,
                () -> budget.mostTimes(TENTH),
                () -> budget.charge(TENTH.times(10), ""),
                () -> own.verify(Map.of()));
        questions.forEach(question -> answers.add(pool.submit(question)));
        Thread.sleep(200);
        assertEquals(List.of(), answers.stream().filter(Future::isDone).toList());
        end.countDown();
        for (Future<?> answer : answers) {
          answer.get(10, TimeUnit.SECONDS);
        }
      } finally {
        pool.shutdownNow();
      }
    }

    private static LogFile slow(
        LogFile file, AtomicReference<CountDownLatch> forced, CountDownLatch begun) {
      return (LogFile)
          Proxy.newProxyInstance(
              LogFile.class.getClassLoader(),
              new Class<?>[] {LogFile.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("force") && forced.get().getCount() > 0) {
                  begun.countDown();
                  forced.get().await();
                }
                return method.invoke(file, arguments);
              });
    }

    @Test
    void aClosedStoreRefuses() {
      Budget budget = store().create("team", ONE);
      store().close();
      assertThrows(JournalException.class, () -> budget.charge(TENTH, ""));
    }
  }

  /** What only a database can suffer. */
  abstract static class InDatabase extends BudgetStoreContract {
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

    /** Who may only insert cannot answer for the store. */
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
      // A hash that anybody can make, in a place that follows nothing.
      ChargeRow head = store().heads(List.of("team")).get(0);
      ChargeRow.Request request =
          new ChargeRow.Request(
              "team", "gap", "", "pure(50.0, adjacency=add-remove)", Instant.EPOCH);
      List<Rational> free = List.of(Rational.ZERO);
      ChargeRow second = head.next(request, free, head.totals(), store().seal());
      ChargeRow third = second.next(request, free, head.totals(), store().seal());
      assertTrue(store().table().append(List.of(third)));
      var thrown = assertThrows(JournalException.class, () -> budget.charge(much, "", "gap"));
      assertTrue(String.valueOf(thrown.getMessage()).contains("row 3"), thrown::toString);
      assertThrows(JournalException.class, () -> store().verify(Map.of()));
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

    /** A copy of the table has all rows and does not tell who comes first. */
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

    /** The chain of a child that was cut off is intact; the budget above knows better. */
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

    /** Nobody can charge on top of a row that was changed, or behind an older copy. */
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

    /** Every second commit is done and not answered; every third is cut before. */
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
      try (BudgetStore cutOff =
          new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
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
      int died = 0;
      for (int at = 0; at < 24; at++) {
        AtomicInteger left = new AtomicInteger(at / 2);
        boolean afterCall = at % 2 == 0;
        CutConnections.Cut cut =
            new CutConnections.Cut() {
              @Override
              public boolean before(String call) {
                return !afterCall && dies();
              }

              @Override
              public boolean after(String call) {
                return afterCall && dies();
              }

              private boolean dies() {
                if (left.getAndDecrement() == 0) {
                  throw new AssertionError("dead");
                }
                return false;
              }
            };
        DataSource source = new CutConnections(source(), cut);
        JdbcTable table = JdbcTable.open(source(), "of a test", Duration.ofSeconds(5));
        table.close();
        died += dies(source, "run-" + at) ? 1 : 0;
        store().verify(Map.of());
        // Who asks again is granted once.
        assertTrue(store().budget("team/a").charge(TENTH, "", "run-" + at).granted());
        assertEquals(at + 1, store().budget("team").history().size());
      }
      assertTrue(died >= 10, "died " + died);
    }

    private boolean dies(DataSource source, String id) {
      ChargeTable table;
      try {
        table = JdbcTable.open(source, "of a test", Duration.ofSeconds(5));
      } catch (AssertionError dead) {
        return true;
      }
      try (BudgetStore client =
          new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
        client.budget("team/a").charge(TENTH, "", id);
        return false;
      } catch (AssertionError dead) {
        return true;
      }
    }

    @Test
    void anotherVersionIsRefused() throws SQLException {
      execute("UPDATE assay_budget_version SET version = 2");
      var thrown = assertThrows(JournalException.class, this::open);
      assertTrue(String.valueOf(thrown.getMessage()).contains("version [2]"), thrown::toString);
      execute("UPDATE assay_budget_version SET version = 1");
    }

    /** Without the key nobody makes rows that fit. */
    @Test
    void aKeyIsNeededAgain() {
      BudgetStore keyed = BudgetStore.connect(source(), Optional.of(JournalKey.of(new byte[16])));
      keyed.create("team", ONE).charge(TENTH, "");
      assertThrows(JournalException.class, () -> store().budget("team"));
      keyed.verify(Map.of());
      keyed.close();
    }
  }

  @Nested
  class InH2 extends InDatabase {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @Override
    DataSource source() {
      JdbcDataSource source = new JdbcDataSource();
      source.setURL(url);
      return source;
    }

    /** A row that its transaction takes back was never there. */
    @Test
    void whatIsNotCommittedIsNoAnswer() throws SQLException {
      DataSource careless =
          (DataSource)
              Proxy.newProxyInstance(
                  DataSource.class.getClassLoader(),
                  new Class<?>[] {DataSource.class},
                  (proxy, method, arguments) -> {
                    Object result = method.invoke(source(), arguments);
                    if (result instanceof Connection connection) {
                      connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
                    }
                    return result;
                  });
      store().create("team", ONE);
      ChargeRow head = store().heads(List.of("team")).get(0);
      ChargeTable table = JdbcTable.open(careless, "of a test", Duration.ofSeconds(2));
      try (Connection other = source().getConnection();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute(
            "INSERT INTO assay_budget_charges SELECT budget, 1, 'open', leaf, costs, totals, label,"
                + " event, granted_at, hash, hash FROM assay_budget_charges");
        assertEquals(Optional.empty(), table.find("team", "open"));
        assertEquals(List.of(head), table.last(List.of("team")));
        other.rollback();
      } finally {
        table.close();
      }
    }

    /** Such a database takes one id for another. */
    @Test
    void aDatabaseThatIgnoresCaseIsRefused() {
      JdbcDataSource source = new JdbcDataSource();
      source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;IGNORECASE=TRUE");
      try (BudgetStore other = BudgetStore.connect(source, Optional.empty())) {
        Budget budget = other.create("team", ONE);
        assertTrue(budget.charge(TENTH, "", "a").granted());
        var thrown = assertThrows(JournalException.class, () -> budget.charge(TENTH, "", "A"));
        assertTrue(
            String.valueOf(thrown.getMessage()).contains("capital letters"), thrown::toString);
      }
    }
  }

  @Nested
  @Tag("slow")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class InPostgres extends InDatabase {
    private Optional<EmbeddedPostgres> server = Optional.empty();

    @BeforeAll
    void start() throws IOException {
      server =
          Optional.of(
              EmbeddedPostgres.builder()
                  .setServerConfig("fsync", "on")
                  .setServerConfig("synchronous_commit", "off")
                  .start());
    }

    @AfterAll
    void stop() throws IOException {
      server.orElseThrow().close();
    }

    @Override
    DataSource source() {
      return server.orElseThrow().getPostgresDatabase();
    }

    @Override
    @org.junit.jupiter.api.BeforeEach
    void openStore() {
      super.openStore();
    }

    @org.junit.jupiter.api.AfterEach
    void empty() throws SQLException {
      execute("DROP TABLE assay_budget_charges, assay_budget_version");
    }

    @Test
    void aServerThatForcesNothingIsRefused() throws IOException {
      try (EmbeddedPostgres careless = EmbeddedPostgres.start()) {
        DataSource source = careless.getPostgresDatabase();
        var thrown =
            assertThrows(
                JournalException.class, () -> BudgetStore.connect(source, Optional.empty()));
        assertTrue(String.valueOf(thrown.getMessage()).contains("set fsync to on"));
      }
    }

    /** A client needs to select and insert, and can do nothing else. */
    @Test
    void aClientNeedsFewRights() throws SQLException {
      store().create("team", ONE);
      execute("CREATE ROLE analyst LOGIN");
      execute("GRANT SELECT, INSERT ON assay_budget_charges TO analyst");
      execute("GRANT SELECT ON assay_budget_version TO analyst");
      DataSource few = server.orElseThrow().getDatabase("analyst", "postgres");
      BudgetStore client = BudgetStore.connect(few, Optional.empty());
      assertTrue(client.budget("team").charge(TENTH, "few rights").granted());
      client.verify(Map.of());
      client.close();
      try (Connection connection = few.getConnection();
          Statement statement = connection.createStatement()) {
        assertThrows(
            SQLException.class, () -> statement.execute("DELETE FROM assay_budget_charges"));
        assertThrows(
            SQLException.class,
            () -> statement.execute("UPDATE assay_budget_charges SET totals = '0'"));
      }
      execute("DROP OWNED BY analyst");
      execute("DROP ROLE analyst");
    }
  }

  @Test
  void thePartsOfACompositeAreCharged() {
    BudgetStore store = BudgetStore.inMemory();
    Budget budget = store.create("team", new Guarantee.Pure(1, ADD_OR_REMOVE));
    DpEvent both = DpEvent.parse("3 x pure(0.1) then laplace(2)", ADD_OR_REMOVE);
    assertTrue(budget.charge(both, "").granted());
    assertEquals("1/5", budget.remaining().get(0).remaining().toString());
  }
}
