package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * Phased SGD for strongly convex losses ([@FeldmanKorenTalwar2020], Theorem 5.3): {@code k = ⌈ln ln
 * n⌉} phases of n/k records, step sizes {@code 2^−2^i eta} with {@code eta = 4 c k ln n / (lambda
 * n)}, averages weighted by {@code (1 − eta_i lambda)^−t}, Gaussian noise, projection.
 *
 * <p>The paper takes {@code 2 L eta_i} for the sensitivity of the average. A strongly convex step
 * contracts, so the effect of an early record is forgotten, and a late record affects few iterates.
 * At most about 1/e of {@code 2 L eta_i} is left once {@code eta_i lambda n_i} exceeds 1. The exact
 * maximum enters the noise and the event ({@code doc-files/averaged-descent.md}).
 */
public final class StronglyConvexPhasedSgd {
  /** The c of the schedule: the effect of the start on the first phase falls like n^−c. */
  private static final double FORGETTING = 2;

  private StronglyConvexPhasedSgd() {}

  /**
   * The paper's constants, with c = 2: noise {@code 4 L eta_i/rho}.
   *
   * @param records number of records n, at least 3
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex smooth loss
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, or the first step size exceeds
   *     2/smoothness or 1/(2 strongConvexity) (take more records)
   */
  public static PhasedRelease paperSchedule(int records, double rho, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("rho", rho);
    return of(records, Double.MAX_VALUE, rho, PhasedRelease.paperNoise(rho, loss), loss, set);
  }

  /**
   * The algorithm with the smallest noise for mu-Gaussian privacy, {@code sensitivity/mu}; step
   * sizes as in the paper, but never above 1/(2 strongConvexity) and 2/smoothness.
   *
   * @param records number of records n, at least 3
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a strongly convex smooth loss
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("mu", mu);
    double forgetful = 0.5 / ScheduledDescent.requireStronglyConvex(loss);
    double longest = ScheduledDescent.contractive(Math.nextDown(forgetful), loss);
    return of(records, longest, mu, PhasedRelease.leastNoise(mu), loss, set);
  }

  /**
   * The algorithm with given noise. By strong convexity, the best parameter is at most 2 L/lambda
   * from the start.
   */
  private static PhasedRelease of(
      int records,
      double longest,
      double mu,
      ToDoubleFunction<StableSolver> noise,
      Loss loss,
      ConstraintSet set) {
    List<StableSolver> solvers = solvers(records, longest, loss, set);
    Guarantee claim = new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
    double distance =
        Math.min(set.diameter(), 2 * loss.lipschitzConstant() / loss.strongConvexity());
    return PhasedRelease.of(solvers, noise, claim, loss, set, distance);
  }

  private static List<StableSolver> solvers(
      int records, double longest, Loss loss, ConstraintSet set) {
    if (!(records >= 3)) {
      throw new IllegalArgumentException("records was " + records + ": it must be at least 3");
    }
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    int phases = (int) Math.max(1, Math.ceil(Math.log(Math.log(records))));
    double stepSize = 4 * FORGETTING * phases * Math.log(records) / (convexity * records);
    int[] sizes = new int[phases];
    Arrays.fill(sizes, records / phases);
    return PhasedRelease.solvers(
        sizes,
        phase -> Math.min(longest, Math.scalb(stepSize, -(1 << phase))),
        (size, step) -> AveragedDescent.stronglyConvex(size, step, loss, set));
  }
}
