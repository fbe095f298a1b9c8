package org.assay.verify.internal.distinguish;

/**
 * Fits boosted trees. Trees adapt closely to the rows that they were fitted to, and counts of these
 * rows would mislead a planner. Past rows are therefore counted by trees that were fitted to the
 * other half of the rows.
 */
final class TreeLearner {
  /** With fewer rows than this no trees are fitted. Not tuned. */
  private static final int MINIMUM_ROWS = 256;

  /** Up to this many rows all are fitted to. Not tuned. */
  private static final int ALL_ROWS = 1024;

  /**
   * Inverse of the part of more rows that is fitted to, but at least {@link #ALL_ROWS} are. Not
   * tuned: keeps the time of a fit small beside the time of the runs.
   */
  private static final int SHARE = 8;

  private TreeLearner() {}

  /**
   * Fits to the outcomes so far.
   *
   * @param past the outcomes, at least one
   */
  static Scorer fit(OutcomeTable past) {
    if (past.rows() < MINIMUM_ROWS) {
      return ConstantScorer.INSTANCE;
    }
    CodedRows rows = CodedRows.of(past, Math.max(ALL_ROWS, past.rows() / SHARE));
    if (rows.columns().isEmpty()) {
      return ConstantScorer.INSTANCE;
    }
    SymmetricTrees[] halves = {Boosting.fitHalf(rows, 1), Boosting.fitHalf(rows, 0)};
    double[] scores = new double[past.rows()];
    for (int row = 0; row < scores.length; row++) {
      scores[row] = halves[rows.fold(row)].score(past, row);
    }
    double[] cuts = Quantiles.cuts(scores.clone(), scores.length);
    BinCounts counts = new BinCounts(cuts.length + 2);
    for (int row = 0; row < scores.length; row++) {
      counts.add(Quantiles.bin(cuts, scores[row]), past.isLeft(row));
    }
    SymmetricTrees trees = Boosting.fit(rows);
    double[] influence = trees.influence(past.layout().width());
    String name = Prominence.describe("score of trees", past.layout(), influence);
    return new TreeScorer(trees, cuts, counts, name);
  }

  private static final class TreeScorer implements Scorer {
    private final SymmetricTrees trees;
    private final double[] cuts;
    private final BinCounts past;
    private final String name;

    TreeScorer(SymmetricTrees trees, double[] cuts, BinCounts past, String name) {
      this.trees = trees;
      this.cuts = cuts;
      this.past = past;
      this.name = name;
    }

    @Override
    public int bins() {
      return cuts.length + 2;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return Quantiles.bin(cuts, trees.score(table, row));
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return SCORE;
    }

    @Override
    public String describe(int from, int to) {
      return Quantiles.describe(name, cuts, false, from, to);
    }
  }
}
