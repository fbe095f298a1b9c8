package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.privacy.Parameters;

/**
 * Parameters of {@link MinibatchNoisySgd}.
 *
 * @param steps number of noisy steps, at least 1
 * @param batchSize number of records drawn, with replacement, in each step; at least 1
 * @param stepSize finite and above 0
 * @param noiseStandardDeviation standard deviation of the noise on each coordinate of the mean
 *     gradient, in its unit; finite and above 0
 */
public record MinibatchSchedule(
    int steps, int batchSize, double stepSize, double noiseStandardDeviation) {
  /** Largest number of steps in the paper's schedule, as a part of the number of records. */
  private static final double STEPS_PER_RECORD = 1.0 / 8;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public MinibatchSchedule {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    Parameters.requirePositive("stepSize", stepSize);
    Parameters.requirePositive("noiseStandardDeviation", noiseStandardDeviation);
  }

  /**
   * The schedule of [@BassilyFeldmanTalwarThakurta2019], Theorem 3.2, in the form in which it is
   * usually quoted: with n records, dimension d, Lipschitz constant L and diameter D,
   *
   * <pre>T = min(n/8, epsilon² n² / (32 d ln(1/delta))),  m = max(n √(epsilon / 4T), 1),
   * eta = D / (L √T),  sigma² = 8 T L² ln(1/delta) / (n epsilon)²</pre>
   *
   * with T - 1 noisy steps between the T points that are averaged. The schedule is the paper's; the
   * accountant tests whether the claim of (epsilon, delta) holds.
   *
   * @param dimension number of coordinates d, at least 1
   * @param lipschitzConstant finite and above 0
   * @param diameter of the set, finite and above 0
   * @param epsilon the target's epsilon, finite and above 0
   * @param delta the target's delta, strictly between 0 and 1
   * @throws IllegalArgumentException if a parameter is out of range or the formulas give fewer than
   *     two points, so that no step would be made
   */
  public static MinibatchSchedule ofPaper(
      int records,
      int dimension,
      double lipschitzConstant,
      double diameter,
      double epsilon,
      double delta) {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requirePositive("diameter", diameter);
    Parameters.requirePositive("epsilon", epsilon);
    double log = -Math.log(Parameters.requireOpenProbability("delta", delta));
    int points = points(records, dimension, epsilon / log * epsilon);
    double batchSize = Math.max(1, Math.floor(records * Math.sqrt(epsilon / (4.0 * points))));
    return new MinibatchSchedule(
        points - 1,
        (int) Math.min(Integer.MAX_VALUE, batchSize),
        diameter / (lipschitzConstant * Math.sqrt(points)),
        lipschitzConstant * Math.sqrt(8 * points * log) / (epsilon * records));
  }

  /** The paper's T, for a budget of {@code epsilon²/ln(1/delta)}, which is about 4 rho. */
  static int points(int records, int dimension, double budget) {
    double n = records;
    double points = Math.floor(Math.min(n * STEPS_PER_RECORD, budget * n * n / (32.0 * dimension)));
    if (!(points >= 2)) {
      throw new IllegalArgumentException(
          "records was "
              + records
              + ": min(n/8, (epsilon n)²/(32 d ln(1/delta))) must be at least 2, or no step is"
              + " made; rho and mu count as epsilon²/ln(1/delta) = 4 rho = 2 mu²");
    }
    return (int) points;
  }

  /**
   * This schedule with other noise.
   *
   * @param standardDeviation finite and above 0
   * @throws IllegalArgumentException if the standard deviation is out of range
   */
  public MinibatchSchedule withNoise(double standardDeviation) {
    return new MinibatchSchedule(steps, batchSize, stepSize, standardDeviation);
  }
}
