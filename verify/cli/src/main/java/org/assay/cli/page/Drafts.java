package org.assay.cli.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.input.InputException;
import org.assay.cli.terminal.OutputException;

/** Files are written in a directory of their own, and moved to their place when all are whole. */
final class Drafts {
  /** Larger than what a full disk may still hold in the blocks of other files. */
  private static final int TRIAL_BYTES = 1 << 16;

  private Drafts() {}

  /**
   * Refuses a directory that cannot be written to.
   *
   * @param asked what was asked for, to begin a message with
   * @param directory where files shall go; it need not exist
   */
  static void requireWritable(String asked, Path directory) {
    Path existing = directory.toAbsolutePath().normalize();
    while (!Files.exists(existing)) {
      existing = Optional.ofNullable(existing.getParent()).orElseThrow();
    }
    if (!(Files.isDirectory(existing) && Files.isWritable(existing))) {
      throw new InputException(asked + ": " + existing + " is not a directory one can write to");
    }
    try {
      tryToWrite(existing);
    } catch (IOException e) {
      throw new InputException(asked + ": nothing can be written to " + existing + ": " + e, e);
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
   * Writes files, or none of them.
   *
   * @param asked what was asked for, to begin a message with
   * @param directory where they go; it is made if it does not exist
   * @param author writes them into a directory of drafts
   */
  static void write(String asked, Path directory, ReportDirectory.Author author) {
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
      throw OutputException.ofFiles(asked + ": it cannot be written: " + e, e);
    }
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
