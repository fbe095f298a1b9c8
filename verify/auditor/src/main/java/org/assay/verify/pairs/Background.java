package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.List;

/** The kinds of records beside the record that differs. */
enum Background {
  LOW("low"),
  MIDDLE("in the middle"),
  HIGH("high"),
  TURNS("low and high in turn"),
  HALVES("low, then as many high");

  private final String words;

  Background(String words) {
    this.words = words;
  }

  /** The kind in words, to follow a number of records. */
  String words() {
    return words;
  }

  /** Records of this kind, made of three values. */
  <R> List<R> of(int size, R low, R middle, R high) {
    List<R> records = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      boolean isHigh =
          switch (this) {
            case LOW, MIDDLE -> false;
            case HIGH -> true;
            case TURNS -> i % 2 == 1;
            case HALVES -> i >= (size + 1) / 2;
          };
      records.add(this == MIDDLE ? middle : isHigh ? high : low);
    }
    return records;
  }
}
