package org.assay.accountant.budget;

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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
import org.junit.jupiter.api.io.TempDir;

/** Stores in memory, in a journal, in H2 and in PostgreSQL. */
class BudgetStoreTest {
  @Nested
  class InMemory extends BudgetStoreContract {
    @Override
    ChargeTable open() {
      return new MemoryTable("of a test");
    }

    @Override
    boolean keeps() {
      return false;
    }

    /** A caller that uses the table itself gets all rows or none, too. */
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

    /** Lines are read when their row is requested; before, only their place is read. */
    @Test
    void aLineThatIsNoRowIsRefused() {
      MemoryTable table = new MemoryTable("of a test");
      for (String line : List.of("", "a\t0\tcreate", "a\t1\tx\t", "a\t00\tx\t", "a\tx\tx\t")) {
        assertFalse(table.appendLines(List.of(line)), line);
      }
      assertEquals(List.of(), table.names(""));
      String numbers = "a\t1\tx\ta\t1/0\t0\t\t\t\t\t";
      assertTrue(table.appendLines(List.of("a\t0\tcreate\tshort", numbers)));
      var shorter = assertThrows(JournalException.class, () -> table.at("a", 0));
      assertTrue(String.valueOf(shorter.getMessage()).contains("row 0 of budget a was changed"));
      var thrown = assertThrows(JournalException.class, () -> table.last(List.of("a")));
      assertTrue(String.valueOf(thrown.getMessage()).contains("row 1 of budget a was changed"));
      assertFalse(table.appendLines(List.of("a\t2\ty\t", "a\t3\tx\t")));
      assertEquals(Optional.empty(), table.at("a", 2));
      assertTrue(table.appendLines(List.of("a\t2\ty\t")));
    }

    /** One budget for each device; a charge to one of them reads no other. */
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

    /** A reader gets no row that a power cut would take back. */
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
                CountDownLatch latch = Objects.requireNonNull(forced.get());
                if (method.getName().equals("force") && latch.getCount() > 0) {
                  begun.countDown();
                  latch.await();
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

  @Nested
  class InH2 extends BudgetDatabaseContract {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @Override
    DataSource source() {
      JdbcDataSource source = new JdbcDataSource();
      source.setURL(url);
      return source;
    }

    /** A row that its transaction takes back leaves no trace. */
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
  class InPostgres extends BudgetDatabaseContract {
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

    /** A stopped server process does not answer, like one whose machine lost its power. */
    @Test
    void aServerThatSaysNothingIsNotWaitedFor() throws Exception {
      ChargeTable table = JdbcTable.open(source(), "of a test", Duration.ofSeconds(1));
      try (BudgetStore own = new BudgetStore(table, JournalFormat.PLAIN, InstantSource.system())) {
        Budget budget = own.create("team", ONE);
        assertTrue(budget.charge(TENTH, "", "before").granted());
        List<String> processes = new ArrayList<>();
        try (Connection other = source().getConnection();
            Statement statement = other.createStatement();
            ResultSet rows =
                statement.executeQuery(
                    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                        + " AND pid <> pg_backend_pid()")) {
          while (rows.next()) {
            processes.add(rows.getString(1));
          }
        }
        String all = String.join(" ", processes);
        Process released = shell("kill -STOP " + all + " && sleep 30; kill -CONT " + all);
        try {
          Thread.sleep(500);
          assertTrue(budget.charge(TENTH, "", "during").granted());
          assertTrue(released.isAlive(), "the charge waited until the server went on");
        } finally {
          assertEquals(0, shell("kill -CONT " + all).waitFor());
        }
        assertTrue(budget.charge(TENTH, "", "during").granted());
        assertEquals(2, budget.history().size());
        own.verify(Map.of());
      }
    }

    private Process shell(String words) throws IOException {
      return new ProcessBuilder("sh", "-c", words).start();
    }

    /** One budget for each device; {@code -Dassay.units} sets their number. */
    @Test
    void chargesToOneOfManyUnitsScanNothing() throws Exception {
      int units = Integer.getInteger("assay.units", 5000);
      int charges = units / 10;
      List<String> names = IntStream.range(0, units).mapToObj(i -> "device:" + i).toList();
      long begin = System.nanoTime();
      store().createAll(names, ONE);
      double created = (System.nanoTime() - begin) / 1e9;
      store().close();
      long scans = awaitScans(units);
      SplittableRandom random = new SplittableRandom(5);
      List<String> chosen =
          IntStream.range(0, charges).mapToObj(i -> names.get(random.nextInt(units))).toList();
      ExecutorService pool = Executors.newFixedThreadPool(16);
      try (BudgetStore own = BudgetStore.connect(source(), Optional.empty())) {
        begin = System.nanoTime();
        List<Callable<Boolean>> all = new ArrayList<>();
        chosen.forEach(name -> all.add(() -> own.budget(name).charge(TENTH, "").granted()));
        for (Future<Boolean> granted : pool.invokeAll(all)) {
          assertTrue(granted.get());
        }
        assertEquals(names.stream().sorted().toList(), own.names(""));
        assertEquals(List.of("device:7"), own.names("device:7").subList(0, 1));
      } finally {
        pool.shutdownNow();
      }
      double charged = (System.nanoTime() - begin) / 1e9;
      assertEquals(scans, awaitScans(units + charges));
      System.out.println(
          units + " units in " + created + " s, " + charges + " charges in " + charged + " s");
    }

    /** An index that lost rows hides them from listings and from chains, not from verification. */
    @Test
    void rowsThatAnIndexLostAreCounted() throws SQLException {
      Budget seen = store().create("team", ONE);
      assertTrue(seen.charge(TENTH, "").granted());
      execute("ALTER DATABASE postgres SET enable_seqscan = off");
      String lost = "";
      try {
        indexesTakeRows(false);
        Budget hidden = store().create("hidden", ONE);
        lost = hidden.name();
        indexesTakeRows(true);
        store().close();
        openStore();
        assertEquals(List.of("team"), store().names(""));
        assertThrows(IllegalArgumentException.class, () -> store().budget("hidden"));
        assertVerifyFinds("row 0 of budget " + lost + " is missing");
        execute("DELETE FROM assay_budget_charges WHERE budget || '' = 'hidden'");
        store().verify(Map.of());
        indexesTakeRows(false);
        assertTrue(seen.charge(TENTH, "").granted());
        indexesTakeRows(true);
        store().close();
        openStore();
        // One charge would exceed the limit without being noticed.
        assertEquals(9, store().budget("team").mostTimes(TENTH));
        assertVerifyFinds("budget team has 3 rows, of which the index finds 2");
        var one = assertThrows(JournalException.class, () -> store().verify("team", Map.of()));
        assertTrue(String.valueOf(one.getMessage()).contains("3 rows"), one::toString);
        execute("REINDEX TABLE assay_budget_charges");
        store().verify(Map.of());
      } finally {
        execute("ALTER DATABASE postgres RESET enable_seqscan");
      }
    }

    private void assertVerifyFinds(String words) {
      var thrown = assertThrows(JournalException.class, () -> store().verify(Map.of()));
      assertTrue(String.valueOf(thrown.getMessage()).contains(words), thrown::toString);
    }

    private void indexesTakeRows(boolean take) throws SQLException {
      execute(
          "UPDATE pg_index SET indisready = "
              + take
              + " WHERE indrelid = 'assay_budget_charges'::regclass");
    }

    /** The number of scans of the table, once the server has counted the given look-ups. */
    private long awaitScans(long lookUps) throws Exception {
      for (int i = 0; i < 100; i++) {
        try (Connection connection = source().getConnection();
            Statement statement = connection.createStatement();
            ResultSet row =
                statement.executeQuery(
                    "SELECT seq_scan, idx_scan FROM pg_stat_user_tables"
                        + " WHERE relname = 'assay_budget_charges'")) {
          assertTrue(row.next());
          if (row.getLong(2) >= lookUps) {
            return row.getLong(1);
          }
        }
        Thread.sleep(100);
      }
      throw new AssertionError("the server counted no " + lookUps + " look-ups");
    }

    /** A client needs rights to select and insert, and no others. */
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
