package org.assay.accountant.budget;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.numeric.Rational;

/**
 * Rows in a {@link ChargeJournal}, one line for each transaction, and all rows in memory. A reader
 * waits for a line that is being written, so the rows that it reads are durable. After a failed
 * write the table refuses all calls until it is opened again.
 */
final class JournalTable implements ChargeTable {
  private static final String WORDS = "budgets 1";

  /** Prefix of the store's identity in the first line. */
  private static final String STORE = "store ";

  /**
   * Costs of the lines. A line has one cost, the number of its rows; the rows themselves are in the
   * label of the line. The first line has no rows: its label is the store's identity.
   */
  private static final JournalCosts COSTS = new JournalCosts(1, Charge::exactly);

  private final String path;
  private final MemoryTable memory;
  private final ChargeJournal journal;
  private boolean broken;
  private String identity = "";

  private JournalTable(Storage storage, JournalPlace place) {
    this.path = place.path().toString();
    this.memory = new MemoryTable(path);
    this.journal = ChargeJournal.open(storage, place, WORDS, COSTS, this::replay);
  }

  static JournalTable open(Storage storage, JournalPlace place) {
    JournalTable table = new JournalTable(storage, place);
    if (table.identity.isEmpty()) {
      table.begin();
    }
    return table;
  }

  /**
   * Begins the file. A file that is full is closed, so that it can be opened once there is space.
   */
  private void begin() {
    identity = UUID.randomUUID().toString();
    try {
      journal.append(List.of(new Charge(STORE + identity, List.of(Rational.ZERO))));
    } catch (JournalException | UncheckedIOException e) {
      journal.close();
      throw e;
    }
  }

  private void replay(Charge charge) {
    if (identity.isEmpty()) {
      if (!charge.label().startsWith(STORE)) {
        throw new JournalException(path, "its first line does not say which store it is");
      }
      identity = charge.label().substring(STORE.length());
      return;
    }
    List<String> lines = List.of(charge.label().split("\n", -1));
    if (!memory.appendLines(lines)) {
      throw new JournalException(path, "a row of it is out of its place: " + lines.get(0));
    }
  }

  /** Appends rows. After any interruption of this method the table is not used again. */
  @Override
  public synchronized boolean append(List<ChargeRow> rows) {
    requireUsable();
    List<String> lines = rows.stream().map(ChargeRow::line).toList();
    broken = true;
    boolean admitted = memory.appendLines(lines);
    if (admitted) {
      Rational count = Rational.ofCount(lines.size());
      journal.append(List.of(new Charge(String.join("\n", lines), List.of(count))));
    }
    broken = false;
    return admitted;
  }

  private void requireUsable() {
    if (broken) {
      throw new JournalException(
          path, "it is closed, or something could not be written to it: open it again");
    }
  }

  @Override
  public synchronized List<ChargeRow> last(List<String> budgets) {
    requireUsable();
    return memory.last(budgets);
  }

  @Override
  public synchronized Optional<ChargeRow> find(String budget, String id) {
    requireUsable();
    return memory.find(budget, id);
  }

  @Override
  public synchronized Optional<ChargeRow> at(String budget, long sequence) {
    requireUsable();
    return memory.at(budget, sequence);
  }

  @Override
  public synchronized void settle() {
    requireUsable();
  }

  /** One file has one queue: each transaction is forced separately. */
  @Override
  public String queue(String root) {
    return "";
  }

  @Override
  public Duration patience() {
    return memory.patience();
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    List<ChargeRow> rows = new ArrayList<>();
    synchronized (this) {
      requireUsable();
      memory.each(budget, rows::add);
    }
    rows.forEach(consumer);
  }

  @Override
  public synchronized List<String> names(String start) {
    requireUsable();
    return memory.names(start);
  }

  @Override
  public synchronized Map<String, Long> counts() {
    requireUsable();
    return memory.counts();
  }

  @Override
  public String place() {
    return path;
  }

  @Override
  public synchronized void close() {
    broken = true;
    journal.close();
  }
}
