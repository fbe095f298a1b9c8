package org.assay.cli.internal.budget;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.Durability;
import org.assay.accountant.budget.JournalException;
import org.assay.accountant.budget.JournalKey;
import org.assay.accountant.budget.JournalPlace;
import org.assay.cli.internal.input.InputException;
import org.jspecify.annotations.Nullable;

/**
 * Where a store is and how to get in.
 *
 * @param text a path, or an address that begins with {@code jdbc:}
 * @param user the user of a database
 * @param passwordFile a file whose first line is the password
 * @param keyFile a file that holds the key of hashes
 */
public record StoreAddress(
    String text, Optional<String> user, Optional<Path> passwordFile, Optional<Path> keyFile) {
  /** The environment variable that holds the password where no file does. */
  static final String PASSWORD = "ASSAY_BUDGET_PASSWORD";

  private static final String JDBC = "jdbc:";

  /** Parts of the names of parameters that hold secrets. */
  private static final List<String> SECRETS =
      List.of("password", "passwd", "passphrase", "pwd=", "secret");

  private static final Pattern PERCENT = Pattern.compile("%([0-9A-Fa-f]{2})");

  /**
   * Opens the store.
   *
   * @param creates whether the store is made if it is missing
   * @return the store
   * @throws InputException if it cannot be used, or is missing and not to be made
   */
  BudgetStore open(boolean creates) {
    if (text.isBlank()) {
      throw new InputException("--store was '': give a path, or an address such as jdbc:h2:./team");
    }
    Optional<JournalKey> key = keyFile.map(StoreAddress::key);
    try {
      if (text.startsWith(JDBC)) {
        String address = requireNoSecret();
        return creates
            ? BudgetStore.connect(new Driver(address, user, password()), key)
            : BudgetStore.connectExisting(new Driver(ofExisting(address), user, password()), key);
      }
      if (!creates && !Files.exists(Path.of(text))) {
        throw new InputException(
            "--store was '" + text + "': there is no such file; assay budget create makes it");
      }
      return BudgetStore.open(
          key.map(JournalPlace.of(Path.of(text), Durability.FSYNC)::withKey)
              .orElseGet(() -> JournalPlace.of(Path.of(text), Durability.FSYNC)));
    } catch (JournalException e) {
      throw InputException.because(e);
    }
  }

  /** What is typed is seen by everybody who lists processes, and remembered by shells. */
  private String requireNoSecret() {
    String plain = decoded(text);
    if (SECRETS.stream().anyMatch(plain::contains)
        || (plain.contains("//") && plain.contains("@"))) {
      throw new InputException(
          "--store holds a password or a user before an @, which others can see: leave it out, give"
              + " --user, and set the variable "
              + PASSWORD
              + " or give --password-file");
    }
    return text;
  }

  /** In small letters, as drivers read it; also what was encoded twice. */
  private static String decoded(String address) {
    String plain = address;
    for (String before = ""; !before.equals(plain); ) {
      before = plain;
      plain = PERCENT.matcher(before).replaceAll(StoreAddress::character);
    }
    return plain.toLowerCase(Locale.ROOT);
  }

  private static String character(MatchResult code) {
    char decoded = (char) Integer.parseInt(code.group(1), 16);
    return Matcher.quoteReplacement(Character.toString(decoded));
  }

  /** H2 makes a file that is missing, unless it is told not to. */
  private static String ofExisting(String address) {
    boolean file =
        address.startsWith("jdbc:h2:")
            && !address.startsWith("jdbc:h2:mem:")
            && !address.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
    return file ? address + ";IFEXISTS=TRUE" : address;
  }

  private Optional<String> password() {
    return passwordFile
        .map(StoreAddress::firstLine)
        .or(() -> Optional.ofNullable(System.getenv(PASSWORD)));
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new InputException("--password-file " + file + " cannot be read", e);
    }
  }

  private static JournalKey key(Path file) {
    try {
      return JournalKey.read(file);
    } catch (IOException e) {
      throw new InputException("--key-file " + file + " cannot be read", e);
    } catch (IllegalArgumentException e) {
      throw InputException.because(e);
    }
  }

  /** Connections by the drivers on the class path. */
  private record Driver(String address, Optional<String> user, Optional<String> password)
      implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
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

    /** Says nothing of the password. */
    @Override
    public String toString() {
      return address;
    }
  }

  /** Says nothing of secrets. */
  @Override
  public String toString() {
    return text;
  }
}
