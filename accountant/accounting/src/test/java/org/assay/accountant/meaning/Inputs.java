package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The inputs that leaves were seen to read, numbered, and how many steps of the leaves' relation
 * they are apart among all databases.
 */
final class Inputs {
  /** No chain of neighbours joins the two. */
  static final int UNRELATED = Integer.MAX_VALUE;

  private final AdjacencyRelation relation;
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();
  private final List<int[]> inputs = new ArrayList<>();

  Inputs(AdjacencyRelation relation) {
    this.relation = relation;
  }

  /** A null record changes nothing: the input without null records has the same number. */
  int number(int[] rows) {
    int[] seen = Arrays.stream(rows).filter(row -> !Row.isNull(row)).sorted().toArray();
    List<Integer> key = Arrays.stream(seen).boxed().collect(Collectors.toList());
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    numbers.put(key, inputs.size());
    inputs.add(seen);
    return inputs.size() - 1;
  }

  int count() {
    return inputs.size();
  }

  int[] get(int number) {
    return inputs.get(number);
  }

  int distance(int number, int other) {
    int[] first = inputs.get(number);
    int[] second = inputs.get(other);
    int common = common(first, second);
    if (relation == AdjacencyRelation.REPLACE_ONE) {
      return first.length == second.length ? first.length - common : UNRELATED;
    }
    return first.length + second.length - 2 * common;
  }

  /** How many records two sorted lists share, each as often as it occurs in both. */
  private static int common(int[] first, int[] second) {
    int i = 0;
    int j = 0;
    int common = 0;
    while (i < first.length && j < second.length) {
      if (first[i] == second[j]) {
        common++;
        i++;
        j++;
      } else if (first[i] < second[j]) {
        i++;
      } else {
        j++;
      }
    }
    return common;
  }
}
