package org.assay.cli.internal.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queries that a database engine answers about tables that the audit fills.
 *
 * @param address the address of the engine: H2 in memory, or a PostgreSQL server
 * @param user the user, if the engine asks for one
 * @param passwordFile a file whose first line is the password
 * @param sql the queries; the outcome of a run holds the rows of each
 * @param ordered whether rows have the order in which the engine gives them; otherwise they are a
 *     multiset
 * @param timeout time limit of one query, above 0
 * @param schema the tables
 */
public record Query(
    String address,
    Optional<String> user,
    Optional<Path> passwordFile,
    List<String> sql,
    boolean ordered,
    Duration timeout,
    Schema schema) {
  private static final String H2 = "jdbc:h2:mem:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  /** Settings of addresses that neither load code nor name files to write. */
  private static final Set<String> HARMLESS =
      Set.of("mode", "sslmode", "sslrootcert", "applicationname", "connecttimeout");

  /** A word that begins a query, after white space and opening parentheses. */
  private static final Pattern QUERY =
      Pattern.compile(
          "[\\s(]*(?:SELECT|WITH|VALUES)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern SEPARATOR = Pattern.compile("[;?&]");

  /**
   * Checks the texts and copies the list; nothing is connected.
   *
   * @throws IllegalArgumentException if the address may do more than lead to an engine, or a
   *     statement is no single query
   */
  public Query {
    sql = sql.stream().map(Query::requireQuery).toList();
    requireHarmless(address);
  }

  private static void requireHarmless(String address) {
    if (!(address.startsWith(H2) || address.startsWith(POSTGRESQL))) {
      throw new IllegalArgumentException(
          ("jdbc was '" + address + "': ")
              + "it must begin with jdbc:h2:mem: (H2 in memory) or jdbc:postgresql:");
    }
    List<String> settings = Arrays.asList(SEPARATOR.split(address, -1));
    for (String setting : settings.subList(1, settings.size())) {
      String name = setting.split("=", 2)[0].toLowerCase(Locale.ROOT);
      if (!HARMLESS.contains(name)) {
        throw new IllegalArgumentException(
            ("jdbc has the setting '" + name + "': ")
                + "only MODE, sslmode, sslrootcert, ApplicationName and connectTimeout are taken,"
                + " since others load code or write files");
      }
    }
  }

  /**
   * The query without the semicolon at its end; another semicolon is refused, since it might
   * separate statements.
   */
  private static String requireQuery(String text) {
    String query = text.strip();
    while (query.endsWith(";")) {
      query = query.substring(0, query.length() - 1).strip();
    }
    Matcher matcher = QUERY.matcher(query);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          ("sql was '" + text + "': ")
              + "it must be a query, which begins with SELECT, WITH or VALUES");
    }
    if (query.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          ("sql was '" + text + "': ")
              + "it must be one query without a semicolon; give several as a list");
    }
    return query;
  }

  boolean isH2() {
    return address.startsWith(H2);
  }
}
