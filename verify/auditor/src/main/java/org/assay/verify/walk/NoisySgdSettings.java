package org.assay.verify.walk;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Projected noisy stochastic gradient descent, {@code w ← Proj_K[w − stepSize · (sum of the batch's
 * gradients / batchSize + N(0, noiseStandardDeviation² I))]}, of which only the last iterate is
 * released: losses with Lipschitz constant {@code lipschitzConstant} on a convex set K of diameter
 * at most {@code diameter}, from a starting point that does not depend on the data.
 *
 * @param lipschitzConstant bound of the norm of every record's gradient on K, finite and above 0
 * @param diameter bound of the diameter of K, finite and above 0
 * @param stepSize step size, finite and above 0
 * @param noiseStandardDeviation standard deviation of the noise added to the mean gradient, finite
 *     and above 0
 * @param records number of records; of the larger dataset where adjacent datasets differ in size
 * @param batchSize number of records in a batch, the expected number in a Poisson batch, from 1 to
 *     {@code records}; the sum of gradients is divided by it
 * @param steps number of steps, at least 1
 * @param contraction Lipschitz constant of a gradient step without noise that the losses are known
 *     to have, above 0 and at most 1: 1 for convex losses, less for strongly convex ones
 * @param sampling how batches are chosen
 * @param adjacency which datasets are neighbours
 */
public record NoisySgdSettings(
    double lipschitzConstant,
    double diameter,
    double stepSize,
    double noiseStandardDeviation,
    long records,
    long batchSize,
    long steps,
    double contraction,
    BatchSampling sampling,
    AdjacencyRelation adjacency) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a number is out of range
   * @throws UnsupportedEventException if no walk is an instance of this combination of sampling,
   *     adjacency and contraction
   */
  public NoisySgdSettings {
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requirePositive("diameter", diameter);
    Parameters.requirePositive("stepSize", stepSize);
    Parameters.requirePositive("noiseStandardDeviation", noiseStandardDeviation);
    Parameters.requireWhole("records", (double) records);
    Parameters.requireWhole("batchSize", (double) batchSize);
    Parameters.requireWhole("steps", (double) steps);
    if (!(contraction > 0 && contraction <= 1)) {
      throw new IllegalArgumentException(
          "contraction was " + contraction + ": it must be above 0 and at most 1");
    }
    requireBatch(records, batchSize, sampling);
    requireInstance(contraction, sampling, adjacency);
  }

  /**
   * The same settings with another number of steps.
   *
   * @param newSteps number of steps, at least 1
   * @return the settings
   */
  public NoisySgdSettings withSteps(long newSteps) {
    return new NoisySgdSettings(
        lipschitzConstant,
        diameter,
        stepSize,
        noiseStandardDeviation,
        records,
        batchSize,
        newSteps,
        contraction,
        sampling,
        adjacency);
  }

  /**
   * The width of the domain, W = D/(ησ).
   *
   * @return in units of the standard deviation of one step's noise, rounded down
   */
  public double width() {
    return Rounding.divideDown(diameter, Rounding.multiplyUp(stepSize, noiseStandardDeviation));
  }

  /**
   * The largest shift by one record's linear loss: {@code L/(bσ)}, less the share of the curvature,
   * {@code (1 − c) W/(2b)}, which the Lipschitz constant has to cover too.
   *
   * @return in units of the standard deviation of one step's noise, rounded down
   * @throws UnsupportedEventException if the curvature alone exceeds the Lipschitz constant
   */
  public double slopeLimit() {
    double slope =
        Rounding.divideDown(
            lipschitzConstant, Rounding.multiplyUp(noiseStandardDeviation, (double) batchSize));
    double curvature = Rounding.multiplyUp(Rounding.subtractUp(1, contraction), width());
    double limit = Rounding.subtractDown(slope, Rounding.divideUp(curvature, 2.0 * batchSize));
    if (!(limit > 0)) {
      throw new UnsupportedEventException(
          toString(),
          "a quadratic loss with this contraction has gradients above the Lipschitz constant "
              + "somewhere on the domain; no such losses exist");
    }
    return limit;
  }

  /** The number of steps from one use of a record to the next. */
  long period() {
    return sampling == BatchSampling.CYCLIC ? records / batchSize : 1;
  }

  private static void requireBatch(long records, long batchSize, BatchSampling sampling) {
    boolean fits =
        switch (sampling) {
          case FULL_BATCH -> batchSize == records;
          case FIXED_SIZE, POISSON -> batchSize <= records;
          case CYCLIC -> records % batchSize == 0;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "batchSize was "
              + batchSize
              + " of "
              + records
              + " records with "
              + sampling
              + " batches: it must be all of them for a full batch, a divisor for cyclic ones, "
              + "and at most all of them otherwise");
    }
  }

  private static void requireInstance(
      double contraction, BatchSampling sampling, AdjacencyRelation adjacency) {
    boolean resized =
        adjacency == AdjacencyRelation.ADD_OR_REMOVE
            && (sampling == BatchSampling.FIXED_SIZE || sampling == BatchSampling.CYCLIC);
    if (resized) {
      throw new UnsupportedEventException(
          "noisy gradient descent with " + sampling + " batches",
          "a record more or less changes the law of the other records' batches; use replace-one");
    }
    boolean curved =
        contraction < 1
            && (sampling == BatchSampling.POISSON || adjacency != AdjacencyRelation.REPLACE_ONE);
    if (curved) {
      throw new UnsupportedEventException(
          "noisy gradient descent with contraction " + contraction,
          "the curvature of a batch varies with the number of records in it unless batches have a "
              + "fixed size and records are replaced; use contraction 1");
    }
  }
}
