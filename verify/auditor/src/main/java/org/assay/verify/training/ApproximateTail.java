package org.assay.verify.training;

import org.assay.accountant.numeric.Rounding;

/**
 * Bounds the number of right or wrong guesses of an auditor if the mechanism is (epsilon,
 * delta)-differentially private. There are m canaries and r guesses. Let {@code W ~ Bin(r, e^ε/(1 +
 * e^ε))} given {@code W ≥ r/2}, where r/2 itself counts half, and {@code β = Pr[W ≥ v]}. Then
 *
 * <pre>
 *   Pr[at least v right, or at least v wrong] ≤ β + m δ β (1 - β) / (v Pr[W = v])   for v > r/2
 * </pre>
 *
 * <p>Some mechanism attains the bound when r = m. The setting is that of
 * [@SteinkeNasrJagielski2023]; the bound is derived in {@code doc-files/one-run-audits.md}.
 *
 * <p>Let {@code U = Pr[W ≥ v]/Pr[W = v]} and {@code D = Pr[W < v]/Pr[W = v]}. Both are sums of
 * products of {@code e^ε (r - k + 1)/k}, without any binomial coefficient. The bound is {@code U/(U
 * + D) + (m δ/v) / (1/U + 1/D)}. U rises and D falls with epsilon. Rounded up.
 */
final class ApproximateTail implements TailBound {
  private final int canaries;
  private final int guesses;
  private final double oddsBelow;
  private final double oddsAbove;
  private final double delta;

  ApproximateTail(int canaries, int guesses, double epsilon, double delta) {
    this.canaries = canaries;
    this.guesses = guesses;
    this.oddsBelow = Rounding.expDown(epsilon);
    this.oddsAbove = Rounding.expUp(epsilon);
    this.delta = delta;
  }

  @Override
  public double pValue(int correct) {
    double upper = isCounted(correct - 1) ? upperRatio(correct) : Double.POSITIVE_INFINITY;
    if (upper == Double.POSITIVE_INFINITY) {
      return 1;
    }
    double tail = Rounding.divideUp(upper, Rounding.addDown(upper, lowerRatioDown(correct)));
    double failures = Rounding.divideUp(Rounding.multiplyUp((double) canaries, delta), correct);
    double spread = harmonic(upper, lowerRatioUp(correct));
    double bound = Rounding.addUp(tail, Rounding.multiplyUp(failures, spread));
    return Math.min(1, bound);
  }

  /**
   * Whether {@code alike} is at least half of the guesses; smaller counts belong to the other kind
   * of guesses.
   */
  private boolean isCounted(int alike) {
    return 2L * alike >= guesses;
  }

  /**
   * The weight of a count: one half if the count is half of all guesses, when right and wrong
   * guesses are equally many.
   */
  private double weight(int alike) {
    return 2L * alike > guesses ? 1 : 0.5;
  }

  /** Upper bound of {@code 1/(1/a + 1/b)}, which rises in a and in b. */
  private static double harmonic(double a, double b) {
    double sum = Rounding.addDown(Rounding.divideDown(1, a), Rounding.divideDown(1, b));
    return Rounding.divideUp(1, sum);
  }

  /** {@code Pr[W ≥ v]/Pr[W = v]}, rounded up; infinite if it overflows. */
  private double upperRatio(int correct) {
    if (oddsAbove == Double.POSITIVE_INFINITY) {
      return oddsAbove;
    }
    double sum = 1;
    double product = 1;
    for (int k = correct + 1; k <= guesses && sum < Double.POSITIVE_INFINITY; k++) {
      double odds = Rounding.divideUp(Rounding.multiplyUp(oddsAbove, guesses - k + 1.0), k);
      product = Rounding.multiplyUp(product, odds);
      sum = Rounding.addUp(sum, product);
    }
    return sum;
  }

  /** {@code Pr[W < v]/Pr[W = v]}, rounded down. */
  private double lowerRatioDown(int correct) {
    double sum = 0;
    double product = 1;
    for (int k = correct; isCounted(k - 1); k--) {
      double odds = Rounding.divideDown(k, Rounding.multiplyUp(oddsAbove, guesses - k + 1.0));
      product = Rounding.multiplyDown(product, odds);
      sum = Rounding.addDown(sum, Rounding.multiplyDown(product, weight(k - 1)));
    }
    return sum;
  }

  /** {@code Pr[W < v]/Pr[W = v]}, rounded up; possibly infinite. */
  private double lowerRatioUp(int correct) {
    double sum = 0;
    double product = 1;
    for (int k = correct; isCounted(k - 1) && sum < Double.POSITIVE_INFINITY; k--) {
      double odds = Rounding.divideUp(k, Rounding.multiplyDown(oddsBelow, guesses - k + 1.0));
      product = Rounding.multiplyUp(product, odds);
      sum = Rounding.addUp(sum, Rounding.multiplyUp(product, weight(k - 1)));
    }
    return sum;
  }
}
