package org.assay.accountant.budget;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/** Rows in memory, which live as long as the process, as lines: these take half the room. */
final class MemoryTable implements ChargeTable {
  private final class Chain {
    final List<String> lines = new ArrayList<>();
    final Map<String, Integer> byId = new HashMap<>();

    /** Appends a row that stands behind the last, under an id that is new; no other. */
    boolean add(ChargeRow.Place place, String line) {
      boolean admitted =
          place.sequence().equals(Integer.toString(lines.size()))
              && byId.putIfAbsent(place.id(), lines.size()) == null;
      return admitted && lines.add(line);
    }

    void removeLast(ChargeRow.Place place) {
      byId.remove(place.id());
      lines.remove(lines.size() - 1);
    }

    ChargeRow row(int at) {
      return ChargeRow.ofLine(lines.get(at), place);
    }
  }

  private final TreeMap<String, Chain> chains = new TreeMap<>();
  private final String identity = UUID.randomUUID().toString();
  private final String place;

  MemoryTable(String place) {
    this.place = place;
  }

  @Override
  public synchronized List<ChargeRow> last(List<String> budgets) {
    return budgets.stream()
        .flatMap(name -> chain(name).stream())
        .map(chain -> chain.row(chain.lines.size() - 1))
        .toList();
  }

  private Optional<Chain> chain(String name) {
    return Optional.ofNullable(chains.get(name));
  }

  @Override
  public synchronized Optional<ChargeRow> find(String budget, String id) {
    return chain(budget).flatMap(chain -> Optional.ofNullable(chain.byId.get(id)).map(chain::row));
  }

  @Override
  public synchronized Optional<ChargeRow> at(String budget, long sequence) {
    return chain(budget)
        .filter(chain -> sequence >= 0 && sequence < chain.lines.size())
        .map(chain -> chain.row((int) sequence));
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

  @Override
  public boolean append(List<ChargeRow> rows) {
    return appendLines(rows.stream().map(ChargeRow::line).toList());
  }

  /** Appends all rows or none, each as {@link ChargeRow#line} writes it. */
  synchronized boolean appendLines(List<String> lines) {
    Deque<ChargeRow.Place> added = new ArrayDeque<>();
    for (String line : lines) {
      ChargeRow.Place place = ChargeRow.Place.ofLine(line);
      if (!chains.computeIfAbsent(place.budget(), name -> new Chain()).add(place, line)) {
        added.forEach(before -> chain(before.budget()).ifPresent(last -> last.removeLast(before)));
        chains.values().removeIf(chain -> chain.lines.isEmpty());
        return false;
      }
      added.push(place);
    }
    return true;
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    List<String> lines;
    synchronized (this) {
      lines = chain(budget).map(chain -> List.copyOf(chain.lines)).orElse(List.of());
    }
    lines.forEach(line -> consumer.accept(ChargeRow.ofLine(line, place)));
  }

  @Override
  public synchronized List<String> names(String start) {
    return chains.tailMap(start, true).keySet().stream()
        .takeWhile(name -> name.startsWith(start))
        .toList();
  }

  @Override
  public synchronized Map<String, Long> counts() {
    Map<String, Long> counts = new HashMap<>();
    chains.forEach((name, chain) -> counts.put(name, (long) chain.lines.size()));
    return counts;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public void close() {}
}
