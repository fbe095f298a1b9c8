package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Audits of queries from the claims file to the exit code. The examples are in the guide. */
@Timeout(300)
class DatabaseAuditTest {
  private static final String CLAIMS =
      """
      error_probability: 1e-6
      seed: 3
      budget: {runs: 600}
      significant_bits: 16
      claims:
        - name: visits
          adjacency: add-remove
          guarantee: {pure: {epsilon: 3}}
          mechanism: {jdbc: "jdbc:h2:mem:", sql: "SELECT COUNT(*) + 3 * RANDOM() FROM visits"}
          pairs:
            family:
              kind: databases
              count: 24
              unit: user
              tables:
                visits:
                  user: person
                  rows_per_user: 20
                  columns: {person: {type: integer}, n: {type: integer, low: 0, high: 9}}
      """;

  @TempDir private Path directory = Path.of("");

  private Invocation audit(String before, String after, String... options) throws IOException {
    assertTrue(CLAIMS.contains(before), before);
    Path file = directory.resolve("claims.yaml");
    Files.writeString(file, CLAIMS.replace(before, after));
    String[] words = new String[options.length + 2];
    words[0] = "audit";
    words[1] = file.toString();
    System.arraycopy(options, 0, words, 2, options.length);
    return Invocation.of(words);
  }

  /** Nobody listens at port 1. */
  @Test
  void checkingConnectsToNothing() throws IOException {
    String nowhere = "jdbc:postgresql://localhost:1/none";
    Invocation check = audit("jdbc:h2:mem:", nowhere, "--check");
    assertEquals(0, check.code(), check.err());
    Invocation audit = audit("jdbc:h2:mem:", nowhere);
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains("line 9: claims[0].mechanism is refused: the engine says"));
  }

  @Test
  void whatTheEngineRefusesAtOnceIsToldAtItsLine() throws IOException {
    Invocation audit = audit("COUNT(*)", "COUNT(*) FRM");
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains("line 9: claims[0].mechanism is refused: the engine says (42"));
  }

  /** It fails on one dataset of a later pair, which has 119 rows; that is no verdict. */
  @Test
  void aLaterErrorIsInconclusive() throws IOException {
    String sql = "SELECT 1 / (COUNT(*) - 119) FROM visits";
    Invocation audit =
        audit("SELECT COUNT(*) + 3 * RANDOM() FROM visits", sql, "--strict", "--json");
    assertEquals(3, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().contains("\"inconclusive\""), audit.out());
    assertTrue(audit.out().contains("the engine says (22012) Division by zero"), audit.out());
  }

  /** Engines take 0 and -0 for the same: a key that held both would repeat itself. */
  @ParameterizedTest
  @ValueSource(strings = {"values: [0.0, -0.0, 1.5]", "low: -0.0, high: 0.5"})
  void zeroHasNoSign(String values) throws IOException {
    String rows = "rows_per_user: 20\n            columns: {person: {type: integer}, n: {type:";
    String keyed = "key: [person, x]\n            columns: {person: {type: integer}, x: {type:";
    Invocation audit =
        audit(rows + " integer, low: 0, high: 9}}", keyed + " real, " + values + "}}");
    assertEquals(0, audit.code(), audit.err());
  }

  /** Uniform noise betrays the user in any case. */
  @Test
  void aRefutedQueryHasItsPair() throws IOException {
    Invocation audit = audit("count: 24", "count: 2");
    assertEquals(1, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().contains("one with all rows far from 0"), audit.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'unit: user' | 'unit: person' | line 14",
        "'unit: user' | 'fewest: 1' | has no 'unit'",
        "'adjacency: add-remove' | 'adjacency: zero-out' | no row of a table contributes nothing",
        "'adjacency: add-remove' | '' | has no 'adjacency'",
        "'user: person' | 'key: person' | has no 'user'",
        "'user: person' | 'user: somebody' | user was 'somebody'",
        "'high: 9' | 'high: -9' | must ascend",
        "', low: 0, high: 9' | '' | give 'low' and 'high'",
        "', n: {' | ', n; --: {' | a name is a letter",
        "'visits:' | 'visits (x int); DROP TABLE y; --:' | a name is a letter",
        "', n: {' | ', PERSON: {' | must differ in more than capital letters",
        "'person: {type: integer}' | 'person: {type: real}' | must be integer or text",
        "'rows_per_user: 20' | 'rows_per_user: 0' | line 18",
        "'rows_per_user: 20' | 'key: n' | numbers users or rows",
        "'SELECT COUNT(*)' | 'DELETE FROM visits' | must be a query",
        "'FROM visits' | 'FROM visits; SELECT 1' | one query without a semicolon",
        "'jdbc:h2:mem:' | 'jdbc:h2:./file' | must begin with jdbc:h2:mem:",
        "'jdbc:h2:mem:' | 'jdbc:h2:mem:;INIT=SELECT 1' | has the setting 'init'",
        "'jdbc:h2:mem:' | 'jdbc:postgresql://u:hunter2@h/d' | holds a password",
        "'jdbc:h2:mem:' | 'jdbc:postgresql://h/d?p%61ssword=hunter2' | holds a password",
        "'kind: databases' | 'kind: counts' | line 9",
        "'seed: 3' | 'run_timeout_seconds: 1' | ",
      })
  void whatCannotBeIsRefused(String before, String after, String rule) throws IOException {
    Invocation check = audit(before.strip(), after, "--check");
    if (rule == null) {
      assertEquals(0, check.code(), check.err());
      return;
    }
    assertEquals(2, check.code(), check.out());
    assertTrue(check.err().contains(rule), check.err());
    assertFalse(check.err().contains("hunter2"), check.err());
  }
}
