package org.assay.cli.internal.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.Durability;
import org.assay.accountant.budget.JournalException;
import org.assay.accountant.budget.JournalKey;
import org.assay.accountant.budget.JournalPlace;
import org.assay.cli.internal.database.JdbcAddress;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.WholeFile;

/**
 * The address of a store and the credentials.
 *
 * @param text a path, or an address that begins with {@code jdbc:}
 * @param user the user of a database
 * @param passwordFile a file whose first line is the password
 * @param keyFile a file that holds the key of hashes
 */
public record StoreAddress(
    String text, Optional<String> user, Optional<Path> passwordFile, Optional<Path> keyFile) {
  /** The environment variable that holds the password if no file holds it. */
  static final String PASSWORD = "ASSAY_BUDGET_PASSWORD";

  private static final String JDBC = "jdbc:";
  private static final String H2 = "jdbc:h2:";

  /**
   * Opens the store.
   *
   * @param creates whether a missing store is created
   * @return the store
   * @throws InputException if it cannot be used, or is missing and not to be made
   */
  BudgetStore open(boolean creates) {
    if (text.isBlank()) {
      throw new InputException("--store was '': give a path, or an address such as jdbc:h2:./team");
    }
    Optional<JournalKey> key = keyFile.map(WholeFile::key);
    try {
      if (text.startsWith(JDBC)) {
        String address = requireKnown();
        return creates
            ? BudgetStore.connect(database(address), key)
            : BudgetStore.connectExisting(database(ofExisting(address)), key);
      }
      if (!creates && !Files.exists(Path.of(text))) {
        throw new InputException(
            "--store was '" + text + "': there is no such file; assay budget create makes it");
      }
      if (!creates && Files.isRegularFile(Path.of(text)) && Files.size(Path.of(text)) == 0) {
        throw new InputException(
            "--store was '"
                + text
                + "': the file is empty, so that it holds no store; restore it if it was one, or"
                + " assay budget create makes one");
      }
      return BudgetStore.open(
          key.map(JournalPlace.of(Path.of(text), Durability.FSYNC)::withKey)
              .orElseGet(() -> JournalPlace.of(Path.of(text), Durability.FSYNC)));
    } catch (JournalException e) {
      throw InputException.because(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Refuses addresses with secrets: typed words are visible in lists of processes, and kept by
   * shells.
   */
  private String requireKnown() {
    if (JdbcAddress.holdsSecret(text)) {
      throw new InputException(
          "--store holds a password or a user before an @, which others can see: leave it out, give"
              + " --user, and set the variable "
              + PASSWORD
              + " or give --password-file");
    }
    if (!text.startsWith(H2) && !text.startsWith("jdbc:postgresql:")) {
      throw new InputException(
          "--store was '" + text + "': the databases are jdbc:postgresql:… and jdbc:h2:…");
    }
    return text;
  }

  /** An address with the setting that keeps H2 from creating a missing file. */
  private static String ofExisting(String address) {
    boolean file =
        address.startsWith(H2)
            && !address.startsWith("jdbc:h2:mem:")
            && !address.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
    return file ? address + ";IFEXISTS=TRUE" : address;
  }

  private JdbcAddress database(String address) {
    return new JdbcAddress(
        address, user, JdbcAddress.password("--password-file", passwordFile, PASSWORD));
  }

  /** The address without secrets. */
  @Override
  public String toString() {
    return text;
  }
}
