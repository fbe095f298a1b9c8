package org.assay.verify.training;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Rounding;

/**
 * Bounds the probability of many right or many wrong guesses under a trade-off curve f, by the
 * recursion of [@MahloujifarMelisChaudhuri2024] for both ends at once. Take an event of probability
 * at least x with a canary's true coin. With the coin turned, the claim leaves the event at least
 * {@code f(1 - x)}. Suppose "at least v right, or at least v wrong" has probability τ. Then more
 * and more guesses of the minority are forced at the levels below v, down to one half. If majority
 * and minority together exceed the number of guesses, the probability is below τ.
 *
 * <p>Proof, with the direction in which each number is rounded: {@code
 * doc-files/one-run-audits.md}.
 */
final class TradeoffTail implements TailBound {
  /** The search for τ begins at this logarithm, near that of the smallest double. */
  private static final double SMALLEST_LOGARITHM = -690;

  /** Bisections for the logarithm of τ. */
  private static final int BISECTIONS = 40;

  private final int canaries;
  private final int guesses;
  private final DoubleUnaryOperator leastWithCoinTurned;

  /**
   * A bound.
   *
   * @param leastWithCoinTurned lower bounds of {@code f(1 - x)} for x above 0
   */
  TradeoffTail(int canaries, int guesses, DoubleUnaryOperator leastWithCoinTurned) {
    this.canaries = canaries;
    this.guesses = guesses;
    this.leastWithCoinTurned = leastWithCoinTurned;
  }

  /** A curve that holds for both orders of neighbours. */
  static TradeoffTail of(TradeoffCurve curve, int canaries, int guesses) {
    return new TradeoffTail(
        canaries, guesses, x -> curve.at(Math.max(0, Rounding.subtractUp(1, x))).lower());
  }

  @Override
  public double pValue(int correct) {
    if (!refutes(correct, 1)) {
      return 1;
    }
    double unproved = SMALLEST_LOGARITHM;
    double proved = 0;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (unproved + proved) / 2;
      if (refutes(correct, Math.exp(middle))) {
        proved = middle;
      } else {
        unproved = middle;
      }
    }
    return Math.exp(proved);
  }

  @Override
  public boolean refutes(int correct, double alpha) {
    double right = Rounding.divideDown(Rounding.multiplyDown(alpha, correct), canaries);
    double wrong = Rounding.divideUp(Rounding.multiplyUp(alpha, guesses - correct), canaries);
    double made = Rounding.divideUp(guesses, canaries);
    for (int level = correct - 1; 2L * level >= guesses; level--) {
      double needed = leastWithCoinTurned.applyAsDouble(right);
      if (Rounding.addDown(right, needed) > made) {
        return true;
      }
      if (!(needed > wrong)) {
        return false;
      }
      double share = Rounding.divideDown(level, guesses - level);
      double more = Rounding.multiplyDown(share, Rounding.subtractDown(needed, wrong));
      right = Rounding.addDown(right, more);
      wrong = needed;
    }
    return false;
  }
}
