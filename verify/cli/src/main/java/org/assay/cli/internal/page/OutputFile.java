package org.assay.cli.internal.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.OutputException;

/** The file of {@code --output}: the whole file is written, or nothing. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses a file that cannot be written, before any work is done.
   *
   * @param file the file; neither it nor its directory need exist
   * @throws InputException if it cannot be written
   */
  public static void requireWritable(Path file) {
    requireWritable("--output", file);
  }

  /**
   * Refuses a file that another option names and that cannot be written.
   *
   * @param option the option
   * @param file the file; neither it nor its directory need exist
   * @throws InputException if it cannot be written
   */
  public static void requireWritable(String option, Path file) {
    if (file.toString().isEmpty()) {
      throw new InputException(option + " was empty: name a file");
    }
    Path place = place(file);
    String asked = option + " was " + file;
    if (Files.exists(place) && !Files.isRegularFile(place)) {
      throw new InputException(asked + ": what is there is not an ordinary file");
    }
    Drafts.requireWritable(asked, directory(place));
  }

  /**
   * Writes the file, and replaces an existing one.
   *
   * @param file the file; its directory is made if it does not exist
   * @param text its content
   * @throws OutputException if it cannot be written; nothing half-written stays
   */
  public static void write(Path file, String text) {
    write(option(file), file, text);
  }

  /**
   * Writes a file that another option names.
   *
   * @param asked the option and its value, for messages
   * @param file the file; its directory is made if it does not exist
   * @param text its content
   * @throws OutputException if it cannot be written; nothing half-written stays
   */
  public static void write(String asked, Path file, String text) {
    Path place = place(file);
    String name = Objects.requireNonNull(place.getFileName()).toString();
    Drafts.write(asked, directory(place), draft -> ReportDirectory.put(draft, name, text));
  }

  private static Path place(Path file) {
    return file.toAbsolutePath().normalize();
  }

  /** The directory of a file. Only the root has none, and the root is not an ordinary file. */
  private static Path directory(Path place) {
    return Objects.requireNonNull(place.getParent());
  }

  private static String option(Path file) {
    return "--output was " + file;
  }
}
