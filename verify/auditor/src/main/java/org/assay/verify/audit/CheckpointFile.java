package org.assay.verify.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.RefusedFileException;
import org.assay.verify.audit.Checkpoint.CheckpointException;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.trial.TrialCodec;

/**
 * A file with everything that an audit observed, batch by batch. An audit that was killed replays
 * the file and continues. The fits and stakes of the audit are functions of these observations.
 *
 * <p>A batch is on the device before any part of the audit sees it. If the process dies while a
 * record is written, the partial record is dropped. Its trials are run again with the same numbers
 * and coins. No part of the audit has seen their outcomes, so the interruption cannot depend on the
 * outcomes. Any other damage is refused. The first record names the audit, so that no other audit
 * continues the file.
 */
final class CheckpointFile implements AutoCloseable {
  private final Path path;
  private final LogFile file;
  private final CheckpointRecords records = new CheckpointRecords();
  private final InputStream past;
  private boolean replaying = true;

  private CheckpointFile(Path path, LogFile file) {
    this.path = path;
    this.file = file;
    this.past = file.content();
  }

  /**
   * Opens a checkpoint, or begins one.
   *
   * @throws CheckpointException if the file is the checkpoint of another audit, or of an audit
   *     under way, or cannot be used
   */
  static CheckpointFile open(CheckpointPlace place, AuditIdentity audit) {
    try {
      LogFile log = place.storage().open(place.path());
      try {
        CheckpointFile file = new CheckpointFile(place.path(), log);
        file.introduce(audit);
        return file;
      } catch (IOException | RuntimeException e) {
        log.close();
        throw e;
      }
    } catch (RefusedFileException e) {
      throw new CheckpointException(place.path(), e.reason(), e);
    } catch (IOException e) {
      throw new CheckpointException(place.path(), "it cannot be opened: " + e, e);
    }
  }

  /**
   * The audit that a checkpoint belongs to; empty if there is no file or its first record is
   * incomplete.
   *
   * @throws CheckpointException if the file cannot be read
   */
  static Optional<AuditIdentity> identity(Path path) {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(path)) {
      return new CheckpointRecords()
          .read(in)
          .map(name -> new AuditIdentity(new String(name, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new CheckpointException(path, "it cannot be read: " + e, e);
    }
  }

  /**
   * The next batch of the earlier audit; empty after the last one.
   *
   * @throws CheckpointException if the file is damaged
   */
  <D> Optional<List<List<ScoredTrials>>> replay(List<PairState<D>> pairs) {
    if (!replaying) {
      return Optional.empty();
    }
    try {
      Optional<byte[]> record = next();
      if (record.isEmpty()) {
        begin();
        return Optional.empty();
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(record.get()));
      return Optional.of(BatchCodec.read(in, pairs));
    } catch (IOException e) {
      throw new CheckpointException(path, "it cannot be read: " + e, e);
    }
  }

  /**
   * Adds a batch. When the method returns, the batch is on the device.
   *
   * @throws CheckpointException if the batch cannot be written; the audit must then end
   */
  void append(List<List<ScoredTrials>> batch) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BatchCodec.write(new DataOutputStream(bytes), batch);
      append(bytes.toByteArray());
    } catch (RefusedFileException e) {
      throw new CheckpointException(path, e.reason(), e);
    } catch (IOException e) {
      throw new CheckpointException(path, "it cannot be written: " + e, e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new CheckpointException(path, "it cannot be closed: " + e, e);
    }
  }

  /**
   * Writes the first record of a new file, or checks that this audit began the file. Never changes
   * the file of another audit.
   */
  private void introduce(AuditIdentity audit) throws IOException {
    byte[] name = audit.words().getBytes(StandardCharsets.UTF_8);
    byte[] introduction = records.sealed(name);
    byte[] found = past.readNBytes(introduction.length);
    if (Arrays.equals(found, introduction)) {
      records.accept(name);
    } else if (CheckpointRecords.begins(found, introduction)) {
      begin();
      append(name);
    } else {
      throw foreign(audit);
    }
    file.forceNames();
  }

  private CheckpointException foreign(AuditIdentity audit) throws IOException {
    Optional<byte[]> first = new CheckpointRecords().read(file.content());
    String reason =
        first
            .map(name -> audit.difference(new String(name, StandardCharsets.UTF_8)))
            .orElse("it is no checkpoint that this version wrote, or its beginning is damaged");
    return new CheckpointException(path, reason + "; remove it or give another file");
  }

  /** The next record of the earlier audit. */
  private Optional<byte[]> next() throws IOException {
    Optional<byte[]> record = records.read(past);
    if (records.isDamaged()) {
      throw new CheckpointException(
          path,
          "record "
              + (records.count() + 1)
              + " is damaged, and it was not cut off while it was written; restore the file, or"
              + " remove it to begin the audit again");
    }
    return record;
  }

  /** Ends the replay: a partial record at the end of the file is cut off. */
  private void begin() throws IOException {
    file.truncate(records.end());
    file.force();
    replaying = false;
  }

  private void append(byte[] content) throws IOException {
    file.requireInPlace();
    file.append(records.sealed(content));
    file.force();
    records.accept(content);
  }

  /**
   * Writes and reads a batch as bytes: outcomes if they are kept, otherwise counts and rare values.
   */
  static final class BatchCodec {
    private BatchCodec() {}

    static void write(DataOutputStream out, List<List<ScoredTrials>> batch) throws IOException {
      for (List<ScoredTrials> pair : batch) {
        out.writeInt(pair.size());
        for (ScoredTrials trials : pair) {
          out.writeBoolean(trials.outcomes().isPresent());
          if (trials.outcomes().isPresent()) {
            TrialCodec.write(out, trials.outcomes().get());
          } else {
            writeCounts(out, trials);
          }
        }
      }
    }

    static <D> List<List<ScoredTrials>> read(DataInputStream in, List<PairState<D>> pairs)
        throws IOException {
      List<List<ScoredTrials>> batch = new ArrayList<>();
      for (PairState<D> pair : pairs) {
        List<ScoredTrials> chunks = new ArrayList<>();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
          chunks.add(in.readBoolean() ? pair.score(TrialCodec.read(in)) : readCounts(in));
        }
        batch.add(chunks);
      }
      return batch;
    }

    private static void writeCounts(DataOutputStream out, ScoredTrials trials) throws IOException {
      out.writeInt(trials.leftRuns());
      out.writeInt(trials.rightRuns());
      out.writeInt(trials.failures());
      out.writeInt(trials.counts().size());
      for (BinCounts counts : trials.counts()) {
        out.writeInt(counts.bins());
        for (int bin = 0; bin < counts.bins(); bin++) {
          out.writeLong(counts.left(bin, bin + 1));
          out.writeLong(counts.right(bin, bin + 1));
        }
      }
      writeNotes(out, trials.notes());
    }

    private static void writeNotes(DataOutputStream out, List<double[]> notes) throws IOException {
      out.writeInt(notes.size());
      for (double[] note : notes) {
        out.writeInt(note.length);
        for (double number : note) {
          out.writeDouble(number);
        }
      }
    }

    private static List<double[]> readNotes(DataInputStream in) throws IOException {
      List<double[]> notes = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        double[] note = new double[in.readInt()];
        for (int j = 0; j < note.length; j++) {
          note[j] = in.readDouble();
        }
        notes.add(note);
      }
      return notes;
    }

    private static ScoredTrials readCounts(DataInputStream in) throws IOException {
      int leftRuns = in.readInt();
      int rightRuns = in.readInt();
      int failures = in.readInt();
      List<BinCounts> learners = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        int bins = in.readInt();
        long[] left = new long[bins];
        long[] right = new long[bins];
        for (int bin = 0; bin < bins; bin++) {
          left[bin] = in.readLong();
          right[bin] = in.readLong();
        }
        learners.add(BinCounts.of(left, right));
      }
      return ScoredTrials.counted(leftRuns, rightRuns, failures, learners, readNotes(in));
    }
  }

  /**
   * The records of a checkpoint, in order. A record consists of a head (length and checksum), its
   * content and a second checksum. Both checksums also cover the previous checksum. A record that
   * was changed, left out, repeated or moved therefore does not fit, and a record that was cut off
   * is recognized.
   */
  static final class CheckpointRecords {
    /** Bytes of a head. */
    private static final int HEAD = 2 * Integer.BYTES;

    /** Bytes of a checksum. */
    private static final int CHECKSUM = Integer.BYTES;

    private int checksum;
    private long end;
    private long count;
    private boolean damaged;

    /** The position after the last record. */
    long end() {
      return end;
    }

    /** The number of records. */
    long count() {
      return count;
    }

    /** Whether the bytes after the last record are not even the beginning of a record. */
    boolean isDamaged() {
      return damaged;
    }

    /** The next record from a stream; empty if it is incomplete or damaged. */
    Optional<byte[]> read(InputStream in) throws IOException {
      byte[] head = in.readNBytes(HEAD);
      int length = head.length < Integer.BYTES ? 0 : ByteBuffer.wrap(head).getInt();
      byte[] whole = head(length);
      if (!Arrays.equals(head, whole)) {
        boolean cutOff = head.length < Integer.BYTES || begins(head, whole);
        damaged = !cutOff || length < 0;
        return Optional.empty();
      }
      byte[] rest = in.readNBytes(length + CHECKSUM);
      if (rest.length < length + CHECKSUM) {
        return Optional.empty();
      }
      byte[] content = Arrays.copyOf(rest, length);
      if (!Arrays.equals(sealed(content), joined(head, rest))) {
        damaged = true;
        return Optional.empty();
      }
      accept(content);
      return Optional.of(content);
    }

    /** The bytes of the next record. */
    byte[] sealed(byte[] content) {
      byte[] unsealed = joined(head(content.length), content);
      return ByteBuffer.allocate(unsealed.length + CHECKSUM)
          .put(unsealed)
          .putInt(checksum(unsealed))
          .array();
    }

    /**
     * Counts the next record.
     *
     * @param content its content
     */
    void accept(byte[] content) {
      checksum = checksum(joined(head(content.length), content));
      end += HEAD + (long) content.length + CHECKSUM;
      count++;
    }

    private byte[] head(int length) {
      byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
      return ByteBuffer.allocate(HEAD).put(number).putInt(checksum(number)).array();
    }

    /** Whether {@code whole} is longer than {@code start} and begins with it. */
    static boolean begins(byte[] start, byte[] whole) {
      return start.length < whole.length && Arrays.mismatch(start, whole) == start.length;
    }

    private static byte[] joined(byte[] first, byte[] second) {
      return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }

    private int checksum(byte[] bytes) {
      CRC32C sum = new CRC32C();
      sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(checksum).flip());
      sum.update(bytes);
      return (int) sum.getValue();
    }
  }
}
