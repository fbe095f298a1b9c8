package org.assay.verify.internal.distinguish;

import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Remembers the exact values that the output or a coordinate took on either dataset. An outcome is
 * judged by where its value was seen before. The learner finds random generators with a small
 * state, whose outputs hardly overlap ([@GarfinkelLeclerc2020]), and exact releases among noisy
 * ones. A past run is counted by the values of all other runs.
 */
final class RecurrenceLearner {
  /** With fewer rows nothing is fitted. Not tuned. */
  private static final int MINIMUM_ROWS = 64;

  /**
   * How many leading coordinates are searched for values that recur. Not tuned: bounds the time of
   * a fit.
   */
  private static final int MAXIMUM_COLUMNS = 8;

  private RecurrenceLearner() {}

  /**
   * Fits.
   *
   * @param past the outcomes so far, at least one
   * @param lines lines of the claim that are worth betting against
   */
  static Scorer fit(OutcomeTable past, List<SupportingLine> lines) {
    if (past.rows() < MINIMUM_ROWS) {
      return ConstantScorer.INSTANCE;
    }
    Optional<Scorer> best = Optional.empty();
    double bestPromise = Double.NEGATIVE_INFINITY;
    for (int column : columns(past.layout())) {
      SeenScorer seen = new SeenScorer(past, column);
      if (seen.separates()) {
        RankedScorer scorer = RankedScorer.of(seen, past);
        double promise = FeatureLearner.promise(scorer.countPast(past), lines);
        best = promise > bestPromise ? Optional.of(scorer) : best;
        bestPromise = Math.max(promise, bestPromise);
      }
    }
    return best.orElse(ConstantScorer.INSTANCE);
  }

  /** Whole outcomes; and the leading coordinates if there are several. */
  private static int[] columns(FeatureLayout layout) {
    int coordinates = layout.coordinates() > 1 ? layout.coordinates() : 0;
    int[] columns = new int[1 + Math.min(MAXIMUM_COLUMNS, coordinates)];
    columns[0] = SeenValues.OUTCOMES;
    for (int i = 1; i < columns.length; i++) {
      columns[i] = layout.firstCoordinate() + i - 1;
    }
    return columns;
  }

  /** One bin for each pair of counts: how often a value was seen on the left and on the right. */
  private static final class SeenScorer implements Scorer {
    private final SeenValues values;
    private final String name;
    private final BinCounts past;

    SeenScorer(OutcomeTable past, int column) {
      this.values = new SeenValues(past, column);
      this.name = column == SeenValues.OUTCOMES ? "output" : past.layout().name(column);
      this.past = new BinCounts(bins());
      for (int row = 0; row < past.rows(); row++) {
        this.past.add(values.cellWithout(past, row), past.isLeft(row));
      }
    }

    /**
     * Whether some values recur, and not all of those recur so often that their counts are cut off.
     */
    boolean separates() {
      long recurring = past.total() - past.left(0, 1) - past.right(0, 1);
      int last = bins() - 1;
      long often = past.left(last, last + 1) + past.right(last, last + 1);
      return recurring > often;
    }

    @Override
    public int bins() {
      return SeenValues.CELLS.size();
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return values.cell(table, row);
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return INTERVAL * words(from, to).size();
    }

    @Override
    public String describe(int from, int to) {
      return String.join(" or ", words(from, to));
    }

    @Override
    public List<String> words(int from, int to) {
      return SeenValues.CELLS.words(name, from, to);
    }
  }
}
