package org.assay.verify.audit;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.audit.Witness.Frequency;

/**
 * A lower bound of the true privacy parameter, in the currency of the claim. The rises form a
 * confidence sequence, which ever exceeds the truth with at most the audit's error probability. If
 * the claim was refuted, the bound is at least the claimed value. The bound is then wrong only if
 * the sequence or the verdict is wrong, with at most twice the error probability.
 *
 * @param currency the name of the parameter, for example {@code epsilon}
 * @param value the bound after the last run; 0 if nothing was shown
 * @param claimed the claimed value
 * @param errorProbability probability that the bound exceeds the truth
 * @param trajectory every rise of the confidence sequence, in the order of the audit
 */
public record LowerBound(
    String currency,
    double value,
    double claimed,
    double errorProbability,
    List<BoundPoint> trajectory) {
  /** Copies the trajectory. */
  public LowerBound {
    trajectory = List.copyOf(trajectory);
  }

  /** The bound, rounded down, without its trajectory. */
  @Override
  public String toString() {
    return String.format(
        "%s is at least %s, claimed %s, error probability %s",
        currency, Enclosure.exact(value).lowerDecimal(), claimed, errorProbability);
  }

  /**
   * One rise of a {@link LowerBound}.
   *
   * @param runs number of runs before the rise
   * @param value the bound from then on
   */
  public record BoundPoint(long runs, double value) {}

  /**
   * One point of the observed trade-off between the two errors of telling the datasets apart.
   *
   * @param falsePositive frequency of outcomes of the right dataset that were taken for the left
   *     one
   * @param falseNegative frequency of outcomes of the left dataset that were taken for the right
   *     one
   */
  public record TradeoffPoint(Frequency falsePositive, Frequency falseNegative) {}
}
