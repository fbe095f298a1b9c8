package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Where data are split, once in a run.
 *
 * @param byValue whether records are split, anew for every history, and not places once for all
 * @param callsBefore how many outputs stand before
 * @param parts how many parts there are
 * @param keys the records, or places, that may come here
 * @param sizes how many records each part has, where its event says it
 */
record SplitPoint(
    boolean byValue, int callsBefore, int parts, List<Integer> keys, List<Optional<Size>> sizes) {

  int key(int row) {
    return byValue ? row : Row.place(row);
  }

  /** The place in a split of what decides a record's part. */
  int index(int row) {
    return Collections.binarySearch(keys, key(row));
  }

  /** Some split that gives every part as many places as it says, if all records come here. */
  int[] random(Random random) {
    int[] split = new int[keys.size()];
    if (byValue) {
      Arrays.setAll(split, i -> random.nextInt(parts));
      return split;
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    int next = 0;
    for (int part = 0; part < parts; part++) {
      int needed = sizes.get(part).map(Size::least).orElse(0);
      for (int i = 0; i < needed && next < order.size(); i++) {
        split[order.get(next++)] = part;
      }
    }
    for (; next < order.size(); next++) {
      split[order.get(next)] = open(random);
    }
    return split;
  }

  /** A part that may have any size, or just a part: then some records will not come here. */
  private int open(Random random) {
    int[] open =
        IntStream.range(0, parts)
            .filter(i -> sizes.get(i).stream().noneMatch(Size::exact))
            .toArray();
    return open.length == 0 ? random.nextInt(parts) : open[random.nextInt(open.length)];
  }

  /** The keys of the unit in which the databases differ. */
  int[] differing() {
    int[] found = new int[keys.size()];
    int count = 0;
    for (int i = 0; i < keys.size(); i++) {
      int row = byValue ? keys.get(i) : keys.get(i) * 4;
      if (Row.differs(row)) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }
}
