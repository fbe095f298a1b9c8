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
 * Phased SGD for strongly convex losses ([@FeldmanKorenTalwar2020], Theorem 5.3): {@code k = ⌈ln ln
 * n⌉} phases of n/k records, step sizes {@code 2^−2^i eta} with {@code eta = 4 c k ln n / (lambda
 * n)}, averages weighted by {@code (1 − eta_i lambda)^−t}, Gaussian noise, projection.
 *
 * <p>The paper takes {@code 2 L eta_i} for the sensitivity of the average. A strongly convex step
 * contracts, so what an early record did is forgotten, and what a late record did has not had time
 * to count: at most about 1/e of that is left once {@code eta_i lambda n_i} exceeds 1. The exact
 * maximum enters the noise and the event ({@code doc-files/averaged-descent.md}).
 */
public final class StronglyConvexPhasedSgd implements PrivateAlgorithm {
  /** The c of the schedule: the first phase forgets its start like n^−c. */
  private static final double FORGETTING = 2;

  /** The paper's noise is this many times {@code L eta_i / rho}. */
  private static final double PAPER_NOISE = 4;

  private final PhasedRelease release;
  private final double mu;
  private final double excessLossBound;

  private StronglyConvexPhasedSgd(PhasedRelease release, double mu, double excessLossBound) {
    this.release = release;
    this.mu = mu;
    this.excessLossBound = excessLossBound;
  }

  /**
   * The paper's constants, with c = 2: noise {@code 4 L eta_i/rho}.
   *
   * @param records number of records n, at least 3
   * @param rho the claim is rho²/2-zCDP; finite and above 0
   * @param loss a strongly convex smooth loss
   * @param set where the parameter is confined to
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range, or the first step size exceeds
   *     2/smoothness or 1/(2 strongConvexity) (take more records)
   */
  public static StronglyConvexPhasedSgd paperSchedule(
      int records, double rho, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("rho", rho);
    List<Phase> phases = new ArrayList<>();
    for (AveragedDescent solver : solvers(records, Double.MAX_VALUE, loss, set)) {
      double reach = Rounding.multiplyUp(loss.lipschitzConstant(), solver.stepSize());
      phases.add(Phase.of(solver, Rounding.divideUp(PAPER_NOISE * reach, rho)));
    }
    return of(phases, rho, loss, set);
  }

  /**
   * The noise that mu-Gaussian privacy needs and no more, {@code sensitivity/mu}; step sizes as in
   * the paper, but never above 1/(2 strongConvexity) and 2/smoothness.
   *
   * @param records number of records n, at least 3
   * @param mu every run is mu-GDP; finite and above 0
   * @param loss a strongly convex smooth loss
   * @param set where the parameter is confined to
   * @return the algorithm, started at the point of the set nearest to the origin
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static StronglyConvexPhasedSgd calibrated(
      int records, double mu, Loss loss, ConstraintSet set) {
    Parameters.requirePositive("mu", mu);
    double forgetful = 0.5 / ScheduledDescent.requireStronglyConvex(loss);
    double longest = ScheduledDescent.contractive(Math.nextDown(forgetful), loss);
    List<Phase> phases = new ArrayList<>();
    for (AveragedDescent solver : solvers(records, longest, loss, set)) {
      phases.add(Phase.of(solver, Localization.noise(solver.sensitivity(), mu)));
    }
    return of(phases, mu, loss, set);
  }

  private static List<AveragedDescent> solvers(
      int records, double longest, Loss loss, ConstraintSet set) {
    if (!(records >= 3)) {
      throw new IllegalArgumentException("records was " + records + ": it must be at least 3");
    }
    double convexity = ScheduledDescent.requireStronglyConvex(loss);
    int phases = (int) Math.max(1, Math.ceil(Math.log(Math.log(records))));
    double stepSize = 4 * FORGETTING * phases * Math.log(records) / (convexity * records);
    List<AveragedDescent> solvers = new ArrayList<>();
    for (int i = 1; i <= phases; i++) {
      double shrunk = Math.min(longest, Math.scalb(stepSize, -(1 << i)));
      solvers.add(AveragedDescent.stronglyConvex(records / phases, shrunk, loss, set));
    }
    return solvers;
  }

  private static StronglyConvexPhasedSgd of(
      List<Phase> phases, double mu, Loss loss, ConstraintSet set) {
    double bound = excessLossBound(phases, loss, set);
    return new StronglyConvexPhasedSgd(PhasedRelease.of(phases, loss, set), mu, bound);
  }

  /**
   * The sum of Lemma 5.2 over the phases, {@code lambda E|w_{i−1} − w|²/(e^(eta_i lambda n_i) − 1)
   * + eta_i L²/2}, and L times the last noise's expected length. The best parameter is at most 2
   * L/lambda away, by strong convexity.
   */
  private static double excessLossBound(List<Phase> phases, Loss loss, ConstraintSet set) {
    double lipschitz = loss.lipschitzConstant();
    double convexity = loss.strongConvexity();
    double distance = Math.min(set.diameter(), 2 * lipschitz / convexity);
    double squaredDistance = distance * distance;
    double bound = 0;
    for (Phase phase : phases) {
      double stepSize = ((AveragedDescent) phase.solver()).stepSize();
      double forgotten = Math.expm1(stepSize * convexity * phase.solver().records());
      bound += convexity * squaredDistance / forgotten + stepSize * lipschitz * lipschitz / 2;
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
   * What is claimed: mu-Gaussian privacy when one record is replaced, which implies the paper's
   * rho²/2-zCDP for mu = rho.
   *
   * @return the claim
   */
  public Guarantee claimedGuarantee() {
    return new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE);
  }

  PhasedRelease release() {
    return release;
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @return the algorithm
   * @throws IllegalArgumentException if the point is not in the set
   */
  public StronglyConvexPhasedSgd withStartingPoint(double[] point) {
    return new StronglyConvexPhasedSgd(release.startingAt(point), mu, excessLossBound);
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
    return "StronglyConvexPhasedSgd(mu " + mu + ", " + release + ")";
  }
}
