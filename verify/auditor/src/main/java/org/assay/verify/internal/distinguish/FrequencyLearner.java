package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;

/**
 * Orders the cells of a partition by how much they favour the left dataset, so that events are
 * unions of cells. Cells are the distinct outcomes where outcomes repeat, and otherwise the bins of
 * the best single feature, which finds events at both ends of it.
 */
final class FrequencyLearner {
  private static final int MAXIMUM_WORDS = RankedScorer.MAXIMUM_WORDS;

  private FrequencyLearner() {}

  /**
   * Fits.
   *
   * @param past the outcomes so far, at least one
   * @param feature the best single feature
   */
  static Scorer fit(OutcomeTable past, Scorer feature) {
    boolean keysSeparate = past.keys().size() > 2;
    Scorer cells = keysSeparate ? new KeyScorer(past.keys()) : feature;
    return cells.bins() == 1 ? cells : RankedScorer.of(cells, past);
  }

  /** One bin per key; keys that appear later share bin 0. */
  private static final class KeyScorer implements Scorer {
    private final KeyIndex keys;
    private final int bins;

    KeyScorer(KeyIndex keys) {
      this.keys = keys;
      this.bins = keys.size();
    }

    @Override
    public int bins() {
      return bins;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      int key = table.key(row);
      return key < bins ? key : 0;
    }

    @Override
    public int effort(int from, int to) {
      return VALUE * Math.max(1, to - firstKnown(from));
    }

    /** What was never seen is part of many events, and least of what they say. */
    private int firstKnown(int from) {
      return Math.max(from, KeyIndex.UNKNOWN + 1);
    }

    @Override
    public String describe(int from, int to) {
      List<String> names = new ArrayList<>();
      int first = firstKnown(from);
      for (int key = first; key < Math.min(to, first + MAXIMUM_WORDS); key++) {
        names.add("output is " + keys.name(key));
      }
      int more = to - first - names.size();
      if (first > from) {
        names.add("output is " + keys.name(KeyIndex.UNKNOWN));
      }
      return String.join(" or ", names) + (more > 0 ? " or " + more + " more values" : "");
    }
  }
}
