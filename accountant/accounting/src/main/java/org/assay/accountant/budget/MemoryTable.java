package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
  /** Bytes of a block of lines; a longer line has a block of its own. Not tuned. */
  private static final int BLOCK = 1 << 16;

  /** 2^32 divided by the golden ratio: spreads hashes of ids that differ little. */
  private static final int GOLDEN = 0x9E3779B9;

  /** Lines in few large arrays, as a collector of garbage moves a million small ones slowly. */
  private static final class Lines {
    private final List<byte[]> blocks = new ArrayList<>();
    private int used = BLOCK;

    /** The place of a line that is added: the number of its block, then where it begins there. */
    long add(String line) {
      byte[] bytes = (line + '\n').getBytes(UTF_8);
      if (blocks.isEmpty() || bytes.length > last().length - used) {
        blocks.add(new byte[Math.max(BLOCK, bytes.length)]);
        used = 0;
      }
      System.arraycopy(bytes, 0, last(), used, bytes.length);
      used += bytes.length;
      return ((blocks.size() - 1L) << Integer.SIZE) | (used - bytes.length);
    }

    private byte[] last() {
      return blocks.get(blocks.size() - 1);
    }

    String get(long at) {
      byte[] block = blocks.get((int) (at >>> Integer.SIZE));
      int end = (int) at;
      while (block[end] != '\n') {
        end++;
      }
      return new String(block, (int) at, end - (int) at, UTF_8);
    }
  }

  private final class Chain {
    private int size;

    /** The places of the rows' lines. */
    private long[] places = new long[2];

    /**
     * The numbers of rows from 1 on, each in the first slot from that of its hash which was free; 0
     * where there is none. Ids stand in the lines only: a map of them would be a third of all
     * memory. The length is a power of two, and at least half are free.
     */
    private int[] slots = new int[4];

    /** Hashes of the rows' ids, so that few lines are looked at. */
    private int[] hashes = new int[2];

    /** Appends a row that stands behind the last, under an id that is new; no other. */
    boolean add(ChargeRow.Place place, String line) {
      int at = size;
      int hash = hash(place.id());
      boolean admitted =
          place.sequence().equals(Integer.toString(at)) && slots[slot(place.id(), hash)] == 0;
      if (admitted) {
        if (at == hashes.length) {
          grow();
        }
        hashes[at] = hash;
        places[at] = lines.add(line);
        size++;
        slots[slot(place.id(), hash)] = at + 1;
      }
      return admitted;
    }

    private void grow() {
      int[] before = hashes;
      hashes = Arrays.copyOf(before, 2 * before.length);
      places = Arrays.copyOf(places, hashes.length);
      slots = new int[2 * hashes.length];
      for (int at = 0; at < before.length; at++) {
        int slot = before[at] & (slots.length - 1);
        while (slots[slot] > 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = at + 1;
      }
    }

    private static int hash(String id) {
      int spread = id.hashCode() * GOLDEN;
      return spread ^ (spread >>> 16);
    }

    /** The slot of the row of this id, or the free one in which it would be. */
    private int slot(String id, int hash) {
      int slot = hash & (slots.length - 1);
      while (slots[slot] > 0 && !(hashes[slots[slot] - 1] == hash && isOf(slots[slot] - 1, id))) {
        slot = (slot + 1) & (slots.length - 1);
      }
      return slot;
    }

    private boolean isOf(int at, String id) {
      return ChargeRow.Place.ofLine(lines.get(places[at])).id().equals(id);
    }

    /** Takes back the last row, whose line stays; none came later and passed over its slot. */
    void removeLast(ChargeRow.Place place) {
      slots[slot(place.id(), hash(place.id()))] = 0;
      size--;
    }

    Optional<ChargeRow> row(String id) {
      return Optional.of(slots[slot(id, hash(id))])
          .filter(number -> number > 0)
          .map(n -> row(n - 1));
    }

    ChargeRow row(int at) {
      return ChargeRow.ofLine(lines.get(places[at]), place);
    }
  }

  private final Lines lines = new Lines();

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
        .map(chain -> chain.row(chain.size - 1))
        .toList();
  }

  private Optional<Chain> chain(String name) {
    return Optional.ofNullable(chains.get(name));
  }

  @Override
  public synchronized Optional<ChargeRow> find(String budget, String id) {
    return chain(budget).flatMap(chain -> chain.row(id));
  }

  @Override
  public synchronized Optional<ChargeRow> at(String budget, long sequence) {
    return chain(budget)
        .filter(chain -> sequence >= 0 && sequence < chain.size)
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
  synchronized boolean appendLines(List<String> rows) {
    Deque<ChargeRow.Place> added = new ArrayDeque<>();
    for (String line : rows) {
      ChargeRow.Place place = ChargeRow.Place.ofLine(line);
      if (!chains.computeIfAbsent(place.budget(), name -> new Chain()).add(place, line)) {
        added.forEach(before -> chain(before.budget()).ifPresent(last -> last.removeLast(before)));
        chains.values().removeIf(chain -> chain.size == 0);
        return false;
      }
      added.push(place);
    }
    return true;
  }

  @Override
  public void each(String budget, Consumer<ChargeRow> consumer) {
    int size = size(budget);
    for (int i = 0; i < size; i++) {
      consumer.accept(at(budget, i).orElseThrow());
    }
  }

  private synchronized int size(String budget) {
    return chain(budget).map(chain -> chain.size).orElse(0);
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
    chains.forEach((name, chain) -> counts.put(name, (long) chain.size));
    return counts;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public void close() {}
}
