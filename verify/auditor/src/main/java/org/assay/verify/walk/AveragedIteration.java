package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * A contractive noisy iteration on the line, {@code x_t = c_t x_{t-1} + s_t + N(0, σ_t²)}, from a
 * public starting point. Its shifts s_t differ between two adjacent datasets by known amounts. All
 * iterates are jointly Gaussian, with one covariance for both datasets. A release of the last
 * iterate, or of the average of the last iterates, is therefore exactly a Gaussian mechanism. This
 * class computes the mechanism's mu.
 *
 * <p>The class turns the examples of [@FeldmanKorenTalwar2020], Section 6, into numbers. No privacy
 * guarantee for average iterates of such processes can be better than {@link #averageMu}, however
 * private the last iterate is. Proof: {@code doc-files/averaged-iterates.md}.
 */
public final class AveragedIteration {
  private final double[] contractions;
  private final double[] noises;
  private final double[] differences;

  private AveragedIteration(double[] contractions, double[] noises, double[] differences) {
    this.contractions = contractions;
    this.noises = noises;
    this.differences = differences;
  }

  /**
   * An iteration from one array for each quantity, one entry for each step.
   *
   * @param contractions the factors c_t, from 0 to 1
   * @param noises standard deviations σ_t, finite and above 0
   * @param differences how much the shifts s_t differ between the datasets, finite and at least 0
   * @return the iteration
   * @throws IllegalArgumentException if the arrays are empty, differ in length or hold a value out
   *     of range
   */
  public static AveragedIteration of(double[] contractions, double[] noises, double[] differences) {
    int steps = contractions.length;
    if (!(steps >= 1 && noises.length == steps && differences.length == steps)) {
      throw new IllegalArgumentException(
          "lengths of contractions, noises and differences were "
              + steps
              + ", "
              + noises.length
              + ", "
              + differences.length
              + ": they must be equal and at least 1");
    }
    for (int t = 0; t < steps; t++) {
      Parameters.requireProbability("contractions[" + t + "]", contractions[t]);
      Parameters.requirePositive("noises[" + t + "]", noises[t]);
      Parameters.requireNonNegative("differences[" + t + "]", differences[t]);
    }
    return new AveragedIteration(contractions.clone(), noises.clone(), differences.clone());
  }

  /**
   * The example of the paper. The record acts in the first step, and the iterate is kept for a
   * while. Then every step forgets the iterate before it. The average iterate is least private if
   * the iterate is kept for about the square root of the number of steps.
   *
   * @param steps number of steps, at least 1
   * @param kept number of iterates that still remember the record, from 1 to {@code steps}
   * @param noise standard deviation of each step's noise, finite and above 0
   * @param difference what the record changes, finite and at least 0
   * @return the iteration
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static AveragedIteration forgetful(int steps, int kept, double noise, double difference) {
    Parameters.requireAtLeastOne("steps", steps);
    if (!(kept >= 1 && kept <= steps)) {
      throw new IllegalArgumentException(
          "kept was " + kept + " of " + steps + " steps: it must be from 1 to all of them");
    }
    double[] contractions = new double[steps];
    double[] noises = new double[steps];
    double[] differences = new double[steps];
    differences[0] = difference;
    for (int t = 0; t < steps; t++) {
      contractions[t] = t < kept ? 1 : 0;
      noises[t] = noise;
    }
    return of(contractions, noises, differences);
  }

  /**
   * The mu of the Gaussian mechanism that releases the last iterate.
   *
   * @return an enclosure of mu
   */
  public Enclosure lastIterateMu() {
    return averageMu(1);
  }

  /**
   * The mu of the Gaussian mechanism that releases the average of the last iterates.
   *
   * @param count how many of them, from 1 to the number of steps
   * @return an enclosure of mu
   * @throws IllegalArgumentException if the count is out of range
   */
  public Enclosure averageMu(int count) {
    int steps = contractions.length;
    if (!(count >= 1 && count <= steps)) {
      throw new IllegalArgumentException(
          "count was " + count + " of " + steps + " iterates: it must be from 1 to all of them");
    }
    Enclosure influence = Enclosure.ZERO;
    Enclosure signal = Enclosure.ZERO;
    Enclosure variance = Enclosure.ZERO;
    for (int t = steps - 1; t >= 0; t--) {
      double next = t + 1 < steps ? contractions[t + 1] : 0;
      influence = influence.times(next).plus(t >= steps - count ? 1 : 0);
      signal = signal.plus(influence.times(differences[t]));
      variance = variance.plus(influence.times(noises[t]).square());
    }
    return signal.dividedBy(variance.sqrt());
  }
}
