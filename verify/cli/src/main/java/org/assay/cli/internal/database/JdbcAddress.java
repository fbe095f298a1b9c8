package org.assay.cli.internal.database;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.assay.cli.internal.input.InputException;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database with credentials, for the drivers on the class path.
 *
 * @param address an address that begins with {@code jdbc:}
 * @param user its user
 * @param password the user's password
 */
public record JdbcAddress(String address, Optional<String> user, Optional<String> password)
    implements DataSource {
  /** Parts of the names of parameters that hold secrets. */
  private static final List<String> SECRETS =
      List.of("password", "passwd", "passphrase", "pwd=", "secret");

  /** Time limit of a login; few drivers have a limit of their own. Not tuned. */
  private static final Duration LONGEST_LOGIN = Duration.ofSeconds(30);

  /** The SQL state of a server that cannot be reached. */
  private static final String AWAY = "08001";

  private static final Pattern PERCENT = Pattern.compile("%([0-9A-Fa-f]{2})");

  /**
   * Whether an address seems to hold a password, or a user before an @. Addresses that are typed or
   * kept in a file are visible to others.
   *
   * @param address an address
   * @return whether it must not be used
   */
  public static boolean holdsSecret(String address) {
    String plain = decoded(address);
    return SECRETS.stream().anyMatch(plain::contains)
        || (plain.contains("//") && plain.contains("@"));
  }

  /** The address decoded repeatedly, in small letters like drivers read it. */
  private static String decoded(String address) {
    String plain = address;
    for (String before = ""; !before.equals(plain); ) {
      before = plain;
      plain = PERCENT.matcher(before).replaceAll(JdbcAddress::character);
    }
    return plain.toLowerCase(Locale.ROOT);
  }

  private static String character(MatchResult code) {
    char decoded = (char) Integer.parseInt(code.group(1), 16);
    return Matcher.quoteReplacement(Character.toString(decoded));
  }

  /**
   * A password from a file or an environment variable.
   *
   * @param name the option that names the file, for messages
   * @param file a file whose first line is the password
   * @param variable an environment variable, looked up if there is no file
   * @return the password, if there is one
   * @throws InputException if the file cannot be read
   */
  public static Optional<String> password(String name, Optional<Path> file, String variable) {
    return file.map(path -> firstLine(name, path))
        .or(() -> Optional.ofNullable(System.getenv(variable)));
  }

  private static String firstLine(String name, Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new InputException(name + " " + file + " cannot be read", e);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connection(LONGEST_LOGIN);
  }

  /** A connection that is made too late is closed. */
  Connection connection(Duration longest) throws SQLException {
    CompletableFuture<Connection> answer = new CompletableFuture<>();
    Thread login = new Thread(() -> logIn(answer), "login");
    login.setDaemon(true);
    login.start();
    try {
      return answer.orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.cancel(false);
      throw new SQLException("interrupted while logging in", AWAY, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException said) {
        throw said;
      }
      if (e.getCause() instanceof TimeoutException) {
        throw new SQLTimeoutException(
            "the server let nobody in for " + longest.toSeconds() + " seconds", AWAY, e);
      }
      throw new IllegalStateException("the driver of the database failed", e.getCause());
    }
  }

  private void logIn(CompletableFuture<Connection> answer) {
    try {
      Connection connection = logIn();
      if (!answer.complete(connection)) {
        connection.close();
      }
    } catch (SQLException | RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  private Connection logIn() throws SQLException {
    Properties properties = new Properties();
    user.ifPresent(name -> properties.setProperty("user", name));
    password.ifPresent(secret -> properties.setProperty("password", secret));
    return DriverManager.getConnection(address, properties);
  }

  @Override
  public Connection getConnection(String other, String secret) throws SQLException {
    return DriverManager.getConnection(address, other, secret);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // Nothing is logged.
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException("no login timeout");
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  /** The address and the user, without the password. */
  @Override
  public String toString() {
    return address;
  }
}
