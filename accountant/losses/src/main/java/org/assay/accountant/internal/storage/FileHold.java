package org.assay.accountant.internal.storage;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that is open and locked, at most once among all processes and within this process. The
 * system releases the lock when the process ends. On POSIX systems a lock also ends when the
 * process closes any handle of the file. A table within the process therefore prevents a second
 * handle.
 *
 * <p>The lock covers a position behind all bytes, so the file stays readable on systems with
 * mandatory locks.
 */
final class FileHold implements Closeable {
  /** Keys of the files held by this process. */
  private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

  /** Position of the locked byte, behind all bytes of any file. */
  private static final long LOCKED = Long.MAX_VALUE - 1;

  private final Object key;
  private final RandomAccessFile file;
  private boolean closed;

  private FileHold(Object key, RandomAccessFile file) {
    this.key = key;
    this.file = file;
  }

  /**
   * Creates the file if it is missing, and holds it.
   *
   * @param path the file
   * @param owned the file that this hold protects, for messages
   * @throws RefusedFileException if the file is held, or is no regular file
   */
  static FileHold of(Path path, Path owned) throws IOException {
    create(path);
    Object key = FileIdentity.of(path).key();
    if (!HELD.add(key)) {
      throw inUse(owned);
    }
    try {
      return new FileHold(key, opened(path, key, owned));
    } catch (IOException | RuntimeException e) {
      HELD.remove(key);
      throw e;
    }
  }

  /**
   * Creates a missing file, also through a dangling symbolic link. An existing file is not opened,
   * because opening may block.
   */
  static void create(Path path) throws IOException {
    if (!Files.exists(path)) {
      Files.newByteChannel(path, Set.of(CREATE, WRITE)).close();
    }
  }

  private static RandomAccessFile opened(Path path, Object key, Path owned) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      if (lock(file).isEmpty()) {
        throw inUse(owned);
      }
      if (!FileIdentity.of(path).key().equals(key)) {
        throw new RefusedFileException(owned, "it was replaced while it was opened; try again");
      }
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static Optional<FileLock> lock(RandomAccessFile file) throws IOException {
    try {
      return Optional.ofNullable(file.getChannel().tryLock(LOCKED, 1, false));
    } catch (OverlappingFileLockException e) {
      // The lock is held by this process, which counts as held too.
      return Optional.empty();
    }
  }

  private static RefusedFileException inUse(Path owned) {
    return new RefusedFileException(
        owned, "it is held open by another owner or process; close that");
  }

  /** Identifies the file among all existing files. */
  Object key() {
    return key;
  }

  /** The handle. */
  RandomAccessFile file() {
    return file;
  }

  /** Closes at the first call only: at a later call another owner may hold the file. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      file.close();
    } finally {
      HELD.remove(key);
    }
  }
}
