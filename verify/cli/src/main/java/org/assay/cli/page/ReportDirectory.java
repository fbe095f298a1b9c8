package org.assay.cli.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.input.InputException;
import org.assay.cli.terminal.OutputException;

/** Where {@code --report} puts its files: all of them, or none. */
public final class ReportDirectory {
  /** Larger than what a full disk may still hold in the blocks of other files. */
  private static final int TRIAL_BYTES = 1 << 16;

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
   * @param directory where the report shall go; it need not exist
   * @throws InputException if nothing can be written there
   */
  public static void requireWritable(Path directory) {
    if (directory.toString().isEmpty()) {
      throw new InputException("--report was empty: name a directory");
    }
    Path existing = directory.toAbsolutePath().normalize();
    while (!Files.exists(existing)) {
      existing = Optional.ofNullable(existing.getParent()).orElseThrow();
    }
    if (!(Files.isDirectory(existing) && Files.isWritable(existing))) {
      throw new InputException(
          "--report was " + directory + ": " + existing + " is not a directory one can write to");
    }
    try {
      tryToWrite(existing);
    } catch (IOException e) {
      throw new InputException(
          "--report was " + directory + ": nothing can be written to " + existing + ": " + e, e);
    }
  }

  /** A disk may be full, or allow nothing to be written, where permissions look well. */
  private static void tryToWrite(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, ".trial", null);
    try {
      Files.write(file, new byte[TRIAL_BYTES]);
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Writes the report's files, each moved into place only when all are complete.
   *
   * @param directory where they go; it is made if it does not exist
   * @param author writes them
   * @throws OutputException if they cannot be written; nothing half-written stays
   */
  public static void write(Path directory, Author author) {
    try {
      Files.createDirectories(directory);
      Path draft = Files.createTempDirectory(directory, ".draft");
      try {
        author.write(draft);
        move(draft, directory);
      } finally {
        delete(draft);
      }
    } catch (IOException e) {
      throw OutputException.ofFiles(
          "--report was " + directory + ": it cannot be written: " + e, e);
    }
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

  private static void move(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Files.move(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(Path directory) throws IOException {
    for (Path file : files(directory)) {
      Files.delete(file);
    }
    Files.delete(directory);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
