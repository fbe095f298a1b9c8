package org.assay.verify.replay;

/** The questions of one sparse vector technique, counted down to its last positive answer. */
final class ThresholdQuestions implements SparseVector {
  private final Responder responder;
  private final Call technique;
  private final double shift;
  private long answered;

  ThresholdQuestions(Responder responder, Call technique, double shift) {
    this.responder = responder;
    this.technique = technique;
    this.shift = shift;
  }

  @Override
  public boolean aboveThreshold(double query, double threshold) {
    double queryScale = technique.parameter(1);
    long positives = (long) technique.parameter(2);
    Call call =
        Call.of(
                Primitive.ABOVE_THRESHOLD,
                technique.name(),
                Parameter.any("threshold", threshold),
                Parameter.within("positive answers before", answered, 0, positives - 1))
            .protecting(new double[] {query}, technique.sensitivity(), technique.movement());
    boolean above =
        (boolean)
            responder.answer(
                call, r -> query + Samplers.laplace(r, queryScale) >= threshold + shift);
    answered += above ? 1 : 0;
    return above;
  }
}
