package org.assay.accountant.event;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Release of the index, and of nothing else, of the largest utility after independent noise of
 * scale {@code 2Δ/epsilon} on each, or {@code Δ/epsilon} if neighbours move all utilities in one
 * direction; Δ is the largest change of one utility.
 *
 * @param noise the kind of noise
 * @param epsilon the mechanism's parameter, finite and above 0
 * @param adjacency the relation the statement is about
 */
public record ReportNoisyMaxEvent(Noise noise, double epsilon, AdjacencyRelation adjacency)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if epsilon is not finite or not above 0
   */
  public ReportNoisyMaxEvent {
    Parameters.requirePositive("epsilon", epsilon);
  }

  /** The kinds of noise with a proved guarantee. */
  public enum Noise {
    /** Two-sided exponential noise. */
    LAPLACE,
    /** One-sided exponential noise. */
    EXPONENTIAL,
    /** Gumbel noise, which makes the mechanism an exponential mechanism. */
    GUMBEL
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitReportNoisyMax(this);
  }
}
