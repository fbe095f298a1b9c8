package org.assay.verify.audit;

/**
 * An event that tells the datasets of a pair apart, fixed before the runs on which it is counted.
 * The bounds are Clopper-Pearson bounds of the probabilities; the verdict does not rest on them.
 *
 * @param pair how the datasets differ
 * @param event the event, in words
 * @param favoursLeft whether the event is more likely on the left dataset
 * @param left the event on the left dataset
 * @param right the event on the right dataset
 */
public record Witness(
    String pair, String event, boolean favoursLeft, Frequency left, Frequency right) {
  /**
   * The event with its counts, and the pair.
   *
   * @return one sentence without a full stop
   */
  public String describe() {
    return event
        + "; left "
        + left.describe()
        + ", right "
        + right.describe()
        + ", on the pair: "
        + pair;
  }
}
