package org.assay.cli.internal.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries about tables with rows that are known, in H2 and in PostgreSQL. */
@Timeout(300)
class DatabaseMechanismTest {
  private static final Schema SCHEMA =
      new Schema(
          Schema.Unit.USER,
          List.of(
              new Table(
                  "t",
                  List.of(
                      new Column("u", Column.Type.INTEGER, List.of(), false, false),
                      Column.integers("n", 0, 9, true),
                      Column.reals("x", 0, 9, true),
                      Column.texts("s", true),
                      new Column("b", Column.Type.BOOLEAN, List.of(), false, true)),
                  Optional.of("u"),
                  List.of(),
                  0,
                  9,
                  Optional.empty())));

  private static final long SEED = 0x9E3779B97F4A7C15L;
  private static final long OTHER = 0xBF58476D1CE4E5B9L;

  /** What every engine has to keep. */
  abstract static class Contract {
    abstract DatabaseMechanism mechanism(boolean ordered, int seconds, String... sql);

    private Outcome outcome(boolean ordered, String rows, String... sql)
        throws IOException, InterruptedException {
      DatabaseMechanism mechanism = mechanism(ordered, 10, sql);
      try {
        return run(mechanism, rows, 1)
            .orElseThrow(() -> new AssertionError(mechanism.failure()))
            .get(0);
      } finally {
        mechanism.close();
      }
    }

    private static Optional<List<Outcome>> run(DatabaseMechanism mechanism, String rows, long seed)
        throws IOException, InterruptedException {
      JsonNode dataset = new ObjectMapper().readTree("{\"t\": " + rows + "}");
      return mechanism.runAll(dataset, new long[] {seed, 0, 0}, Long.MAX_VALUE);
    }

    private static String row(String values) {
      return "{\"u\": 1, " + values + "}";
    }

    @Test
    void numbersStayWhatTheyAre() throws IOException, InterruptedException {
      String one = "[" + row("\"n\": 9007199254740993, \"x\": 0.1, \"s\": \"a\"") + "]";
      assertEquals(Outcome.of(9007199254740993L), outcome(false, one, "SELECT MAX(n) FROM t"));
      assertEquals(Outcome.of(0.1), outcome(false, one, "SELECT MAX(x) FROM t"));
      assertEquals(Outcome.of(1.0), outcome(false, one, "SELECT n > 5 FROM t"));
      assertNotEquals(
          outcome(false, one, "SELECT CAST(1.00000000000000000001 AS NUMERIC(30, 20))"),
          outcome(false, one, "SELECT CAST(1 AS NUMERIC(30, 20))"));
    }

    /** In the column of a number as in that of a text. */
    @Test
    void nullIsNeitherNumberNorText() throws IOException, InterruptedException {
      String missing = "[" + row("\"n\": null, \"s\": null") + "]";
      String text = "[" + row("\"n\": 0, \"s\": \"NULL\"") + "]";
      String empty = "[" + row("\"n\": 0, \"s\": \"\"") + "]";
      for (String sql : List.of("SELECT n FROM t", "SELECT s FROM t")) {
        assertNotEquals(outcome(false, missing, sql), outcome(false, text, sql));
        assertEquals(outcome(false, missing, sql), outcome(false, missing, sql));
      }
      assertNotEquals(
          outcome(false, text, "SELECT s FROM t"), outcome(false, empty, "SELECT s FROM t"));
      assertNotEquals(
          outcome(false, "[]", "SELECT n FROM t"), outcome(false, missing, "SELECT n FROM t"));
    }

    @Test
    void theOrderOfRowsCountsOnlyWhereItIsStated() throws IOException, InterruptedException {
      String up = "SELECT s, n FROM t ORDER BY n";
      String down = "SELECT s, n FROM t ORDER BY n DESC";
      for (String texts : List.of("abc", "aab", "aaa")) {
        String rows =
            "["
                + row("\"n\": 1, \"s\": \"" + texts.charAt(0) + '"')
                + ", "
                + row("\"n\": 2, \"s\": \"" + texts.charAt(1) + '"')
                + ", "
                + row("\"n\": 3, \"s\": \"" + texts.charAt(2) + '"')
                + "]";
        assertEquals(outcome(false, rows, up), outcome(false, rows, down));
        assertNotEquals(outcome(true, rows, up), outcome(true, rows, down));
        String numbers = "SELECT n FROM t ORDER BY n";
        assertEquals(outcome(false, rows, numbers), outcome(false, rows, numbers + " DESC"));
        assertNotEquals(outcome(true, rows, numbers), outcome(true, rows, numbers + " DESC"));
      }
      String once = "[" + row("\"n\": 1, \"s\": \"a\"") + "]";
      String other = once.replace("\"a\"", "\"b\"");
      assertNotEquals(outcome(true, once, up), outcome(true, other, up));
      assertNotEquals(outcome(false, once, up), outcome(false, other, up));
      String twice = once.replace("]", ", " + once.substring(1));
      assertNotEquals(outcome(false, once, up), outcome(false, twice, up));
    }

    /** Rows with the same texts have as many places as there are rows. */
    @Test
    void repeatedRowsStayApart() throws IOException, InterruptedException {
      String texts = "SELECT s FROM t";
      String numbers = "SELECT s, n FROM t";
      String one = row("\"n\": 1, \"s\": \"a\"");
      String other = row("\"n\": 2, \"s\": \"a\"");
      for (int i = 1; i < 4; i++) {
        String some = "[" + String.join(", ", Collections.nCopies(i, one)) + "]";
        String more = some.replace("]", ", " + one + "]");
        String changed = some.replace("]", ", " + other + "]");
        assertNotEquals(outcome(false, some, texts), outcome(false, more, texts));
        assertEquals(outcome(false, more, texts), outcome(false, changed, texts));
        assertNotEquals(outcome(false, more, numbers), outcome(false, changed, numbers));
        Outcome.Vector places = outcome(false, more, numbers).vector().orElseThrow();
        assertEquals(i + 1, places.length());
        assertEquals(i + 1, places.structure().orElseThrow().places().stream().distinct().count());
      }
    }

    @Test
    void allQueriesTogetherAreTheOutcome() throws IOException, InterruptedException {
      String rows = "[" + row("\"n\": 1, \"s\": \"a\"") + "]";
      assertNotEquals(
          outcome(false, rows, "SELECT COUNT(*) FROM t", "SELECT SUM(n) + 1 FROM t"),
          outcome(false, rows, "SELECT COUNT(*) FROM t", "SELECT SUM(n) + 2 FROM t"));
    }

    /** The first seed of a request decides all its draws; runs of a request differ. */
    @Test
    void whatIsDrawnDependsOnTheSeed() throws IOException, InterruptedException {
      DatabaseMechanism first = mechanism(false, 10, "SELECT RANDOM()");
      DatabaseMechanism second = mechanism(false, 10, "SELECT RANDOM()");
      try {
        List<Outcome> drawn = run(first, "[]", SEED).orElseThrow();
        assertTrue(run(second, "[" + row("\"n\": 1") + "]", OTHER).isPresent());
        assertEquals(drawn, run(second, "[]", SEED).orElseThrow());
        assertNotEquals(drawn, run(second, "[]", OTHER).orElseThrow());
        assertEquals(3, drawn.stream().distinct().count());
      } finally {
        first.close();
        second.close();
      }
    }

    /** An error is no outcome, and neither is anything that comes after it. */
    @Test
    void anErrorOfTheEngineEndsTheRuns() throws IOException, InterruptedException {
      DatabaseMechanism mechanism = mechanism(false, 10, "SELECT 1 / COUNT(*) FROM t");
      try {
        String rows = "[" + row("\"n\": 1") + "]";
        assertTrue(run(mechanism, rows, 1).isPresent());
        assertEquals(Optional.empty(), mechanism.failure());
        assertEquals(Optional.empty(), run(mechanism, "[]", 1));
        assertTrue(mechanism.failure().orElseThrow().contains("22012"));
        assertEquals(Optional.empty(), run(mechanism, rows, 1));
      } finally {
        mechanism.close();
      }
    }

    @Test
    void aClosedMechanismOpensAgain() throws IOException, InterruptedException {
      DatabaseMechanism mechanism = mechanism(false, 10, "SELECT COUNT(*) FROM t");
      for (int i = 0; i < 2; i++) {
        assertEquals(Outcome.of(0.0), run(mechanism, "[]", 1).orElseThrow().get(2));
        mechanism.close();
      }
    }
  }

  @Nested
  class InH2 extends Contract {
    @Override
    DatabaseMechanism mechanism(boolean ordered, int seconds, String... sql) {
      return new DatabaseMechanism(query("jdbc:h2:mem:", Optional.empty(), ordered, seconds, sql));
    }
  }

  @Nested
  @Tag("slow")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class InPostgres extends Contract {
    private Optional<EmbeddedPostgres> server = Optional.empty();

    @BeforeAll
    void start() throws IOException, SQLException {
      server = Optional.of(EmbeddedPostgres.builder().start());
      execute("CREATE TABLE t AS SELECT 1 AS u, 5 AS n", "CREATE TABLE other AS SELECT 1 AS n");
    }

    @AfterAll
    void stop() throws IOException {
      server.orElseThrow().close();
    }

    private String address() {
      return "jdbc:postgresql://localhost:" + server.orElseThrow().getPort() + "/postgres";
    }

    @Override
    DatabaseMechanism mechanism(boolean ordered, int seconds, String... sql) {
      return new DatabaseMechanism(
          query(address(), Optional.of("postgres"), ordered, seconds, sql));
    }

    private void execute(String... statements) throws SQLException {
      try (Connection connection = server.orElseThrow().getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        for (String text : statements) {
          statement.execute(text);
        }
      }
    }

    private int count(String query) throws SQLException {
      try (Connection connection = server.orElseThrow().getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        assertTrue(rows.next());
        return rows.getInt(1);
      }
    }

    /** The table of the same name is hidden, another one is not found, and none can be written. */
    @Test
    void tablesOfTheUserAreNotTouched() throws IOException, InterruptedException, SQLException {
      DatabaseMechanism hidden = mechanism(false, 10, "SELECT COUNT(*) FROM t");
      assertEquals(Outcome.of(0.0), Contract.run(hidden, "[]", 1).orElseThrow().get(0));
      hidden.close();
      for (String sql :
          List.of(
              "SELECT n FROM other",
              "WITH gone AS (DELETE FROM public.t RETURNING 1) SELECT COUNT(*) FROM gone",
              "SELECT n INTO public.copy FROM public.t")) {
        DatabaseMechanism mechanism = mechanism(false, 10, sql);
        assertEquals(Optional.empty(), Contract.run(mechanism, "[]", 1), sql);
        String why = mechanism.failure().orElseThrow();
        assertTrue(why.contains("25006") || why.contains("42P01"), why);
        mechanism.close();
      }
      assertEquals(5, count("SELECT MAX(n) FROM public.t"));
      assertEquals(0, count("SELECT COUNT(*) FROM pg_class WHERE relname = 'copy'"));
      assertEquals(0, count("SELECT COUNT(*) FROM pg_class WHERE relpersistence = 't'"));
    }

    @Test
    void aQueryThatTakesTooLongIsEnded() throws IOException, InterruptedException, SQLException {
      DatabaseMechanism slow = mechanism(false, 1, "SELECT 1.0 FROM pg_sleep(60)");
      assertEquals(Optional.empty(), Contract.run(slow, "[]", 1));
      assertTrue(slow.failure().orElseThrow().contains("57014"));
      slow.close();
      assertEquals(0, sleeping());
    }

    private int sleeping() throws SQLException {
      return count(
          "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active'"
              + " AND query LIKE 'SELECT 1.0 FROM%'");
    }

    /** What a signal has done to the statements of this process. */
    @Test
    void anInterruptionEndsStatements() throws Exception {
      DatabaseMechanism slow = mechanism(false, 60, "SELECT 1.0 FROM pg_sleep(60)");
      CompletableFuture<Boolean> interrupted =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return Contract.run(slow, "[]", 1).isPresent();
                } catch (InterruptedException e) {
                  return true;
                } catch (IOException e) {
                  return false;
                }
              });
      for (int i = 0; i < 300 && sleeping() == 0; i++) {
        Thread.sleep(50);
      }
      assertEquals(1, sleeping());
      slow.interrupt();
      assertTrue(interrupted.get(30, TimeUnit.SECONDS));
      for (int i = 0; i < 100 && sleeping() > 0; i++) {
        Thread.sleep(50);
      }
      assertEquals(0, sleeping());
      slow.close();
    }

    /**
     * The corrected twins of the examples stand, and their mistakes are found. A correct claim is
     * refuted with probability at most 1e-6, all claims of the file together.
     */
    @Test
    void theExamplesFareAlike(@TempDir Path directory) throws IOException {
      Path file = directory.resolve("claims.yaml");
      String text = Files.readString(Project.file("examples/databases.yaml"));
      Files.writeString(
          file,
          text.replace(
                  "jdbc: \"jdbc:h2:mem:\"", "jdbc: \"" + address() + "\"\n      user: postgres")
              .replace("runs: 3000", "runs: 1500"));
      Invocation audit = Invocation.of("audit", file.toString(), "--quiet");
      assertEquals(1, audit.code(), audit.err());
      assertEquals(4, audit.out().lines().filter(line -> line.startsWith("refuted")).count());
      assertFalse(audit.out().contains("inconclusive"), audit.out());
    }
  }

  private static Query query(
      String address, Optional<String> user, boolean ordered, int seconds, String... sql) {
    return new Query(
        address,
        user,
        Optional.empty(),
        List.of(sql),
        ordered,
        Duration.ofSeconds(seconds),
        SCHEMA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:./file",
        "jdbc:h2:tcp://localhost/x",
        "jdbc:h2:mem:;INIT=RUNSCRIPT FROM 'x'",
        "jdbc:h2:mem:x;MODE=MySQL;INIT=SELECT 1",
        "jdbc:postgresql://h/d?socketFactory=x.Y",
        "jdbc:postgresql://h/d?sslmode=require&loggerFile=/x",
        "jdbc:sqlite:x"
      })
  void addressesThatDoMoreAreRefused(String address) {
    assertThrows(
        IllegalArgumentException.class,
        () -> query(address, Optional.empty(), false, 1, "SELECT 1"));
  }

  @Test
  void onlyQueriesAreTaken() {
    for (String sql :
        List.of(
            "DELETE FROM t",
            "SELECT 1; DROP TABLE t",
            "COMMIT",
            "SELECTED",
            "/* */ DROP TABLE t",
            "SET x = 1",
            ";")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> query("jdbc:h2:mem:", Optional.empty(), false, 1, sql),
          sql);
    }
    Stream.of("SELECT 1;", " (select 1)", "WITH x AS (SELECT 1) SELECT * FROM x", "VALUES (1)")
        .forEach(sql -> query("jdbc:h2:mem:", Optional.empty(), false, 1, sql));
  }
}
