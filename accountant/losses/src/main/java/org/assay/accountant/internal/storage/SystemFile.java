package org.assay.accountant.internal.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of this machine. Its holder holds two files. {@code NAME.lock} beside the file stays
 * locked whatever handles of the file itself others in the process open and close. The file itself
 * stays locked under every name. The lock file is never removed, so that two processes cannot lock
 * two files of one name. The lock file also carries the mark: it is empty until {@link #mark}.
 *
 * <p>Writes use a file handle, because an interrupted thread would close a channel for all threads.
 */
final class SystemFile implements LogFile {
  /** Content of the lock file once the file is marked. */
  private static final byte[] MARK =
      "The journal beside this file was begun. Remove both or none.\n".getBytes(US_ASCII);

  private final Path given;
  private final Path path;
  private final FileHold lock;
  private final FileHold hold;
  private long length;
  private boolean markIsNew;

  private SystemFile(Path given, Path path, FileHold lock, FileHold hold) throws IOException {
    this.given = given;
    this.path = path;
    this.lock = lock;
    this.hold = hold;
    this.length = hold.file().length();
  }

  static SystemFile open(Path given) throws IOException {
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
    return new BufferedInputStream(new FromStart(hold.file()));
  }

  @Override
  public boolean isMarked() throws IOException {
    return lock.file().length() > 0;
  }

  @Override
  public void mark() throws IOException {
    lock.file().seek(0);
    lock.file().write(MARK);
    markIsNew = true;
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
    if (markIsNew) {
      lock.file().getFD().sync();
      markIsNew = false;
    }
  }

  @Override
  public void forceNames() throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    Path directory = path.getParent();
    if (posix && directory != null) {
      forceDirectory(directory);
    }
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
}
