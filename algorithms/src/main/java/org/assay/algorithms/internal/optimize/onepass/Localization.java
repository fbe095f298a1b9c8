package org.assay.algorithms.internal.optimize.onepass;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.algorithms.objective.Loss;

/** How localization divides records, shrinks steps and chooses noise. */
final class Localization {
  /** The paper's noise is this many times what its step size and rho ask for: see its theorems. */
  static final double PAPER_NOISE = 4;

  private Localization() {}

  /** A solver's parameters other than these are fixed. */
  @FunctionalInterface
  interface SolverFamily {
    StableSolver of(int records, double stepSize);
  }

  /**
   * Solvers of phases that take half of the records left each, and a quarter of the step size of
   * the phase before: phase i = 1, 2, … has step size {@code 4^−i eta}.
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
   * Numbers of records of {@code ⌈log2 n⌉} phases, each taking half of what is left, rounded up: n
   * 2^−i for powers of 2.
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

  /** The least standard deviation for which a solver's result is mu-Gaussian private. */
  static ToDoubleFunction<StableSolver> leastNoise(double mu) {
    return solver -> Rounding.divideUp(solver.sensitivity(), mu);
  }

  /** The paper's standard deviation {@code 4 L eta_i/rho}. */
  static ToDoubleFunction<StableSolver> paperNoise(double rho, Loss loss) {
    return solver -> Rounding.divideUp(PAPER_NOISE * reach(solver, loss), rho);
  }

  /** {@code L eta_i}: how far a step moves at most. */
  static double reach(StableSolver solver, Loss loss) {
    return Rounding.multiplyUp(loss.lipschitzConstant(), solver.stepSize());
  }
}
