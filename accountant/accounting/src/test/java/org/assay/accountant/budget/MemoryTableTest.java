package org.assay.accountant.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ids are found in a table without their texts, for any hashes, and lines of any length. */
class MemoryTableTest {
  private static final int IDS = 300;

  /** All texts made of a number of these have one hash. */
  private static final List<String> ALIKE = List.of("Aa", "BB");

  /** Transactions that are admitted or taken back, against a map of ids. */
  @Test
  void idsAreFoundAsInAMap() {
    SplittableRandom random = new SplittableRandom(6);
    for (int run = 0; run < 20; run++) {
      MemoryTable table = new MemoryTable("of a test");
      Map<String, Long> rows = new HashMap<>();
      for (int transaction = 0; transaction < 200; transaction++) {
        Map<String, Long> after = new HashMap<>(rows);
        List<String> lines = new ArrayList<>();
        boolean fits = true;
        int size = 1 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
          String id = id(random);
          long sequence = rows.size() + (long) i;
          fits &= after.putIfAbsent(id, sequence) == null;
          lines.add(line(sequence, id, label(id)));
        }
        assertEquals(fits, table.appendLines(lines));
        rows = fits ? after : rows;
        String asked = id(random);
        assertEquals(
            Optional.ofNullable(rows.get(asked)),
            table.find("a", asked).filter(row -> row.id().equals(asked)).map(ChargeRow::sequence));
      }
      rows.forEach(
          (id, sequence) -> {
            ChargeRow row = table.find("a", id).orElseThrow();
            assertEquals(sequence, row.sequence(), id);
            assertEquals(label(id), row.label(), id);
          });
      assertEquals(rows.isEmpty() ? Map.of() : Map.of("a", (long) rows.size()), table.counts());
    }
  }

  /** A transaction that enlarged the table is taken back, at other places than it used. */
  @Test
  void idsAreFoundAfterATransactionThatGrewIsTakenBack() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 300; run++) {
      MemoryTable table = new MemoryTable("of a test");
      Map<String, Long> rows = new HashMap<>();
      List<String> kept = lines(random, 0, 1 + random.nextInt(40));
      kept.forEach(line -> rows.put(ChargeRow.ofLine(line, "").id(), (long) rows.size()));
      assertTrue(table.appendLines(kept));
      List<String> undone = lines(random, kept.size(), 1 + random.nextInt(80));
      undone.add(kept.get(0));
      assertFalse(table.appendLines(undone));
      rows.forEach(
          (id, sequence) -> assertEquals(sequence, table.find("a", id).orElseThrow().sequence()));
      undone.forEach(
          line -> {
            String id = ChargeRow.ofLine(line, "").id();
            assertEquals(rows.containsKey(id), table.find("a", id).isPresent());
          });
    }
  }

  private static List<String> lines(SplittableRandom random, int from, int count) {
    return LongStream.range(from, from + (long) count)
        .mapToObj(at -> line(at, Long.toHexString(random.nextLong()), ""))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String line(long sequence, String id, String label) {
    return "a\t" + sequence + "\t" + id + "\ta\t0\t0\t" + label + "\t\t\t\t";
  }

  /**
   * Labels of up to 4,000 bytes, so that blocks of lines are filled, and one longer than a block.
   */
  private static String label(String id) {
    return "é".repeat(id.equals("id-7") ? 40_000 : Math.floorMod(id.hashCode(), 2000));
  }

  /** Half of all ids share their hash with many others. */
  private static String id(SplittableRandom random) {
    int number = random.nextInt(IDS);
    StringBuilder id = new StringBuilder();
    for (int bit = 0; bit < 8; bit++) {
      id.append(ALIKE.get((number >> bit) & 1));
    }
    return number % 2 == 0 ? id.toString() : "id-" + number;
  }
}
