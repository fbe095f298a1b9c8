package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;

/**
 * Orders cells by the share of left runs in them; an event is a union of cells. If outcomes repeat,
 * the cells are the distinct outcomes. Otherwise they are the bins of the best single column, which
 * finds events that take both ends of the column.
 */
final class FrequencyLearner {
  private static final int MAXIMUM_WORDS = RankedScorer.MAXIMUM_WORDS;

  private FrequencyLearner() {}

  /**
   * Fits a ranking of cells.
   *
   * @param past the outcomes so far, at least one
   * @param feature bins of the best single column
   */
  static Scorer fit(OutcomeTable past, Scorer feature) {
    boolean keysSeparate = past.keys().size() > 2;
    Scorer cells = keysSeparate ? new KeyScorer(past.keys()) : feature;
    return cells.bins() == 1 ? cells : RankedScorer.of(cells, past);
  }

  /** One bin for each key; keys that appear later share bin 0. */
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

    /**
     * The first bin of a known key. "An outcome not seen before" belongs to many events and
     * explains least, so that bin is named last.
     */
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
