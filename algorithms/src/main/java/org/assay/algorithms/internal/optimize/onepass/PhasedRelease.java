package org.assay.algorithms.internal.optimize.onepass;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Iterative localization: phases on disjoint records in their order, each started at the noisy
 * result of the one before, which is first moved to the nearest point of the set.
 *
 * <p>The listings of [@FeldmanKorenTalwar2020] leave noisy results where they are. Outside the set
 * nothing is assumed about the loss, so neither the sensitivity of the next phase nor the loss of
 * the release would be bounded. The projection is post-processing and never increases the distance
 * to points of the set.
 *
 * <p>Privacy: a record lies in one phase; whatever the earlier phases released, this one's result
 * has the stated sensitivity, and later ones only process it. So the phases compose in parallel.
 * Noise is exact on a grid ({@link org.assay.algorithms.noise.GridGaussian}), so no bit of a result
 * reveals more than the event states.
 *
 * <p>An algorithm chooses how records are split into phases, the solver, the step sizes and the
 * noise. How phases run, what they spend and how far the release may be from the best parameter
 * follows from these choices.
 */
public final class PhasedRelease implements PrivateAlgorithm {
  /** Largest distance of a starting point from the set, as a share of the diameter. Not tuned. */
  private static final double START_TOLERANCE = 1e-9;

  /** Factor of the paper's noise: {@code 4 L eta_i/rho} in its theorems. */
  static final double PAPER_NOISE = 4;

  private final List<Phase> phases;
  private final Guarantee claim;
  private final double excessLossBound;
  private final Loss loss;
  private final ConstraintSet set;
  private final double[] start;
  private final DpEvent event;

  private PhasedRelease(
      List<Phase> phases,
      Guarantee claim,
      double excessLossBound,
      Loss loss,
      ConstraintSet set,
      double[] start) {
    this.phases = List.copyOf(phases);
    this.claim = claim;
    this.excessLossBound = excessLossBound;
    this.loss = loss;
    this.set = set;
    this.start = start;
    this.event = DpEvent.parallel(phases.stream().map(Phase::event).toArray(DpEvent[]::new));
  }

  /** A solver on fresh records, and the Gaussian noise, exact on a grid, that hides its result. */
  record Phase(StableSolver solver, GridGaussian noise) {
    /** The cost of releasing the noisy result, for every starting point. */
    DpEvent event() {
      return noise.event(new Sensitivity(solver.sensitivity(), AdjacencyRelation.REPLACE_ONE));
    }

    /** Expected squared distance that the noise adds, at most the squared diameter of the set. */
    double squaredReach(int dimension, double diameter) {
      double deviation = noise.standardDeviation();
      return Math.min(diameter * diameter, dimension * deviation * deviation);
    }
  }

  /**
   * Phases that run the solvers in their order, started at the point of the set nearest to the
   * origin.
   *
   * @param noise the standard deviation for a solver's result
   * @param claim the claimed guarantee of the release; the event states the true one
   * @param distance largest distance of the start from the best parameter
   */
  static PhasedRelease of(
      List<StableSolver> solvers,
      ToDoubleFunction<StableSolver> noise,
      Guarantee claim,
      Loss loss,
      ConstraintSet set,
      double distance) {
    loss.requireSupportedOn(set);
    List<Phase> phases =
        solvers.stream()
            .map(solver -> new Phase(solver, new GridGaussian(noise.applyAsDouble(solver))))
            .toList();
    double[] start = new double[set.dimension()];
    set.project(start);
    double bound = excessLossBound(phases, loss, set, distance);
    return new PhasedRelease(phases, claim, bound, loss, set, start);
  }

  /**
   * The sum of the phases' excess losses, each from a start that the previous noise moved, and L
   * times the last noise's expected length.
   */
  private static double excessLossBound(
      List<Phase> phases, Loss loss, ConstraintSet set, double distance) {
    double squaredDistance = distance * distance;
    double bound = 0;
    for (Phase phase : phases) {
      bound = phase.solver().addExcessLoss(bound, squaredDistance);
      squaredDistance = phase.squaredReach(set.dimension(), set.diameter());
    }
    return bound + loss.lipschitzConstant() * Math.sqrt(squaredDistance);
  }

  /**
   * These phases from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @throws IllegalArgumentException if the point is not in the set
   */
  public PhasedRelease withStartingPoint(double[] point) {
    if (!set.contains(point, START_TOLERANCE * set.diameter())) {
      throw new InvalidParameterException(
          "startingPoint", "was " + Arrays.toString(point) + ": it must lie in the " + set);
    }
    double[] moved = point.clone();
    set.project(moved);
    return new PhasedRelease(phases, claim, excessLossBound, loss, set, moved);
  }

  /**
   * These phases followed by those of another release, which start at the end of these and give the
   * final bound of the excess loss.
   */
  PhasedRelease then(PhasedRelease next) {
    List<Phase> all = Stream.concat(phases.stream(), next.phases.stream()).toList();
    return new PhasedRelease(all, next.claim, next.excessLossBound, loss, set, start);
  }

  List<Phase> phases() {
    return phases;
  }

  /** Number of records that all phases read together. */
  long totalRecords() {
    return phases.stream().mapToLong(phase -> phase.solver().records()).sum();
  }

  /**
   * A bound on the expected excess loss over the set's best parameter, for records drawn
   * independently from one distribution, from the applied step sizes and noise.
   */
  public double excessLossBound() {
    return excessLossBound;
  }

  /**
   * The claimed guarantee when one record is replaced: mu-Gaussian privacy, which for mu = rho
   * implies the paper's rho²/2-zCDP. For {@link PhasedErm#paperSchedule} the claim is the paper's
   * own statement, true or not.
   */
  public Guarantee claimedGuarantee() {
    return claim;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(dataset, loss, set, totalRecords());
    double[] w = start.clone();
    int next = 0;
    for (Phase phase : phases) {
      Interruption.requireNone();
      phase.solver().solve(w, dataset, next);
      w = phase.noise().release(w, random);
      set.project(w);
      next += phase.solver().records();
    }
    return new PrivateRun<>(ParameterVector.of(w), event);
  }

  @Override
  public String toString() {
    return claim + " by " + phases.size() + " phases over " + totalRecords() + " records";
  }

  /** Makes a solver from a number of records and a step size; its other parameters are fixed. */
  @FunctionalInterface
  interface SolverFamily {
    StableSolver of(int records, double stepSize);
  }

  /**
   * Solvers of phases that each take half of the remaining records, and a quarter of the step size
   * of the phase before: phase i = 1, 2, … has step size {@code 4^−i eta}.
   *
   * @throws IllegalArgumentException if there are fewer than 2 records
   */
  static List<StableSolver> halving(int records, double stepSize, SolverFamily family) {
    return solvers(halves(records), phase -> Math.scalb(stepSize, -2 * phase), family);
  }

  /**
   * Solvers of the phases.
   *
   * @param sizes the phases' numbers of records
   * @param stepSizes the step size of phase i = 1, 2, …
   */
  static List<StableSolver> solvers(
      int[] sizes, IntToDoubleFunction stepSizes, SolverFamily family) {
    List<StableSolver> solvers = new ArrayList<>();
    for (int phase = 1; phase <= sizes.length; phase++) {
      solvers.add(family.of(sizes[phase - 1], stepSizes.applyAsDouble(phase)));
    }
    return solvers;
  }

  /**
   * Numbers of records of {@code ⌈log2 n⌉} phases, each taking half of the remaining records,
   * rounded up: n 2^−i for powers of 2.
   *
   * @throws IllegalArgumentException if there are fewer than 2 records
   */
  static int[] halves(int records) {
    if (!(records >= 2)) {
      throw new IllegalArgumentException(
          "records was " + records + ": phases need at least 2 records");
    }
    int[] sizes = new int[Integer.SIZE - Integer.numberOfLeadingZeros(records - 1)];
    int left = records;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = left - left / 2;
      left /= 2;
    }
    return sizes;
  }

  /** The smallest standard deviation for which a solver's result is mu-Gaussian private. */
  static ToDoubleFunction<StableSolver> leastNoise(double mu) {
    return solver -> Rounding.divideUp(solver.sensitivity(), mu);
  }

  /** The paper's standard deviation {@code 4 L eta_i/rho}. */
  static ToDoubleFunction<StableSolver> paperNoise(double rho, Loss loss) {
    return solver -> Rounding.divideUp(PAPER_NOISE * reach(solver, loss), rho);
  }

  /** {@code L eta_i}: largest length of a step. */
  static double reach(StableSolver solver, Loss loss) {
    return Rounding.multiplyUp(loss.lipschitzConstant(), solver.stepSize());
  }
}
