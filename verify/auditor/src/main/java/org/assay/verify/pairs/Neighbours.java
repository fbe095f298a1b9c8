package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.writing.DataDescription;
import org.assay.verify.trial.AdjacentPair;

/** A dataset, or a slice of it, against its neighbour under one relation. */
record Neighbours<R>(AdjacencyRelation adjacency, String name, List<R> records) {
  /** Copies the records. */
  Neighbours {
    records = List.copyOf(records);
  }

  AdjacentPair<List<R>> without(int index) {
    List<R> right = new ArrayList<>(records);
    R removed = right.remove(index);
    return pair(
        "record " + index + " (" + DataDescription.of(removed) + ") removed", records, right);
  }

  AdjacentPair<List<R>> with(int index, Draw<R> added) {
    List<R> right = new ArrayList<>(records);
    right.add(index, added.record());
    return pair(added + " inserted at " + index, records, right);
  }

  AdjacentPair<List<R>> replacing(int index, Draw<R> replacement) {
    List<R> right = new ArrayList<>(records);
    R replaced = right.set(index, replacement.record());
    String words =
        "record " + index + " (" + DataDescription.of(replaced) + ") became " + replacement;
    return pair(words, records, right);
  }

  /** A given record against the record that contributes nothing. */
  AdjacentPair<List<R>> zeroing(int index, Draw<R> record, R zero) {
    List<R> left = new ArrayList<>(records);
    left.set(index, record.record());
    List<R> right = new ArrayList<>(left);
    right.set(index, zero);
    return pair("record " + index + ", " + record + ", zeroed", left, right);
  }

  private AdjacentPair<List<R>> pair(String words, List<R> left, List<R> right) {
    return AdjacentPair.of(name + ": " + words, List.copyOf(left), List.copyOf(right), adjacency);
  }

  /**
   * The pair with the records of its right side in another order, which depends on {@code label}
   * only.
   */
  static <R> AdjacentPair<List<R>> shuffled(AdjacentPair<List<R>> pair, long label) {
    List<R> right = new ArrayList<>(pair.right());
    SplittableRandom random = new SplittableRandom(label);
    for (int i = right.size() - 1; i > 0; i--) {
      Collections.swap(right, i, random.nextInt(i + 1));
    }
    String words = pair.description() + ", right in order " + label;
    return AdjacentPair.of(words, pair.left(), List.copyOf(right), pair.adjacency());
  }

  /** A record and its origin. */
  record Draw<R>(String origin, R record) {
    @Override
    public String toString() {
      return DataDescription.of(record) + " (" + origin + ")";
    }
  }
}
