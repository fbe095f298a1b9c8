package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether exactly this outcome was seen before, and on which side. It sees what no smooth score
 * can: generators with few distinct outputs, and single values that one dataset alone produces.
 */
final class MembershipLearner {
  private MembershipLearner() {}

  static Scorer fit(OutcomeTable past) {
    Map<Long, int[]> seen = new HashMap<>();
    for (int row = 0; row < past.rows(); row++) {
      int[] sides = seen.computeIfAbsent(past.fingerprint(row), key -> new int[2]);
      sides[past.isLeft(row) ? 0 : 1]++;
    }
    Map<Long, Integer> bins = new HashMap<>();
    seen.forEach((fingerprint, sides) -> bins.put(fingerprint, bin(sides[0], sides[1])));
    return new MembershipScorer(Map.copyOf(bins));
  }

  private static int bin(int left, int right) {
    if (left > 0 && right > 0) {
      return MembershipScorer.BOTH;
    }
    int seen = Math.min(2, left + right);
    return left > 0 ? MembershipScorer.NEW + 1 + seen : MembershipScorer.NEW - seen;
  }

  /** Bins from outcomes often seen on the right only to those often seen on the left only. */
  private record MembershipScorer(Map<Long, Integer> binOf) implements Scorer {
    private static final int NEW = 2;
    private static final int BOTH = 3;
    private static final List<String> NAMES =
        List.of(
            "a value seen repeatedly, on the right dataset only",
            "a value seen once, on the right dataset",
            "a value not seen before",
            "a value seen on both datasets",
            "a value seen once, on the left dataset",
            "a value seen repeatedly, on the left dataset only");

    @Override
    public int bins() {
      return NAMES.size();
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return binOf.getOrDefault(table.fingerprint(row), NEW);
    }

    @Override
    public String describe(int from, int to) {
      List<String> names = new ArrayList<>(NAMES.subList(from, to));
      return "output is exactly " + String.join(" or ", names);
    }
  }
}
