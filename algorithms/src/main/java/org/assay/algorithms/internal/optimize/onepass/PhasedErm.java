package org.assay.algorithms.internal.optimize.onepass;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * Phased empirical risk minimization ([@FeldmanKorenTalwar2020], Algorithm 3), for convex losses
 * that need not be smooth: phase i minimizes, over about {@code n 2^−i} fresh records, the mean
 * loss plus {@code |w − w_{i−1}|²/(eta_i n_i)}, {@code eta_i = 4^−i eta}, adds Gaussian noise and
 * projects. The release is the last phase's result.
 *
 * <p>Three things differ from the paper. The solver certifies its distance from the minimizer on
 * every dataset, so there is no probability of failure. The minimizer moves by {@code L eta_i},
 * half of what the paper says, and the two solutions' errors come on top. And Gaussian noise of
 * {@code sensitivity · √ln(1/delta)/epsilon} (Lemma 4.6) is not (epsilon, 2 delta)-private in
 * general; what it is, the event says. Derivations: {@code doc-files/phased-erm.md}.
 */
public final class PhasedErm {
  /** The accuracy that the paper asks of its solver, in units of {@code L eta_i}. */
  private static final double PAPER_ACCURACY = 1;

  /** Accuracy costs time and inaccuracy costs noise: a quarter makes 1.5 of the least noise. */
  private static final double ACCURACY = 0.25;

  private PhasedErm() {}

  /**
   * The paper's constants (Theorem 4.8): {@code eta = (D/L) min(4/√n, epsilon/√(d ln(1/delta)))},
   * noise {@code 4 L (eta_i/epsilon) √ln(1/delta)}, solver accuracy {@code L eta_i}. The claim is
   * (epsilon, 2 delta)-differential privacy; it fails for large epsilon, and the event does not
   * rest on it.
   *
   * @param records number of records n, at least 2
   * @param epsilon finite and above 0
   * @param delta strictly between 0 and 1/2
   * @param loss a convex loss
   * @param set where the parameter is confined to, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease paperSchedule(
      int records, double epsilon, double delta, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("epsilon", epsilon);
    if (!(delta > 0 && delta < 0.5)) {
      throw new IllegalArgumentException(
          "delta was " + delta + ": it must be strictly between 0 and 1/2");
    }
    Guarantee claim = new Guarantee.Approximate(epsilon, 2 * delta, AdjacencyRelation.REPLACE_ONE);
    double root = Rounding.sqrtUp(-Rounding.logDown(delta));
    double noiseLimit = epsilon / (root * Math.sqrt(set.dimension()));
    double scale = set.diameter() / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), noiseLimit);
    ToDoubleFunction<StableSolver> noise =
        solver -> {
          double reach = Rounding.multiplyUp(PhasedRelease.reach(solver, loss), root);
          return Rounding.divideUp(Rounding.multiplyUp(PhasedRelease.PAPER_NOISE, reach), epsilon);
        };
    List<StableSolver> solvers = solvers(records, stepSize, PAPER_ACCURACY, loss, set);
    return PhasedRelease.of(solvers, noise, claim, loss, set, set.diameter());
  }

  /**
   * The noise that mu-Gaussian privacy needs and no more, {@code sensitivity/mu}, and step sizes
   * from {@code eta = (D/L) min(4/√n, mu/√d)}.
   *
   * @param records number of records n, at least 2
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a convex loss
   * @param set where the parameter is confined to, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedRelease calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    return calibrated(records, mu, loss, set, set.diameter());
  }

  /** The same for a start known to be at most so far from the best parameter. */
  static PhasedRelease calibrated(
      int records, double mu, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("mu", mu);
    double scale = distance / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), mu / Math.sqrt(set.dimension()));
    List<StableSolver> solvers = solvers(records, stepSize, ACCURACY, loss, set);
    Guarantee claim = new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
    return PhasedRelease.of(solvers, PhasedRelease.leastNoise(mu), claim, loss, set, distance);
  }

  private static List<StableSolver> solvers(
      int records, double stepSize, double accuracy, Loss loss, ConstraintSet set) {
    return PhasedRelease.halving(
        records, stepSize, (size, step) -> RegularizedSolver.of(size, step, accuracy, loss, set));
  }
}
