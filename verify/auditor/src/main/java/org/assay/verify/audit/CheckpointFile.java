package org.assay.verify.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.RefusedFileException;
import org.assay.verify.audit.Checkpoint.CheckpointException;
import org.assay.verify.internal.distinguish.ScoredTrials;

/**
 * A file with everything that an audit observed, batch by batch. An audit that was killed replays
 * the file and continues. Everything it learned and staked is a function of what it observed.
 *
 * <p>A batch is on the device before any part of the audit sees it. If the process dies while a
 * record is written, the partial record is dropped. Its trials are run again with the same numbers
 * and coins. Nobody has seen their outcomes, so the interruption cannot depend on them. Any other
 * damage is refused. The first record names the audit, so that no other audit continues the file.
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
   * @throws CheckpointException if that fails; the audit must then end
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
}
