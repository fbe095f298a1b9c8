package org.assay.accountant.accounting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * At most one holder of a journal among all processes and within this one. The lock is on a file
 * beside the journal, {@code NAME.lock}, and nothing but the holder opens that file: on POSIX
 * systems a lock ends when its process closes any handle of the locked file. The system releases it
 * when the process ends; the empty file stays.
 */
final class JournalLock implements AutoCloseable {
  /** What this process holds, so that it never opens a locked file twice. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private JournalLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static JournalLock acquire(Path journal) throws IOException {
    Path directory = journal.resolveSibling("").toRealPath();
    Path file = directory.resolve(journal.getFileName() + ".lock");
    if (!HELD.add(file)) {
      throw inUse(journal);
    }
    try {
      return new JournalLock(file, locked(file, journal));
    } catch (IOException | RuntimeException e) {
      HELD.remove(file);
      throw e;
    }
  }

  private static FileChannel locked(Path file, Path journal) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(journal);
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(journal);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static JournalException inUse(Path journal) {
    return new JournalException(
        journal.toString(), "it is held open by another filter, odometer or process; close that");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD.remove(file);
    }
  }
}
