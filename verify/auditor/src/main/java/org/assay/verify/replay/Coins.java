package org.assay.verify.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The coins of a sample, carried over to a neighbouring list. Equal records share their coins.
 * Records that are left over on both sides share coins in order. A new record joins the sample.
 */
final class Coins {
  private final boolean[] joins;
  private final int onlyRecorded;
  private final int onlyReplayed;

  private Coins(boolean[] joins, int onlyRecorded, int onlyReplayed) {
    this.joins = joins;
    this.onlyRecorded = onlyRecorded;
    this.onlyReplayed = onlyReplayed;
  }

  static Coins of(Entry.Sample recorded, List<?> records) {
    Map<Object, Deque<Boolean>> coins = new HashMap<>();
    for (int i = 0; i < recorded.records().size(); i++) {
      Object record = recorded.records().get(i);
      coins.computeIfAbsent(record, r -> new ArrayDeque<>()).add(recorded.coins().get(i));
    }
    boolean[] joins = new boolean[records.size()];
    List<Integer> unmatched = new ArrayList<>();
    for (int i = 0; i < joins.length; i++) {
      Deque<Boolean> equal = coins.getOrDefault(records.get(i), new ArrayDeque<>());
      if (equal.isEmpty()) {
        unmatched.add(i);
      } else {
        joins[i] = equal.remove();
      }
    }
    Deque<Boolean> left = new ArrayDeque<>();
    for (Object record : recorded.records()) {
      left.addAll(coins.getOrDefault(record, new ArrayDeque<>()));
      coins.remove(record);
    }
    int onlyRecorded = left.size();
    for (int i : unmatched) {
      joins[i] = left.isEmpty() ? recorded.probability() > 0 : left.remove();
    }
    return new Coins(joins, onlyRecorded, unmatched.size());
  }

  boolean joins(int index) {
    return joins[index];
  }

  int onlyRecorded() {
    return onlyRecorded;
  }

  int onlyReplayed() {
    return onlyReplayed;
  }

  boolean areOfNeighbours(AdjacencyRelation adjacency) {
    return adjacency == AdjacencyRelation.ADD_OR_REMOVE
        ? onlyRecorded + onlyReplayed <= 1
        : onlyRecorded <= 1 && onlyRecorded == onlyReplayed;
  }
}
