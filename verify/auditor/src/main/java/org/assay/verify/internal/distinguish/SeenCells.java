package org.assay.verify.internal.distinguish;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Cells for pairs of counts: those of a value on the left and on the right dataset.
 *
 * @param many counts above this number are cut off to it
 */
record SeenCells(int many) {
  int size() {
    return (many + 1) * (many + 1);
  }

  int cell(long left, long right) {
    return (int) (Math.min(many, left) * (many + 1) + Math.min(many, right));
  }

  List<String> words(String name, int from, int to) {
    Set<String> words = new LinkedHashSet<>();
    for (int cell = from; cell < to; cell++) {
      words.add(name + " " + word(cell / (many + 1), cell % (many + 1)));
    }
    return List.copyOf(words);
  }

  private static String word(int left, int right) {
    if (left + right == 0) {
      return "is a value not seen before";
    }
    if (left == 0 || right == 0) {
      String side = left > 0 ? "left" : "right";
      return "equals a value seen before on the " + side + " dataset only";
    }
    if (left == right) {
      return "equals a value seen before on both datasets";
    }
    return "equals a value seen before more often on the "
        + (left > right ? "left" : "right")
        + " dataset";
  }
}
