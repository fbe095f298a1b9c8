package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Names the record in which two lists differ. */
final class RecordDifference {
  private static final String ABSENT = "absent";

  private RecordDifference() {}

  /**
   * The record that was replaced, removed or added, counted from 0; of equal records in a row that
   * one was removed from, the last.
   *
   * @return empty unless both are lists that differ in one record
   */
  static Optional<String> of(JsonNode left, JsonNode right) {
    if (!left.isArray() || !right.isArray() || Math.abs(left.size() - right.size()) > 1) {
      return Optional.empty();
    }
    int first = 0;
    while (first < Math.min(left.size(), right.size())
        && left.get(first).equals(right.get(first))) {
      first++;
    }
    int leftNext = first + (left.size() >= right.size() ? 1 : 0);
    int rightNext = first + (right.size() >= left.size() ? 1 : 0);
    for (int i = 0; leftNext + i < left.size(); i++) {
      if (!left.get(leftNext + i).equals(right.get(rightNext + i))) {
        return Optional.empty();
      }
    }
    String before = leftNext > first ? RecordPairs.shown(left.get(first)) : ABSENT;
    String after = rightNext > first ? RecordPairs.shown(right.get(first)) : ABSENT;
    return Optional.of("record " + first + ": " + before + " → " + after);
  }
}
