package org.assay.verify.internal.distinguish;

/** A scorer with one bin for all outcomes, returned by a learner that found nothing. */
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
