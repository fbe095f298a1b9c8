package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Rows in memory, which live as long as the process. */
final class MemoryTable implements ChargeTable {
  private static final class Chain {
    final List<ChargeRow> rows = new ArrayList<>();
    final Map<String, ChargeRow> byId = new HashMap<>();

    boolean admits(ChargeRow row) {
      return row.sequence() == rows.size() && !byId.containsKey(row.id());
    }

    void add(ChargeRow row) {
      rows.add(row);
      byId.put(row.id(), row);
    }
  }

  private final TreeMap<String, Chain> chains = new TreeMap<>();

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
  public synchronized boolean append(List<ChargeRow> rows) {
    for (ChargeRow row : rows) {
      if (!chain(row.budget()).orElseGet(Chain::new).admits(row)) {
        return false;
      }
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
