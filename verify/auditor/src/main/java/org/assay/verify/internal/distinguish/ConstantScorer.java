package org.assay.verify.internal.distinguish;

/** One bin for everything: what a learner returns that has nothing to say about a pair. */
enum ConstantScorer implements Scorer {
  INSTANCE;

  @Override
  public int bins() {
    return 1;
  }

  @Override
  public int bin(OutcomeTable table, int row) {
    return 0;
  }

  @Override
  public int effort(int from, int to) {
    return SCORE;
  }

  @Override
  public String describe(int from, int to) {
    return "any output";
  }
}
