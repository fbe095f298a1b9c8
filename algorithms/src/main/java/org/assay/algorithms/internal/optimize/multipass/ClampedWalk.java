package org.assay.algorithms.internal.optimize.multipass;

import java.util.Arrays;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;

/**
 * The worst instance of multipass noisy SGD up to constants ([@AltschulerTalwar2022], section 4):
 * on the interval {@code [-D/2, D/2]} all losses are zero but one, which is linear. The iterate is
 * a random walk, clamped to the interval, symmetric on one dataset and on its neighbour pushed
 * right by {@code stepSize L/batchSize} whenever the batch holds the linear loss.
 *
 * <p>The theorem states that the walks' ends differ by as much as any two last iterates, up to a
 * constant, once {@code D ≥ c stepSize L} and {@code noise² ≤ c D²/(stepSize² T)} with {@code T =
 * 0.75 D n/(L stepSize)}. The paper does not give the constants.
 *
 * @param schedule batches, steps and noise
 * @param slope slope L of the one linear loss, finite and above 0
 * @param diameter length D of the interval, finite and above 0
 */
public record ClampedWalk(NoisySgdSchedule schedule, double slope, double diameter) {
  /** The margin of the theorem's number of steps. */
  private static final double MARGIN = 0.75;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ClampedWalk {
    Parameters.requirePositive("slope", slope);
    Parameters.requirePositive("diameter", diameter);
  }

  /**
   * The theorem's instance at its number of steps {@code ⌈0.75 D n/(L stepSize)⌉} and with the
   * largest noise {@code D/(stepSize √steps)} that crosses the interval in this number of steps.
   *
   * @param batchSize batch size, from 1 to n
   * @param stepSize step size, finite and above 0
   * @param slope slope L of the one linear loss
   * @param diameter length D of the interval
   * @return the walk, on batches of fixed size
   * @throws IllegalArgumentException if a parameter is out of range, or the steps do not fit an
   *     {@code int}
   */
  public static ClampedWalk paperSchedule(
      int records, int batchSize, double stepSize, double slope, double diameter) {
    double steps = Math.ceil(MARGIN * diameter * records / (slope * stepSize));
    if (!(steps >= 1 && steps <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "diameter was " + diameter + ": the theorem asks for " + steps + " steps");
    }
    double noise = diameter / (stepSize * Math.sqrt(steps));
    NoisySgdSchedule schedule =
        new NoisySgdSchedule(
            NoisySgdSampling.FIXED_SIZE, records, batchSize, (int) steps, stepSize, noise);
    return new ClampedWalk(schedule, slope, diameter);
  }

  /** The walk as an algorithm on datasets of one feature, at most {@code slope} in magnitude. */
  public MultipassNoisySgd algorithm() {
    return MultipassNoisySgd.of(
        schedule,
        LinearPredictionLoss.linear(slope, 1),
        EuclideanBall.centeredAtOrigin(1, diameter / 2));
  }

  /**
   * The event of a walk.
   *
   * @return the event of its last position
   */
  public DpEvent event() {
    return algorithm().event();
  }

  /**
   * The symmetric walk and the walk pushed right.
   *
   * @return two datasets that differ in their first record
   */
  public NeighbouringDatasets symmetricAndBiased() {
    Dataset zeros = constant();
    return new NeighbouringDatasets(zeros, zeros.withRecord(0, new double[] {slope}, 1));
  }

  /**
   * The walk pushed left and the walk pushed right, twice as far apart.
   *
   * @return two datasets that differ in their first record
   */
  public NeighbouringDatasets leftAndRight() {
    Dataset zeros = constant();
    double[] feature = {slope};
    return new NeighbouringDatasets(
        zeros.withRecord(0, feature, -1), zeros.withRecord(0, feature, 1));
  }

  private Dataset constant() {
    double[] labels = new double[schedule.records()];
    Arrays.fill(labels, 1);
    return Dataset.of(new double[schedule.records()][1], labels);
  }
}
