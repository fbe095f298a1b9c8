package org.assay.accountant.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * An append-only file of charges. When {@link #append} returns, the charge is as durable as asked
 * for; reopening replays every charge exactly once. A charge that was cut while being written is
 * removed, because its grant was never returned; any other damage refuses to open. The argument is
 * in {@code doc-files/charge-journal.md}.
 *
 * <p>Not safe for use by several threads: its owner locks. Writes go through a file handle, not a
 * channel, which one interrupted thread would close for all.
 */
final class ChargeJournal implements ChargeLog {
  private final JournalLock lock;
  private final RandomAccessFile file;
  private final Durability durability;
  private String checksum;
  private long charges;
  private boolean usable = true;

  private ChargeJournal(
      JournalLock lock, RandomAccessFile file, Durability durability, JournalReplay past) {
    this.lock = lock;
    this.file = file;
    this.durability = durability;
    this.checksum = past.checksum();
    this.charges = past.charges();
  }

  /**
   * Opens a journal, or starts one.
   *
   * @param path the file
   * @param words what the journal is for; the same at every opening
   * @param durability what a charge survives
   * @param consumer gets every charge in order
   * @return the journal, ready to append
   */
  static ChargeJournal open(
      Path path, String words, Durability durability, Consumer<Charge> consumer) {
    try {
      Path real = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      JournalLock lock = JournalLock.acquire(real);
      try {
        return recover(lock, real, JournalFormat.header(words), durability, consumer);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ChargeJournal recover(
      JournalLock lock, Path path, String header, Durability durability, Consumer<Charge> consumer)
      throws IOException {
    JournalReplay past = new JournalReplay(path, header);
    if (Files.exists(path)) {
      past.read(consumer);
    }
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      ChargeJournal journal = new ChargeJournal(lock, file, durability, past);
      file.setLength(past.end());
      file.seek(past.end());
      if (past.end() == 0) {
        journal.write(header);
        journal.forceDirectory(path);
      } else {
        journal.force();
      }
      return journal;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void append(Charge charge) {
    if (!usable) {
      throw new IllegalStateException(
          "the journal is closed, or a charge could not be written: open it again");
    }
    // After a failure nobody knows what the file holds; only reopening finds out.
    usable = false;
    try {
      write(JournalFormat.line(charges + 1, charge, checksum));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    charges++;
    usable = true;
  }

  private void write(String line) throws IOException {
    file.write((line + "\n").getBytes(UTF_8));
    force();
    checksum = JournalFormat.checksum(line);
  }

  private void force() throws IOException {
    if (durability == Durability.FSYNC) {
      file.getFD().sync();
    }
  }

  /** Makes the new file's name durable too, on systems that can force a directory. */
  private void forceDirectory(Path path) throws IOException {
    Path directory = path.getParent();
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (durability == Durability.FSYNC && posix && directory != null) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public void close() {
    usable = false;
    try (lock) {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
