package org.assay.verify.internal.inference;

import java.util.List;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * A bet against bounds on divergences, fixed before the runs on which it is settled. Outcomes are
 * sorted into cells that are named in advance. Every term of the bet has the logarithm of a
 * likelihood ratio for each cell.
 *
 * <p>A run tosses a fair coin and runs the mechanism on the left or the right dataset. The bet has
 * a stake s for each term and a side bet v on the coin itself. W are the summands and c the right
 * side of {@link DivergenceBound}'s inequality. A run multiplies the wealth by
 *
 * <pre>
 *    1 + v + Σ s (W - c/2)   on the left dataset     1 - v + Σ s (W - c/2)   on the right one
 * </pre>
 *
 * <p>Under the claim the expected factor is {@code 1 + Σ s (E_P[W] + E_Q[W] - c)/2 ≤ 1}, for any
 * ratios. Everything is rounded down: {@code doc-files/divergence-bets.md}.
 */
public final class DivergenceBet {
  private final List<Term> terms;
  private final double coin;
  private final double[] onLeft;
  private final double[] onRight;

  /**
   * A bet against one bound.
   *
   * @param bound the bound
   * @param stake at least 0, finite
   * @param logRatios finite numbers, one for each cell. The best are the logarithms of the
   *     likelihood ratios of the first and the second dataset under the nearest true claim
   */
  public record Term(DivergenceBound bound, double stake, List<Double> logRatios) {
    /**
     * Copies the ratios.
     *
     * @throws IllegalArgumentException if the stake is negative, or a number not finite
     */
    public Term {
      Parameters.requireNonNegative("stake", stake);
      logRatios = List.copyOf(logRatios);
      for (double ratio : logRatios) {
        if (!(Math.abs(ratio) < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException("logarithm of a ratio was " + ratio);
        }
      }
    }

    private double gain(int cell, boolean left) {
      if (stake == 0) {
        return 0;
      }
      double ratio = logRatios.get(cell);
      double payoff = left == bound.forward() ? bound.onFirst(ratio) : bound.onSecond(ratio);
      double cost = Rounding.multiplyUp(bound.allowance(), 0.5);
      return Rounding.multiplyDown(stake, Rounding.subtractDown(payoff, cost));
    }
  }

  /**
   * A bet.
   *
   * @param terms at least one, all with the same cells
   * @param coin the side bet v that the run is on the left dataset, strictly between -1 and 1
   * @throws IllegalArgumentException if the numbers of cells differ, or the bet could lose
   *     everything
   */
  public DivergenceBet(List<Term> terms, double coin) {
    if (!(Math.abs(coin) < 1)) {
      throw new IllegalArgumentException("coin was " + coin + ": it must be between -1 and 1");
    }
    this.terms = List.copyOf(terms);
    this.coin = coin;
    int cells = terms.get(0).logRatios.size();
    onLeft = new double[cells];
    onRight = new double[cells];
    for (Term term : terms) {
      if (!(term.logRatios.size() == cells)) {
        throw new IllegalArgumentException("terms of a bet had different numbers of cells");
      }
    }
    for (int cell = 0; cell < cells; cell++) {
      onLeft[cell] = logFactor(cell, true);
      onRight[cell] = logFactor(cell, false);
    }
  }

  private double logFactor(int cell, boolean left) {
    double gain = left ? coin : -coin;
    for (Term term : terms) {
      gain = Rounding.addDown(gain, term.gain(cell, left));
    }
    if (!(gain > -1 && gain < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a run in cell " + cell + " gained " + gain + ": a lost bet must leave some wealth");
    }
    return gain == 0 ? 0 : Rounding.log1pDown(gain);
  }

  /**
   * This bet with all stakes scaled down.
   *
   * @param fraction in [0, 1]
   * @return the smaller bet
   */
  public DivergenceBet times(double fraction) {
    Parameters.requireProbability("fraction", fraction);
    List<Term> smaller =
        terms.stream()
            .map(term -> new Term(term.bound, term.stake * fraction, term.logRatios))
            .toList();
    return new DivergenceBet(smaller, coin * fraction);
  }

  /**
   * Growth of the wealth on runs that were unknown when the bet was fixed.
   *
   * @param left runs on the left dataset, by cell
   * @param right runs on the right dataset, by cell
   * @return a lower bound of the sum of the logarithms of the factors
   * @throws IllegalArgumentException if the number of cells differs from the bet's
   */
  public double logGrowth(long[] left, long[] right) {
    if (!(left.length == onLeft.length && right.length == onRight.length)) {
      throw new IllegalArgumentException(
          "counts had " + left.length + " cells: the bet has " + onLeft.length);
    }
    double sum = 0;
    for (int cell = 0; cell < onLeft.length; cell++) {
      sum = add(sum, left[cell], onLeft[cell]);
      sum = add(sum, right[cell], onRight[cell]);
    }
    return sum;
  }

  private static double add(double sum, long count, double logFactor) {
    return count == 0
        ? sum
        : Rounding.addDown(sum, Rounding.multiplyDown((double) count, logFactor));
  }
}
