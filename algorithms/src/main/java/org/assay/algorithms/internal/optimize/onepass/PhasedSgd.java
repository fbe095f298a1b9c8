package org.assay.algorithms.internal.optimize.onepass;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * Phased SGD ([@FeldmanKorenTalwar2020], Algorithm 2): phase i = 1, …, ⌈log2 n⌉ runs projected
 * gradient descent without noise over about {@code n 2^−i} fresh records with step size {@code 4^−i
 * eta}, takes the average of its iterates, adds Gaussian noise and projects; the next phase starts
 * there. The release is the last phase's result.
 *
 * <p>An average of iterates moves by at most {@code 2 L eta_i} when a record is replaced (Lemma
 * 4.3). The exact bound is slightly smaller, because the first iterate does not depend on the
 * records. The noise is stated relative to this sensitivity. Preconditions that are checked: the
 * loss is convex and does not clip its gradients, step sizes are at most 2/smoothness, the loss
 * guarantees its constants on the records. Assumed: the set and the starting point do not depend on
 * the data.
 */
public final class PhasedSgd {
  private PhasedSgd() {}

  /**
   * The paper's constants (Theorem 4.4): {@code eta = (D/L) min(4/√n, rho/√d)} and noise {@code 4 L
   * eta_i/rho}, twice the noise of the paper's own lemma. The event is accordingly at most
   * rho/2-GDP.
   *
   * @param records number of records n, at least 2
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex smooth loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range or the first step size exceeds
   *     2/smoothness
   */
  public static PhasedRelease paperSchedule(int records, double rho, Loss loss, ConstraintSet set) {
    return paperSchedule(records, rho, loss, set, set.diameter());
  }

  /** The paper's algorithm for a start within a known distance of the best parameter. */
  static PhasedRelease paperSchedule(
      int records, double rho, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("rho", rho);
    double scale = distance / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), rho / Math.sqrt(set.dimension()));
    return of(records, stepSize, rho, PhasedRelease.paperNoise(rho, loss), loss, set, distance);
  }

  /**
   * The algorithm with the smallest noise for mu-Gaussian privacy, {@code sensitivity/mu}, and the
   * step size {@code (D/L) min(4/√n, mu/(2√d))}, at most 2/smoothness, that suits it.
   *
   * @param records number of records n, at least 2
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a convex smooth loss
   * @param set the set of parameters, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    return calibrated(records, mu, loss, set, set.diameter());
  }

  /** The calibrated algorithm for a start within a known distance of the best parameter. */
  static PhasedRelease calibrated(
      int records, double mu, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("mu", mu);
    double scale = distance / loss.lipschitzConstant();
    double stepSize =
        scale * Math.min(4 / Math.sqrt(records), mu / (2 * Math.sqrt(set.dimension())));
    // The first phase divides the step size by 4.
    double longest = Math.min(stepSize, ScheduledDescent.contractive(Double.MAX_VALUE, loss));
    return of(records, longest, mu, PhasedRelease.leastNoise(mu), loss, set, distance);
  }

  private static PhasedRelease of(
      int records,
      double stepSize,
      double mu,
      ToDoubleFunction<StableSolver> noise,
      Loss loss,
      ConstraintSet set,
      double distance) {
    List<StableSolver> solvers =
        PhasedRelease.halving(
            records, stepSize, (size, step) -> AveragedDescent.uniform(size, step, loss, set));
    Guarantee claim = new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
    return PhasedRelease.of(solvers, noise, claim, loss, set, distance);
  }

  /**
   * The closed form of Theorem 4.4, {@code 10 L D (1/√n + √d/(rho n))}. The proof of this bound
   * loses a factor of 4 of the noise; {@link PhasedRelease#excessLossBound} does not.
   *
   * @param records n
   * @param rho the parameter
   * @param loss the loss, for L
   * @param set the set, for D and d
   * @return the paper's bound on the expected excess loss
   */
  public static double paperExcessLoss(int records, double rho, Loss loss, ConstraintSet set) {
    double sum = 1 / Math.sqrt(records) + Math.sqrt(set.dimension()) / (rho * records);
    return 10 * loss.lipschitzConstant() * set.diameter() * sum;
  }
}
