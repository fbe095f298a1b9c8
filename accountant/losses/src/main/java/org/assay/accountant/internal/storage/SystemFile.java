package org.assay.accountant.internal.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file of this machine. Its holder holds two files. {@code NAME.lock} beside the file stays
 * locked whatever handles of the file itself others in the process open and close. The file itself
 * stays locked under every name. The lock file also carries the mark: it is empty until {@link
 * #mark}. Nobody removes a lock file but who made it, before it was marked and while it is locked:
 * who waits for it then finds another file at its path. So two processes cannot lock two files of
 * one name.
 *
 * <p>Writes use a file handle, because an interrupted thread would close a channel for all threads.
 */
final class SystemFile implements LogFile {
  /** Content of the lock file once the file is marked. */
  private static final byte[] MARK =
      "The journal beside this file was begun. Remove both or none.\n".getBytes(US_ASCII);

  /** Bytes that are read at once; a tenth of the processor time of the usual 8 KiB. */
  private static final int BUFFER = 1 << 16;

  private final Path given;
  private final Path path;
  private final FileHold lock;
  private final FileHold hold;
  private long length;

  /** Whether nobody knows that the mark is forced: another opening may have left it so. */
  private boolean markIsLoose = true;

  private SystemFile(Path given, Path path, FileHold lock, FileHold hold) throws IOException {
    this.given = given;
    this.path = path;
    this.lock = lock;
    this.hold = hold;
    this.length = hold.file().length();
  }

  /**
   * One file at a time: whoever creates a file closes a handle of it, which would end the lock of
   * another thread that holds the file already.
   */
  static synchronized SystemFile open(Path given) throws IOException {
    Path absolute = given.toAbsolutePath();
    FileHold.create(absolute);
    FileIdentity.of(absolute).requireOneName(absolute);
    Path real = absolute.toRealPath();
    FileHold lock = FileHold.of(real.resolveSibling(real.getFileName() + ".lock"), real);
    try {
      FileHold hold = FileHold.of(real, real);
      try {
        SystemFile file = new SystemFile(absolute, real, lock, hold);
        file.requireInPlace();
        return file;
      } catch (IOException | RuntimeException e) {
        hold.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public InputStream content() {
    return new BufferedInputStream(new FromStart(hold.file()), BUFFER);
  }

  @Override
  public boolean isMarked() throws IOException {
    return lock.file().length() > 0;
  }

  @Override
  public void mark() throws IOException {
    lock.file().seek(0);
    lock.file().write(MARK);
    markIsLoose = true;
  }

  @Override
  public void truncate(long newLength) throws IOException {
    hold.file().setLength(newLength);
    length = newLength;
  }

  @Override
  public void rewrite(long from) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(length - from)];
    hold.file().seek(from);
    hold.file().readFully(bytes);
    hold.file().seek(from);
    hold.file().write(bytes);
  }

  @Override
  public void append(byte[] bytes) throws IOException {
    hold.file().seek(length);
    hold.file().write(bytes);
    length += bytes.length;
  }

  @Override
  public void force() throws IOException {
    hold.file().getFD().sync();
    if (markIsLoose) {
      lock.file().getFD().sync();
      markIsLoose = false;
    }
  }

  @Override
  public void forceNames() throws IOException {
    Path directory = path.getParent();
    if (isPosix(path) && directory != null) {
      forceDirectory(directory);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Clears the interrupt meanwhile: a directory has no handle but a channel, which an interrupt
   * would close.
   */
  private static void forceDirectory(Path directory) throws IOException {
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void requireInPlace() throws IOException {
    FileIdentity found = found();
    found.requireOneName(path);
    if (!found.key().equals(hold.key())) {
      throw changed("another file was put in its place");
    }
    if (!(found.length() == length)) {
      throw changed("it has " + found.length() + " bytes instead of " + length);
    }
  }

  private FileIdentity found() throws IOException {
    try {
      return FileIdentity.of(given);
    } catch (NoSuchFileException e) {
      RefusedFileException gone = changed("it was removed");
      gone.initCause(e);
      throw gone;
    }
  }

  private RefusedFileException changed(String how) {
    return new RefusedFileException(
        path, "somebody else changed it while it was open: " + how + "; restore it");
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      hold.close();
    }
  }

  /** Reads through the held handle, because closing another handle would release the lock. */
  private static final class FromStart extends InputStream {
    private final RandomAccessFile file;
    private long position;

    FromStart(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      file.seek(position);
      int read = file.read(bytes, from, count);
      position += Math.max(0, read);
      return read;
    }
  }

  /**
   * A file that is open and locked, at most once among all processes and within this process. The
   * system releases the lock when the process ends. On POSIX systems a lock also ends when the
   * process closes any handle of the file. A table within the process therefore prevents a second
   * handle.
   *
   * <p>The lock covers a position behind all bytes, so the file stays readable on systems with
   * mandatory locks.
   */
  private static final class FileHold implements Closeable {
    /** Keys of the files held by this process. */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    /** Position of the locked byte, behind all bytes of any file. */
    private static final long LOCKED = Long.MAX_VALUE - 1;

    private final Path path;
    private final boolean made;
    private final Object key;
    private final RandomAccessFile file;
    private boolean closed;

    private FileHold(Path path, boolean made, Object key, RandomAccessFile file) {
      this.path = path;
      this.made = made;
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
      boolean made = !Files.exists(path);
      create(path);
      Object key = FileIdentity.of(path).key();
      if (!HELD.add(key)) {
        throw inUse(owned);
      }
      try {
        return new FileHold(path, made, key, opened(path, key, owned));
      } catch (IOException | RuntimeException e) {
        HELD.remove(key);
        throw e;
      }
    }

    /**
     * Creates a missing file, also through a dangling symbolic link. An existing file is not
     * opened, because opening may block.
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

    /**
     * Closes at the first call only: at a later call another owner may hold the file. A file that
     * this hold made and nobody wrote to is removed first, on systems that remove open files.
     */
    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (file) {
        if (made && file.length() == 0 && isPosix(path)) {
          Files.deleteIfExists(path);
        }
      } finally {
        HELD.remove(key);
      }
    }
  }
}
