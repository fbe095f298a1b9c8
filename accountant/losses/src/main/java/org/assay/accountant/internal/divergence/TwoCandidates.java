package org.assay.accountant.internal.divergence;

import java.util.function.UnaryOperator;
import org.assay.accountant.numeric.Enclosure;

/**
 * Attained Rényi divergences of the choice between two candidates by the larger of two noisy
 * utilities. Neighbours move the difference of the utilities by {@code ε} scales of the noise. One
 * candidate leads by {@code s} on one side, the other candidate leads by {@code ε - s} on the other
 * side. A leading candidate is not chosen if the difference of two noises exceeds the lead: {@code
 * analysis/doc-files/attained.md}.
 *
 * <p>Every value is the largest divergence of a few instances, hence a lower bound over all
 * instances.
 */
public final class TwoCandidates {
  /** Number of equal parts of epsilon; leads are multiples of a part. Not tuned. */
  private static final int PARTS = 8;

  /** Further leads, in scales, for which the same candidate is ahead on both sides. Not tuned. */
  private static final double[] AHEAD = {-2, -8, -32};

  private static final Enclosure LOG_TWO = Enclosure.exact(2).log();

  private TwoCandidates() {}

  /**
   * Exponential noise, which is permute-and-flip: the candidate ahead by x loses with probability
   * {@code e^-x/2}.
   *
   * @param epsilon an enclosure of the move in scales, finite and at least 0
   * @param order Rényi order, above 1
   * @return an enclosure of a divergence that some neighbours have, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiOfExponential(Enclosure epsilon, double order) {
    return largest(epsilon, order, lead -> lead.negate().minus(LOG_TWO));
  }

  /**
   * Laplace noise: the candidate ahead by x loses with probability {@code (2 + x) e^-x/4}.
   *
   * @param epsilon an enclosure of the move in scales, finite and at least 0
   * @param order Rényi order, above 1
   * @return an enclosure of a divergence that some neighbours have, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure renyiOfLaplace(Enclosure epsilon, double order) {
    return largest(
        epsilon, order, lead -> lead.plus(2).log().minus(lead).minus(LOG_TWO).minus(LOG_TWO));
  }

  private static Enclosure largest(
      Enclosure epsilon, double order, UnaryOperator<Enclosure> logTail) {
    Orders.require(epsilon, order);
    Enclosure largest = Enclosure.ZERO;
    for (int i = 0; i <= PARTS; i++) {
      double lead = epsilon.lower() / PARTS * i;
      largest = largest.max(renyi(lead, epsilon, order, logTail));
    }
    for (double lead : AHEAD) {
      largest = largest.max(renyi(lead, epsilon, order, logTail));
    }
    return largest;
  }

  /**
   * The divergence if the first candidate is ahead by the lead on one side, and by the lead minus
   * epsilon on the other.
   */
  private static Enclosure renyi(
      double lead, Enclosure epsilon, double order, UnaryOperator<Enclosure> logTail) {
    Enclosure there = Enclosure.exact(lead).minus(epsilon);
    Enclosure first = logWins(Enclosure.exact(lead), logTail);
    Enclosure second = logWins(Enclosure.exact(-lead), logTail);
    Enclosure firstRatio = first.minus(logWins(there, logTail));
    Enclosure secondRatio = second.minus(logWins(there.negate(), logTail));
    double b = order - 1;
    double scale =
        Math.max(
            first.plus(firstRatio.times(b)).upper(), second.plus(secondRatio.times(b)).upper());
    MomentSum sum = new MomentSum(order, scale);
    sum.add(first, firstRatio);
    sum.add(second, secondRatio);
    return sum.renyi();
  }

  /** The logarithm of the probability that a candidate ahead by {@code lead} is chosen. */
  private static Enclosure logWins(Enclosure lead, UnaryOperator<Enclosure> logTail) {
    if (lead.upper() <= 0) {
      return logTail.apply(lead.negate());
    }
    return logTail.apply(lead.max(Enclosure.ZERO)).exp().negate().log1p();
  }
}
