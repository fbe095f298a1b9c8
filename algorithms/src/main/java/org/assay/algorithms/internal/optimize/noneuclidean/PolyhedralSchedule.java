package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.Parameters;

/**
 * Parameters of {@link PolyhedralFrankWolfe}. The Laplace noise of the first choice has the scale
 * {@code noiseMultiplier · first}, that of the t-th later one {@code noiseMultiplier · max((1 -
 * stepSize)^t first, later)}.
 *
 * @param firstBatch number of records of the first estimate, at least 1
 * @param steps number of later estimates, each on one further record, at least 1
 * @param stepSize share of the way to the chosen vertex, strictly between 0 and 1
 * @param first unit of the first scale, finite and above 0
 * @param later unit of the last scales, finite and above 0
 * @param noiseMultiplier finite and above 0
 */
public record PolyhedralSchedule(
    int firstBatch,
    int steps,
    double stepSize,
    double first,
    double later,
    double noiseMultiplier) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public PolyhedralSchedule {
    Parameters.requireAtLeastOne("firstBatch", firstBatch);
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireOpenProbability("stepSize", stepSize);
    Parameters.requirePositive("first", first);
    Parameters.requirePositive("later", later);
    Parameters.requirePositive("noiseMultiplier", noiseMultiplier);
  }

  /**
   * The schedule of [@BassilyGuzmanNandi2021], Algorithm 1: for n records, K vertices, diameter M,
   * Lipschitz constant L and smoothness β half the records make the first estimate, {@code stepSize
   * = ln(n/ln K)/n}, {@code first = 2LM/n}, {@code later = 2 stepSize (βM² + LM)} and {@code
   * noiseMultiplier = 2 √(n ln(1/delta))/epsilon}.
   *
   * @param vertices number of vertices K, at least 2
   * @param diameter M, finite and above 0
   * @param lipschitzConstant L, finite and above 0
   * @param smoothness β, finite and at least 0
   * @param epsilon the target's epsilon, finite and above 0
   * @param delta the target's delta, strictly between 0 and 1
   * @throws IllegalArgumentException if a parameter is out of range, or if there are too few
   *     records for a step size between 0 and 1
   */
  public static PolyhedralSchedule ofPaper(
      int records,
      int vertices,
      double diameter,
      double lipschitzConstant,
      double smoothness,
      double epsilon,
      double delta) {
    Parameters.requireAtLeastOne("records / 2", records / 2);
    Parameters.requireAtLeastOne("vertices - 1", vertices - 1L);
    Parameters.requirePositive("epsilon", epsilon);
    double log = -Math.log(Parameters.requireOpenProbability("delta", delta));
    double stepSize = Math.log(records / Math.log(vertices)) / records;
    double slope = lipschitzConstant * diameter;
    return new PolyhedralSchedule(
        records / 2,
        records / 2,
        stepSize,
        2 * slope / records,
        2 * stepSize * (smoothness * diameter * diameter + slope),
        2 * Math.sqrt(records * log) / epsilon);
  }

  /**
   * This schedule with other noise.
   *
   * @param multiplier finite and above 0
   * @throws IllegalArgumentException if the multiplier is out of range
   */
  public PolyhedralSchedule withNoiseMultiplier(double multiplier) {
    return new PolyhedralSchedule(firstBatch, steps, stepSize, first, later, multiplier);
  }

  /**
   * The scale of the noise of a choice.
   *
   * @param step 0 for the first choice, up to the number of steps
   * @return the scale, above 0
   */
  public double scale(int step) {
    return noiseMultiplier
        * (step == 0 ? first : Math.max(Math.pow(1 - stepSize, step) * first, later));
  }
}
