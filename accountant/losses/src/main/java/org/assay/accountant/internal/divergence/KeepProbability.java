package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * The largest probability with which an (epsilon, delta)-private mechanism may show a partition of
 * n records: {@code π(0) = 0} and {@code π(n + 1) = min(e^ε π(n) + δ, 1 - e^-ε (1 - π(n) - δ), 1)}.
 * The first two terms are the inequalities between neighbours with n and n + 1 records. Both are
 * increasing in {@code π(n)}, so no mechanism of these parameters shows a partition more often
 * ([@DesfontainesEtAl2022], Theorem 1).
 *
 * @param epsilon finite and above 0
 * @param delta strictly between 0 and 1
 */
public record KeepProbability(double epsilon, double delta) {
  /** Largest number of recursion steps, about a second. */
  private static final long MOST_STEPS = 20_000_000;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public KeepProbability {
    Parameters.requirePositive("epsilon", epsilon);
    Parameters.requireOpenProbability("delta", delta);
  }

  /**
   * The probability for a number of records. The lower ends for n = 0, 1, 2, … themselves satisfy
   * the inequalities of (epsilon, delta). So a mechanism may use them as its probabilities.
   *
   * @param records n, at least 0
   * @return an enclosure of π(n)
   * @throws IllegalArgumentException if the number is negative, or takes too many steps
   */
  public Enclosure of(long records) {
    if (!(records >= 0)) {
      throw new IllegalArgumentException("records was " + records + ": it must be at least 0");
    }
    Chain chain = new Chain();
    for (long n = 0; n < records && chain.lower < 1; n++) {
      chain.step(n);
    }
    return Enclosure.of(chain.lower, chain.upper);
  }

  /**
   * The smallest number of records for which a partition is certainly shown.
   *
   * @return the number at which the probability, rounded down, is 1
   * @throws IllegalArgumentException if it takes too many steps
   */
  public long certainFrom() {
    Chain chain = new Chain();
    long records = 0;
    for (; chain.lower < 1; records++) {
      chain.step(records);
    }
    return records;
  }

  private final class Chain {
    private final Enclosure growth = Enclosure.exact(epsilon).exp();
    private final Enclosure decay = Enclosure.exact(-epsilon).exp();
    private double lower;
    private double upper;

    void step(long done) {
      if (done >= MOST_STEPS) {
        throw new IllegalArgumentException(
            "epsilon was "
                + epsilon
                + ": so small a share takes more than "
                + MOST_STEPS
                + " steps; use a larger one or fewer partitions");
      }
      lower = Math.max(lower, Math.min(Math.min(1, rising(lower).lower()), falling(lower).lower()));
      upper = Math.min(Math.min(1, rising(upper).upper()), falling(upper).upper());
    }

    private Enclosure rising(double probability) {
      return growth.times(probability).plus(delta);
    }

    private Enclosure falling(double probability) {
      Enclosure missing = Enclosure.ONE.minus(probability).minus(delta);
      return Enclosure.ONE.minus(decay.times(missing));
    }
  }
}
