package org.assay.algorithms.optimize.onepass;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Phased SGD ([@FeldmanKorenTalwar2020], Algorithm 2): phase i = 1, …, ⌈log2 n⌉ runs projected
 * gradient descent without noise over about {@code n 2^−i} fresh records with step size {@code 4^−i
 * eta}, takes the average of its iterates, adds Gaussian noise and projects; the next phase starts
 * there. The release is the last phase's result.
 *
 * <p>An average of iterates moves by at most {@code 2 L eta_i} when a record is replaced (Lemma
 * 4.3), by slightly less because the first iterate does not depend on the records; the noise is
 * stated relative to that. Preconditions that are checked: the loss is convex and does not clip its
 * gradients, step sizes are at most 2/smoothness, the loss vouches for the records. Stated: the set
 * and the starting point do not depend on the data.
 */
public final class PhasedSgd implements PrivateAlgorithm {
  /** The paper's noise is this many times {@code L eta_i / rho}. */
  private static final double PAPER_NOISE = 4;

  private final PhasedRelease release;
  private final double mu;
  private final double excessLossBound;

  private PhasedSgd(PhasedRelease release, double mu, double excessLossBound) {
    this.release = release;
    this.mu = mu;
    this.excessLossBound = excessLossBound;
  }

  /**
   * The paper's constants (Theorem 4.4): {@code eta = (D/L) min(4/√n, rho/√d)} and noise {@code 4 L
   * eta_i/rho}, twice of what its own lemma asks for. The event says so: it is at most rho/2-GDP.
   *
   * @param records number of records n, at least 2
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a convex smooth loss
   * @param set where the parameter is confined to, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range or the first step size exceeds
   *     2/smoothness
   */
  public static PhasedSgd paperSchedule(int records, double rho, Loss loss, ConstraintSet set) {
    return paperSchedule(records, rho, loss, set, set.diameter());
  }

  /** The same for a start known to be at most so far from the best parameter. */
  static PhasedSgd paperSchedule(
      int records, double rho, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("rho", rho);
    double scale = distance / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), rho / Math.sqrt(set.dimension()));
    List<Phase> phases = new ArrayList<>();
    for (AveragedDescent solver : solvers(records, stepSize, loss, set)) {
      double reach = Rounding.multiplyUp(loss.lipschitzConstant(), solver.stepSize());
      phases.add(Phase.of(solver, Rounding.divideUp(PAPER_NOISE * reach, rho)));
    }
    return of(phases, rho, loss, set, distance);
  }

  /**
   * The noise that mu-Gaussian privacy needs and no more, {@code sensitivity/mu}, and the step size
   * {@code (D/L) min(4/√n, mu/(2√d))}, at most 2/smoothness, that suits it.
   *
   * @param records number of records n, at least 2
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a convex smooth loss
   * @param set where the parameter is confined to, of diameter D
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PhasedSgd calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    return calibrated(records, mu, loss, set, set.diameter());
  }

  /** The same for a start known to be at most so far from the best parameter. */
  static PhasedSgd calibrated(
      int records, double mu, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("mu", mu);
    double scale = distance / loss.lipschitzConstant();
    double stepSize =
        scale * Math.min(4 / Math.sqrt(records), mu / (2 * Math.sqrt(set.dimension())));
    // The first phase divides by 4.
    double longest = Math.min(stepSize, ScheduledDescent.contractive(Double.MAX_VALUE, loss));
    List<Phase> phases = new ArrayList<>();
    for (AveragedDescent solver : solvers(records, longest, loss, set)) {
      phases.add(Phase.of(solver, Localization.noise(solver.sensitivity(), mu)));
    }
    return of(phases, mu, loss, set, distance);
  }

  private static List<AveragedDescent> solvers(
      int records, double stepSize, Loss loss, ConstraintSet set) {
    List<AveragedDescent> solvers = new ArrayList<>();
    int[] sizes = Localization.halves(records);
    for (int i = 0; i < sizes.length; i++) {
      double shrunk = Math.scalb(stepSize, -2 * (i + 1));
      solvers.add(AveragedDescent.uniform(sizes[i], shrunk, loss, set));
    }
    return solvers;
  }

  private static PhasedSgd of(
      List<Phase> phases, double mu, Loss loss, ConstraintSet set, double distance) {
    double bound = excessLossBound(phases, loss, set, distance);
    return new PhasedSgd(PhasedRelease.of(phases, loss, set), mu, bound);
  }

  /**
   * The sum of Lemma 4.5 over the phases, {@code E|w_{i−1} − w|²/(2 eta_i n_i) + eta_i L²/2}, with
   * the noise that is really added, and L times the last noise's expected length.
   */
  private static double excessLossBound(
      List<Phase> phases, Loss loss, ConstraintSet set, double distance) {
    double lipschitz = loss.lipschitzConstant();
    double squaredDistance = distance * distance;
    double bound = 0;
    for (Phase phase : phases) {
      double stepSize = ((AveragedDescent) phase.solver()).stepSize();
      bound += squaredDistance / (2 * stepSize * phase.solver().records());
      bound += stepSize * lipschitz * lipschitz / 2;
      squaredDistance = Localization.squaredReach(phase, set.dimension(), set.diameter());
    }
    return bound + lipschitz * Math.sqrt(squaredDistance);
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution, from the step sizes and noise really used. The paper's
   * closed form, {@code 10 L D (1/√n + √d/(rho n))}, rests on a proof that loses a factor of 4 of
   * the noise.
   *
   * @return the bound
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * The closed form of Theorem 4.4, {@code 10 L D (1/√n + √d/(rho n))}.
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

  /**
   * What is claimed: mu-Gaussian privacy when one record is replaced, which implies the paper's
   * rho²/2-zCDP for mu = rho.
   *
   * @return the claim
   */
  public Guarantee claimedGuarantee() {
    return new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public PhasedSgd withStartingPoint(double[] point) {
    return new PhasedSgd(release.startingAt(point), mu, excessLossBound);
  }

  PhasedRelease release() {
    return release;
  }

  @Override
  public DpEvent event() {
    return release.event();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    return release.run(dataset, random);
  }

  @Override
  public String toString() {
    return "PhasedSgd(mu " + mu + ", " + release + ")";
  }
}
