package org.assay.verify.training;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A mechanism on m coins that releases m guesses, given by the law of the number of right ones; how
 * they are spread is uniform. Small enough to enumerate.
 */
final class AgreementLaw {
  private final double[] byCorrect;

  private AgreementLaw(double[] byCorrect) {
    this.byCorrect = byCorrect;
  }

  /** The law that attains the bound for at least v right or at least v wrong guesses, v > m/2. */
  static AgreementLaw worst(int canaries, int alike, double epsilon, double delta) {
    double[] law = new double[canaries + 1];
    double total = 0;
    double tail = 0;
    for (int k = 0; k <= canaries; k++) {
      int most = Math.max(k, canaries - k);
      law[k] = binomial(canaries, k) * Math.exp(epsilon * most);
      total += law[k];
      tail += most >= alike ? law[k] : 0;
    }
    double jump = canaries * delta / (alike * 2 * law[alike] / total);
    double lift = 1 - jump * tail / total;
    for (int k = 0; k <= canaries; k++) {
      law[k] *= (Math.max(k, canaries - k) < alike ? lift : lift + jump) / total;
    }
    return new AgreementLaw(law);
  }

  static AgreementLaw random(int canaries, RandomGenerator random) {
    double[] law = binomial(canaries, 0.3 + 0.5 * random.nextDouble());
    double spread = 2 * random.nextDouble();
    double total = 0;
    for (int k = 0; k <= canaries; k++) {
      law[k] *= Math.exp(spread * random.nextGaussian());
      total += law[k];
    }
    for (int k = 0; k <= canaries; k++) {
      law[k] /= total;
    }
    return new AgreementLaw(law);
  }

  int canaries() {
    return byCorrect.length - 1;
  }

  /** Exactly so many are right, or wrong, and no more of the other kind. */
  double exactly(int alike) {
    return atLeast(alike) - atLeast(alike + 1);
  }

  /** At least so many are right, or at least so many wrong. */
  double atLeast(int alike) {
    double sum = 0;
    for (int k = 0; k < byCorrect.length; k++) {
      sum += Math.max(k, canaries() - k) >= alike ? byCorrect[k] : 0;
    }
    return sum;
  }

  /** The probability of one pattern of right and wrong guesses. */
  double pattern(int bits) {
    int correct = Integer.bitCount(bits);
    return byCorrect[correct] / binomial(canaries(), correct);
  }

  /** The delta at epsilon between the coins and the same with the first one turned over. */
  double delta(double epsilon) {
    double sum = 0;
    for (int bits = 0; bits < 1 << canaries(); bits++) {
      sum += Math.max(0, pattern(bits) - Math.exp(epsilon) * pattern(bits ^ 1));
    }
    return sum;
  }

  static double[] binomial(int trials, double probability) {
    double[] law = new double[trials + 1];
    for (int k = 0; k <= trials; k++) {
      law[k] =
          binomial(trials, k) * Math.pow(probability, k) * Math.pow(1 - probability, trials - k);
    }
    return law;
  }

  private static double binomial(int n, int k) {
    double product = 1;
    for (int i = 1; i <= k; i++) {
      product *= (n - k + i) / (double) i;
    }
    return product;
  }

  @Override
  public String toString() {
    return Arrays.toString(byCorrect);
  }
}
