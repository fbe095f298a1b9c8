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

/**
 * Rows in memory, which live as long as the process. They are kept as lines, which need half the
 * space.
 */
final class MemoryTable implements ChargeTable {
  /** Bytes of a block of lines; a longer line has a block of its own. Not tuned. */
  private static final int BLOCK = 1 << 16;

  /** 2^32 divided by the golden ratio: spreads hashes of ids that differ little. */
  private static final int GOLDEN = 0x9E3779B9;

  /** Lines in few large arrays, as a garbage collector moves a million small arrays slowly. */
  private static final class Lines {
    private final List<byte[]> blocks = new ArrayList<>();
    private int used = BLOCK;

    /** Adds a line. Returns its place: the number of its block, then its first index there. */
    long add(String line) {
      byte[] bytes = line.getBytes(UTF_8);
      int length = bytes.length + 1;
      if (blocks.isEmpty() || length > last().length - used) {
        blocks.add(new byte[Math.max(BLOCK, length)]);
        used = 0;
      }
      int from = used;
      System.arraycopy(bytes, 0, last(), from, bytes.length);
      used += length;
      last()[used - 1] = '\n';
      return ((blocks.size() - 1L) << Integer.SIZE) | from;
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
     * One number for each row, in the first free slot from the slot of its id's hash on; 0 for a
     * free slot. The upper half is the hash, so that few lines are compared. The lower half is the
     * row's number, from 1 on. Ids are stored in the lines only: a map of them would need a third
     * of all memory. The length is a power of two, and at least half of the slots are free.
     */
    private long[] slots = new long[4];

    /** Appends a row if it follows the last row and has a new id; no other row is appended. */
    boolean add(ChargeRow.Place place, String line) {
      boolean behind = place.sequence().equals(Integer.toString(size));
      int slot = slot(place.id());
      boolean admitted = behind && slots[slot] == 0;
      if (admitted) {
        if (size == places.length) {
          places = Arrays.copyOf(places, 2 * size);
        }
        places[size] = lines.add(line);
        size++;
        slots[slot] = entry(place.id(), size);
        if (2 * size > slots.length) {
          grow();
        }
      }
      return admitted;
    }

    /** Doubles the slots; both arrays are read in order, which is fast. */
    private void grow() {
      long[] before = slots;
      slots = new long[2 * before.length];
      for (long row : before) {
        if (row != 0) {
          int slot = home(row);
          while (slots[slot] != 0) {
            slot = next(slot);
          }
          slots[slot] = row;
        }
      }
    }

    /** The contents of a slot for a row, whose number is from 1 on. */
    private static long entry(String id, int number) {
      int spread = id.hashCode() * GOLDEN;
      return ((long) (spread ^ (spread >>> 16)) << Integer.SIZE) | number;
    }

    /** The slot of an entry if that slot was free at the time of insertion. */
    private int home(long entry) {
      return (int) (entry >>> Integer.SIZE) & (slots.length - 1);
    }

    private int next(int slot) {
      return (slot + 1) & (slots.length - 1);
    }

    /** Number of slots from the first to the second. */
    private int distance(int from, int to) {
      return (to - from) & (slots.length - 1);
    }

    /** The slot of the row of this id, or the free slot for it. */
    private int slot(String id) {
      long wanted = entry(id, 0);
      int slot = home(wanted);
      while (slots[slot] != 0 && !isOf(slots[slot], wanted, id)) {
        slot = next(slot);
      }
      return slot;
    }

    private boolean isOf(long entry, long wanted, String id) {
      return (entry ^ wanted) >>> Integer.SIZE == 0
          && ChargeRow.Place.ofLine(lines.get(places[(int) entry - 1])).id().equals(id);
    }

    /** Removes the last row, whose line stays. Rows that were moved past its slot move back. */
    void removeLast(ChargeRow.Place place) {
      int free = slot(place.id());
      for (int at = next(free); slots[at] != 0; at = next(at)) {
        if (distance(home(slots[at]), at) >= distance(free, at)) {
          slots[free] = slots[at];
          free = at;
        }
      }
      slots[free] = 0;
      size--;
    }

    Optional<ChargeRow> row(String id) {
      int number = (int) slots[slot(id)];
      return number == 0 ? Optional.empty() : Optional.of(row(number - 1));
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
    // All rows are in memory, and nothing is written later.
  }

  @Override
  public String queue(String root) {
    return "";
  }

  /** No other client appends, so an id is found if its sequence number was taken. */
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
