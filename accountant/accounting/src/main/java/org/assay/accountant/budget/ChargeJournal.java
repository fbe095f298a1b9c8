package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.RefusedFileException;
import org.assay.accountant.internal.storage.Storage;

/**
 * An append-only file of charges. When {@link #append} returns, the charge is as durable as
 * requested; reopening replays every charge exactly once. A charge that was cut off while being
 * written is removed, because its grant was never returned. A journal with any other damage is
 * refused. The argument is in {@code doc-files/charge-journal.md}.
 *
 * <p>Not safe for use by several threads: the owner locks.
 */
final class ChargeJournal implements ChargeLog {
  private final LogFile file;
  private final Durability durability;
  private final JournalFormat format;
  private String checksum;
  private long charges;
  private boolean usable = true;

  private ChargeJournal(LogFile file, JournalPlace place, JournalReplay past) {
    this.file = file;
    this.durability = place.durability();
    this.format = place.format();
    this.checksum = past.checksum();
    this.charges = past.charges();
  }

  /**
   * Opens a journal, or starts one.
   *
   * @param storage where the file is
   * @param place the file and its requirements
   * @param words the purpose of the journal; the same at every opening
   * @param costs the required costs of every charge
   * @param consumer gets every charge in order
   * @return the journal, ready to append
   */
  static ChargeJournal open(
      Storage storage,
      JournalPlace place,
      String words,
      JournalCosts costs,
      Consumer<Charge> consumer) {
    try {
      LogFile file = storage.open(place.path());
      try {
        JournalReplay past = new JournalReplay(file.path(), place, words, costs);
        return recover(file, place, past, consumer);
      } catch (IOException | RuntimeException | Error e) {
        file.close();
        throw e;
      }
    } catch (RefusedFileException e) {
      throw new JournalException(place.path().toString(), e);
    } catch (IOException e) {
      throw failed(place.path(), "opened: make room or rights", e);
    }
  }

  private static UncheckedIOException failed(Path path, String what, IOException e) {
    String said = e.getMessage() + " (" + e.getClass().getSimpleName() + ")";
    return new UncheckedIOException(
        "journal " + path + " cannot be " + what + ", and open it again; the system says: " + said,
        e);
  }

  private static ChargeJournal recover(
      LogFile file, JournalPlace place, JournalReplay past, Consumer<Charge> consumer)
      throws IOException {
    past.read(file.content(), file.isMarked(), consumer);
    ChargeJournal journal = new ChargeJournal(file, place, past);
    file.truncate(past.end());
    // The process that could not force the last line has closed the file.
    file.rewrite(past.lastLine());
    if (past.end() == 0) {
      journal.write(past.header());
    } else if (past.lacksLineBreak()) {
      file.append("\n".getBytes(US_ASCII));
    }
    journal.settle();
    return journal;
  }

  /**
   * Makes the recovered lines and the file's names durable before anything is granted. If the mark
   * is durable, the header must be durable too; the mark itself is forced with the first charge.
   */
  private void settle() throws IOException {
    force();
    if (durability == Durability.FSYNC) {
      file.forceNames();
    }
    if (!file.isMarked()) {
      file.mark();
    }
  }

  @Override
  public void append(Charge charge) {
    append(List.of(charge));
  }

  /** Books charges one after the other, and makes them durable together. */
  void append(List<Charge> batch) {
    if (!usable) {
      throw new IllegalStateException(
          "the journal is closed, or a charge could not be written: open it again");
    }
    // After a failure the contents of the file are unknown; only reopening reads them.
    usable = false;
    try {
      file.requireInPlace();
      StringBuilder lines = new StringBuilder();
      String last = checksum;
      for (int i = 0; i < batch.size(); i++) {
        String line = format.line(charges + 1 + i, batch.get(i), last);
        lines.append(line).append('\n');
        last = JournalFormat.checksum(line);
      }
      file.append(lines.toString().getBytes(US_ASCII));
      force();
      checksum = last;
      file.requireInPlace();
    } catch (RefusedFileException e) {
      throw new JournalException(file.path().toString(), e);
    } catch (IOException e) {
      throw failed(file.path(), "written: the charge may be booked all the same. Make room", e);
    }
    charges += batch.size();
    usable = true;
  }

  private void write(String line) throws IOException {
    file.append((line + "\n").getBytes(US_ASCII));
    force();
    checksum = JournalFormat.checksum(line);
  }

  private void force() throws IOException {
    if (durability == Durability.FSYNC) {
      file.force();
    }
  }

  @Override
  public Optional<JournalAnchor> anchor() {
    return Optional.of(new JournalAnchor(charges, checksum));
  }

  @Override
  public void close() {
    usable = false;
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
