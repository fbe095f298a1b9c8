package org.assay.cli.internal.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.OutputException;

/** The directory of {@code --report}: all of its files are written, or none. */
public final class ReportDirectory {
  private ReportDirectory() {}

  /** Writes files into an empty directory. */
  @FunctionalInterface
  public interface Author {
    /**
     * Writes the files.
     *
     * @param draft the directory
     * @throws IOException if a file cannot be written
     */
    void write(Path draft) throws IOException;
  }

  /**
   * Refuses a directory that reports cannot be written to, before any work is done.
   *
   * @param directory the target directory, which need not exist
   * @throws InputException if nothing can be written there
   */
  public static void requireWritable(Path directory) {
    if (directory.toString().isEmpty()) {
      throw new InputException("--report was empty: name a directory");
    }
    Drafts.requireWritable(option(directory), directory);
  }

  /**
   * Writes the report's files, each moved into place only when all are complete.
   *
   * @param directory the target directory, created if missing
   * @param author writes them
   * @throws OutputException if they cannot be written; nothing half-written stays
   */
  public static void write(Path directory, Author author) {
    Drafts.write(option(directory), directory, author);
  }

  /**
   * Writes one file of a draft.
   *
   * @param draft the directory of the draft
   * @param name the name of the file
   * @param text its content
   * @throws IOException if it cannot be written
   */
  public static void put(Path draft, String name, String text) throws IOException {
    Files.writeString(draft.resolve(name), text, StandardCharsets.UTF_8);
  }

  private static String option(Path directory) {
    return "--report was " + directory;
  }
}
