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
public final class PhasedErm implements PrivateAlgorithm {
  /** The accuracy that the paper asks of its solver, in units of {@code L eta_i}. */
  private static final double PAPER_ACCURACY = 1;

  /** Accuracy costs time and inaccuracy costs noise: a quarter makes 1.5 of the least noise. */
  private static final double ACCURACY = 0.25;

  private static final double PAPER_NOISE = 4;

  private final PhasedRelease release;
  private final Guarantee claim;
  private final double excessLossBound;

  private PhasedErm(PhasedRelease release, Guarantee claim, double excessLossBound) {
    this.release = release;
    this.claim = claim;
    this.excessLossBound = excessLossBound;
  }

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
  public static PhasedErm paperSchedule(
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
    List<Phase> phases = new ArrayList<>();
    for (RegularizedSolver solver : solvers(records, stepSize, PAPER_ACCURACY, loss, set)) {
      double reach = Rounding.multiplyUp(loss.lipschitzConstant(), solver.stepSize());
      double noise = Rounding.multiplyUp(PAPER_NOISE, Rounding.multiplyUp(reach, root));
      phases.add(Phase.of(solver, Rounding.divideUp(noise, epsilon)));
    }
    return of(phases, claim, loss, set, set.diameter());
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
  public static PhasedErm calibrated(int records, double mu, Loss loss, ConstraintSet set) {
    return calibrated(records, mu, loss, set, set.diameter());
  }

  /** The same for a start known to be at most so far from the best parameter. */
  static PhasedErm calibrated(
      int records, double mu, Loss loss, ConstraintSet set, double distance) {
    Parameters.requirePositive("mu", mu);
    double scale = distance / loss.lipschitzConstant();
    double stepSize = scale * Math.min(4 / Math.sqrt(records), mu / Math.sqrt(set.dimension()));
    List<Phase> phases = new ArrayList<>();
    for (RegularizedSolver solver : solvers(records, stepSize, ACCURACY, loss, set)) {
      phases.add(Phase.of(solver, Localization.noise(solver.sensitivity(), mu)));
    }
    Guarantee claim = new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
    return of(phases, claim, loss, set, distance);
  }

  private static List<RegularizedSolver> solvers(
      int records, double stepSize, double accuracy, Loss loss, ConstraintSet set) {
    List<RegularizedSolver> solvers = new ArrayList<>();
    int[] sizes = Localization.halves(records);
    for (int i = 0; i < sizes.length; i++) {
      double shrunk = Math.scalb(stepSize, -2 * (i + 1));
      solvers.add(RegularizedSolver.of(sizes[i], shrunk, accuracy, loss, set));
    }
    return solvers;
  }

  private static PhasedErm of(
      List<Phase> phases, Guarantee claim, Loss loss, ConstraintSet set, double distance) {
    double bound = excessLossBound(phases, loss, set, distance);
    return new PhasedErm(PhasedRelease.of(phases, loss, set), claim, bound);
  }

  /**
   * The sum over the phases of {@code E|w_{i−1} − w|²/(eta_i n_i) + (1 + accuracy) eta_i L²}, and L
   * times the last noise's expected length.
   */
  private static double excessLossBound(
      List<Phase> phases, Loss loss, ConstraintSet set, double distance) {
    double lipschitz = loss.lipschitzConstant();
    double squaredDistance = distance * distance;
    double bound = 0;
    for (Phase phase : phases) {
      RegularizedSolver solver = (RegularizedSolver) phase.solver();
      bound += squaredDistance / (solver.stepSize() * solver.records());
      bound += (1 + solver.accuracy()) * solver.stepSize() * lipschitz * lipschitz;
      squaredDistance = Localization.squaredReach(phase, set.dimension(), set.diameter());
    }
    return bound + lipschitz * Math.sqrt(squaredDistance);
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution, from the step sizes and noise really used.
   *
   * @return the bound
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * What is claimed when one record is replaced: the paper's statement for its own schedule,
   * whether it holds or not; mu-Gaussian privacy for the calibrated one.
   *
   * @return the claim
   */
  public Guarantee claimedGuarantee() {
    return claim;
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public PhasedErm withStartingPoint(double[] point) {
    return new PhasedErm(release.startingAt(point), claim, excessLossBound);
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
    return "PhasedErm(" + claim + ", " + release + ")";
  }
}
