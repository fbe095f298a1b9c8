package org.assay.verify.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.assay.verify.distinguish.ScoredTrials;

/**
 * What an audit observed, batch by batch, in a file. An audit that was killed replays its journal
 * and goes on where it stood: everything it learned and staked is a function of what it observed.
 *
 * <p>A record is its length, its bytes and their checksum. A record that was cut short when the
 * process died is dropped; its trials are run again under the same numbers, so with the same coins.
 * Nobody has looked at them, so whether the audit was killed may depend on anything but their
 * outcomes. The first record names the audit, so that a journal is not continued by another.
 */
final class Journal implements AutoCloseable {
  private static final int LARGEST_RECORD = 1 << 30;

  private final Path path;
  private final RandomAccessFile file;
  private boolean replaying = true;

  private Journal(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Opens a journal, or begins one.
   *
   * @throws IllegalArgumentException if the file is the journal of another audit, or of an audit
   *     under way
   * @throws UncheckedIOException if the file cannot be used
   */
  static Journal open(Path path, String audit) {
    try {
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      Journal journal = new Journal(path, file);
      try {
        journal.lock();
        journal.introduce(audit.getBytes(StandardCharsets.UTF_8));
        return journal;
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("checkpoint " + path + " cannot be used", e);
    }
  }

  /** The next batch of an earlier audit; empty once all have been replayed. */
  <D> Optional<List<List<ScoredTrials>>> replay(List<PairState<D>> pairs) {
    if (!replaying) {
      return Optional.empty();
    }
    try {
      Optional<byte[]> record = read();
      if (record.isPresent()) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(record.get()));
        return Optional.of(BatchCodec.read(in, pairs));
      }
      replaying = false;
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("checkpoint " + path + " cannot be read", e);
    }
  }

  /** Adds a batch that was run. */
  void append(List<List<ScoredTrials>> batch) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BatchCodec.write(new DataOutputStream(bytes), batch);
      file.write(record(bytes.toByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException("checkpoint " + path + " cannot be written", e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("checkpoint " + path + " cannot be closed", e);
    }
  }

  private void lock() throws IOException {
    try {
      FileLock lock = file.getChannel().tryLock();
      if (lock != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this process, which is no better.
    }
    throw new IllegalArgumentException(
        "checkpoint was " + path + ": an audit that is under way uses it; give another file");
  }

  /** Begins the file, or makes sure that this audit began it; never changes another file. */
  private void introduce(byte[] audit) throws IOException {
    byte[] introduction = record(audit);
    byte[] found = new byte[(int) Math.min(introduction.length, file.length())];
    file.readFully(found);
    if (Arrays.mismatch(found, introduction)
        != (found.length < introduction.length ? found.length : -1)) {
      throw new IllegalArgumentException(
          "checkpoint was "
              + path
              + ": it is not the checkpoint of this audit (claim, pairs, seed or error probability"
              + " differ); remove it or give another file");
    }
    if (found.length < introduction.length) {
      file.seek(0);
      file.write(introduction);
      replaying = false;
    }
  }

  /** The next complete record; whatever follows the last one is cut off. */
  private Optional<byte[]> read() throws IOException {
    long start = file.getFilePointer();
    try {
      int length = file.readInt();
      if (length >= 0 && length <= Math.min(LARGEST_RECORD, file.length() - start)) {
        byte[] record = new byte[length];
        file.readFully(record);
        if (file.readLong() == checksum(record)) {
          return Optional.of(record);
        }
      }
    } catch (EOFException e) {
      // The end, or a record that was being written when the process died.
    }
    file.setLength(start);
    file.seek(start);
    return Optional.empty();
  }

  private static byte[] record(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(content.length);
    out.write(content);
    out.writeLong(checksum(content));
    return bytes.toByteArray();
  }

  private static long checksum(byte[] record) {
    CRC32 checksum = new CRC32();
    checksum.update(record);
    return checksum.getValue();
  }
}
