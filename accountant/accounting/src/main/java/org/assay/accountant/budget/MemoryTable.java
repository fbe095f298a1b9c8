package org.assay.accountant.budget;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/** Rows in memory, which live as long as the process. */
final class MemoryTable implements ChargeTable {
  private static final class Chain {
    final List<ChargeRow> rows = new ArrayList<>();
    final Map<String, ChargeRow> byId = new HashMap<>();

    void add(ChargeRow row) {
      rows.add(row);
      byId.put(row.id(), row);
    }
  }

  private final TreeMap<String, Chain> chains = new TreeMap<>();
  private final String identity = UUID.randomUUID().toString();

  @Override
  public synchronized List<ChargeRow> last(List<String> budgets) {
    return budgets.stream()
        .flatMap(name -> chain(name).stream())
        .map(chain -> chain.rows.get(chain.rows.size() - 1))
        .toList();
  }

  private Optional<Chain> chain(String name) {
    return Optional.ofNullable(chains.get(name));
  }

  @Override
  public synchronized Optional<ChargeRow> find(String budget, String id) {
    return chain(budget).flatMap(chain -> Optional.ofNullable(chain.byId.get(id)));
  }

  @Override
  public synchronized Optional<ChargeRow> at(String budget, long sequence) {
    return chain(budget)
        .filter(chain -> sequence >= 0 && sequence < chain.rows.size())
        .map(chain -> chain.rows.get((int) sequence));
  }

  @Override
  public void settle() {
    // All that memory keeps is there at once.
  }

  @Override
  public String queue(String root) {
    return "";
  }

  /** Nobody else appends: an id is found where its place was taken. */
  @Override
  public Duration patience() {
    return Duration.ofSeconds(1);
  }

  @Override
  public String identity() {
    return identity;
  }

  /** Whether every row stands behind the last of its budget, under an id that is new there. */
  private boolean admits(List<ChargeRow> rows) {
    Map<String, Set<String>> added = new HashMap<>();
    for (ChargeRow row : rows) {
      Set<String> ids = added.computeIfAbsent(row.budget(), name -> new HashSet<>());
      Optional<Chain> chain = chain(row.budget());
      int length = ids.size() + chain.map(before -> before.rows.size()).orElse(0);
      boolean known = chain.filter(before -> before.byId.containsKey(row.id())).isPresent();
      if (row.sequence() != length || known || !ids.add(row.id())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public synchronized boolean append(List<ChargeRow> rows) {
    if (!admits(rows)) {
      return false;
    }
    rows.forEach(row -> chains.computeIfAbsent(row.budget(), name -> new Chain()).add(row));
    return true;
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    List<ChargeRow> rows;
    synchronized (this) {
      rows = chain(budget).map(chain -> List.copyOf(chain.rows)).orElse(List.of());
    }
    rows.forEach(consumer);
  }

  @Override
  public synchronized List<String> names(String start) {
    return chains.tailMap(start, true).keySet().stream()
        .takeWhile(name -> name.startsWith(start))
        .toList();
  }

  @Override
  public String place() {
    return "of budgets in memory";
  }

  @Override
  public void close() {}
}
