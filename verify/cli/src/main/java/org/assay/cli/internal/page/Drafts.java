package org.assay.cli.internal.page;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.internal.terminal.OutputException;

/** Writes files into a separate directory, and moves them to their place when all are complete. */
final class Drafts {
  /**
   * Bytes of the trial file, more than a full disk may still hold in the blocks of other files. Not
   * tuned.
   */
  private static final int TRIAL_BYTES = 1 << 16;

  /** The name of the lock file, which is locked while files are moved. */
  private static final String LOCK = ".assay-lock";

  private Drafts() {}

  /**
   * Refuses a directory that cannot be written to.
   *
   * @param asked the request, to begin a message with
   * @param directory the target directory, which need not exist
   */
  static void requireWritable(String asked, Path directory) {
    Path existing = directory.toAbsolutePath().normalize();
    while (!Files.exists(existing)) {
      existing = Optional.ofNullable(existing.getParent()).orElseThrow();
    }
    if (!(Files.isDirectory(existing) && Files.isWritable(existing))) {
      throw OutputException.ofFiles(
          asked + ": " + existing + " is not a directory one can write to");
    }
    try {
      tryToWrite(existing);
    } catch (IOException e) {
      throw OutputException.ofFiles(
          asked + ": nothing can be written to " + existing + reason(e), e);
    }
  }

  /** The reason of a file system's failure, without the name of the file. */
  private static String reason(IOException e) {
    return e instanceof FileSystemException refused && refused.getReason() != null
        ? ": " + refused.getReason()
        : "";
  }

  /**
   * Writes a trial file: a disk may be full, or refuse writing, although the permissions allow it.
   */
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
   * @param asked the request, to begin a message with
   * @param directory the target directory, created if missing
   * @param author writes them into a directory of drafts
   */
  static void write(String asked, Path directory, ReportDirectory.Author author) {
    try {
      Files.createDirectories(directory);
      Path draft = Files.createTempDirectory(directory, ".draft");
      try {
        author.write(draft);
        moveTogether(draft, directory);
      } finally {
        delete(draft);
      }
    } catch (IOException e) {
      throw OutputException.ofFiles(asked + ": it cannot be written" + reason(e), e);
    }
  }

  /**
   * Moves all files under a lock, so that two processes that write the same files leave the files
   * of one of them.
   */
  private static void moveTogether(Path from, Path to) throws IOException {
    synchronized (Drafts.class) {
      Path lock = to.resolve(LOCK);
      FileChannel held = held(lock);
      try {
        move(from, to);
      } finally {
        // The file is deleted while the lock is held, so that the next process finds another file
        // or waits.
        Files.deleteIfExists(lock);
        held.close();
      }
    }
  }

  /**
   * Waits for the lock. A file that was removed or replaced before it was locked is not the lock.
   */
  private static FileChannel held(Path lock) throws IOException {
    while (true) {
      FileChannel.open(lock, CREATE, WRITE, NOFOLLOW_LINKS).close();
      Optional<Object> found = identity(lock);
      FileChannel channel = FileChannel.open(lock, CREATE, WRITE, NOFOLLOW_LINKS);
      if (!isLocked(channel) || (found.isPresent() && found.equals(identity(lock)))) {
        return channel;
      }
      channel.close();
    }
  }

  /**
   * Whether the lock was obtained. Without locks, or after an interruption, each file is still
   * complete.
   */
  private static boolean isLocked(FileChannel channel) {
    try {
      return channel.lock().isValid();
    } catch (IOException unsupported) {
      return false;
    }
  }

  /**
   * Device and number of a file, or its name if the system has no such numbers; empty if the file
   * is gone.
   */
  private static Optional<Object> identity(Path file) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
      return Optional.of(key == null ? file : key);
    } catch (NoSuchFileException gone) {
      return Optional.empty();
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
