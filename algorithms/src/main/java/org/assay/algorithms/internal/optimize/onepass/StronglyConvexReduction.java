package org.assay.algorithms.internal.optimize.onepass;

import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * Strongly convex losses by reduction to convex ones ([@FeldmanKorenTalwar2020], Theorem 5.1):
 * {@code k = ⌈log2 log2 n⌉} runs of a convex algorithm, run i over {@code 2^(i−2) n / log2 n} fresh
 * records and from the result of the run before. The convex algorithm is {@link PhasedSgd} for
 * smooth losses and {@link PhasedErm} for others. The logarithms are to base 2, for which the runs
 * use at most n records.
 *
 * <p>Each run takes its step sizes from a bound on its start's distance from the best parameter:
 * {@code min(D, 2L/lambda)} at first, then {@code √(2 Delta/lambda)} if the run before ends with
 * expected excess loss at most Delta. Runs on disjoint records cost as much as the most expensive
 * run, because each is private from every starting point.
 */
public final class StronglyConvexReduction {
  private StronglyConvexReduction() {}

  /**
   * Makes a convex algorithm for a number of records and a start within a distance of the best
   * parameter.
   */
  @FunctionalInterface
  private interface ConvexAlgorithm {
    PhasedRelease setUp(int records, double distance);
  }

  /**
   * Runs that are calibrated to mu-Gaussian privacy.
   *
   * @param records number of records n, at least 16
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a strongly convex loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("mu", mu);
    return of(records, loss, set, convexAlgorithm(mu, loss, set));
  }

  private static ConvexAlgorithm convexAlgorithm(double mu, Loss loss, ConstraintSet set) {
    if (loss.smoothness() < Double.POSITIVE_INFINITY) {
      return (size, distance) -> PhasedSgd.calibrated(size, mu, loss, set, distance);
    }
    return (size, distance) -> PhasedErm.calibrated(size, mu, loss, set, distance);
  }

  /**
   * Runs of {@link PhasedSgd} with the paper's constants, whose noise is twice the needed noise.
   *
   * @param records number of records n, at least 16
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex smooth loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range or a step size exceeds
   *     2/smoothness
   */
  public static PhasedRelease paperSchedule(int records, double rho, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("rho", rho);
    return of(
        records,
        loss,
        set,
        (size, distance) -> PhasedSgd.paperSchedule(size, rho, loss, set, distance));
  }

  private static PhasedRelease of(
      int records, Loss loss, ConstraintSet set, ConvexAlgorithm algorithm) {
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    int[] sizes = sizes(records);
    double distance = Math.min(set.diameter(), 2 * loss.lipschitzConstant() / convexity);
    PhasedRelease runs = algorithm.setUp(sizes[0], distance);
    for (int i = 1; i < sizes.length; i++) {
      distance = Math.min(distance, Math.sqrt(2 * runs.excessLossBound() / convexity));
      runs = runs.then(algorithm.setUp(sizes[i], distance));
    }
    return runs;
  }

  /** Numbers of records of the runs. */
  static int[] sizes(int records) {
    if (!(records >= 16)) {
      throw new IllegalArgumentException(
          "records was " + records + ": runs of at least 2 records need at least 16");
    }
    double logarithm = Math.log(records) / Math.log(2);
    int runs = (int) Math.ceil(Math.log(logarithm) / Math.log(2) - 1e-12);
    int[] sizes = new int[runs];
    for (int i = 0; i < runs; i++) {
      sizes[i] = (int) Math.scalb(records / logarithm, i - 1);
    }
    return sizes;
  }
}
