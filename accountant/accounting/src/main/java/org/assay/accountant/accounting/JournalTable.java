package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.numeric.Rational;

/**
 * Rows in a {@link ChargeJournal}, one line for each transaction, and all of them in memory. Lines
 * that wait at the same time are forced together. A row is decided upon before its line is durable,
 * but nobody is answered before: lines become durable in their order, so what an answer rests on is
 * durable with it. After a failure to write the table refuses everything until it is opened again.
 */
final class JournalTable implements ChargeTable {
  private static final String WORDS = "budgets 1";

  /** How the first line says the store's identity. */
  private static final String STORE = "store ";

  /** A line holds its transaction in its label; its one cost counts the rows. */
  private static final JournalCosts COSTS = new JournalCosts(1, Charge::exactly);

  private final MemoryTable memory = new MemoryTable();
  private final String path;
  private final Object writing = new Object();
  private final ChargeJournal journal;
  private List<Charge> waiting = new ArrayList<>();
  private long queued;
  private long durable;
  private volatile boolean broken;
  private String identity = "";

  private JournalTable(Storage storage, JournalPlace place) {
    this.path = place.path().toString();
    this.journal = ChargeJournal.open(storage, place, WORDS, COSTS, this::replay);
  }

  static JournalTable open(Storage storage, JournalPlace place) {
    JournalTable table = new JournalTable(storage, place);
    if (table.identity.isEmpty()) {
      table.begin();
    }
    return table;
  }

  private void begin() {
    identity = UUID.randomUUID().toString();
    write(List.of(new Charge(STORE + identity, List.of(Rational.ZERO))));
  }

  private void replay(Charge charge) {
    if (identity.isEmpty()) {
      if (!charge.label().startsWith(STORE)) {
        throw new JournalException(path, "its first line does not say which store it is");
      }
      identity = charge.label().substring(STORE.length());
      return;
    }
    List<ChargeRow> rows = charge.label().lines().map(ChargeRow::ofLine).toList();
    if (!memory.append(rows)) {
      throw new JournalException(path, "a row of it is out of its place: " + rows.get(0).line());
    }
  }

  @Override
  public boolean append(List<ChargeRow> rows) {
    String lines = rows.stream().map(ChargeRow::line).collect(Collectors.joining("\n"));
    long own;
    synchronized (this) {
      requireUsable();
      if (!memory.append(rows)) {
        return false;
      }
      waiting.add(new Charge(lines, List.of(Rational.ofCount(rows.size()))));
      own = ++queued;
    }
    settle(own);
    return true;
  }

  /** Returns when so many transactions are durable. */
  private void settle(long wanted) {
    synchronized (writing) {
      if (durable >= wanted) {
        return;
      }
      List<Charge> batch;
      synchronized (this) {
        batch = waiting;
        waiting = new ArrayList<>();
      }
      write(batch);
      durable += batch.size();
    }
  }

  private void write(List<Charge> batch) {
    requireUsable();
    boolean written = false;
    try {
      journal.append(batch);
      written = true;
    } finally {
      broken = !written;
    }
  }

  private void requireUsable() {
    if (broken) {
      throw new JournalException(
          path, "it is closed, or something could not be written to it: open it again");
    }
  }

  @Override
  public List<ChargeRow> last(List<String> budgets) {
    requireUsable();
    return memory.last(budgets);
  }

  @Override
  public Optional<ChargeRow> find(String budget, String id) {
    requireUsable();
    Optional<ChargeRow> found = memory.find(budget, id);
    if (found.isPresent()) {
      settle();
    }
    return found;
  }

  @Override
  public Optional<ChargeRow> at(String budget, long sequence) {
    requireUsable();
    return memory.at(budget, sequence);
  }

  @Override
  public void settle() {
    requireUsable();
    long all;
    synchronized (this) {
      all = queued;
    }
    settle(all);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    // What is in memory when a reader asks is durable when the reader is answered.
    List<ChargeRow> rows = new ArrayList<>();
    memory.each(budget, rows::add);
    settle();
    rows.forEach(consumer);
  }

  @Override
  public List<String> names(String start) {
    List<String> names = memory.names(start);
    settle();
    return names;
  }

  @Override
  public String place() {
    return path;
  }

  @Override
  public void close() {
    synchronized (writing) {
      broken = true;
      journal.close();
    }
  }
}
