package org.assay.accountant.accounting;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Chooses a parameter so that an event meets a target guarantee with as little to spare as the
 * tolerance. The answer's own bound is evaluated and is at most the target, and so is shown a
 * neighbour that fails; see {@link Calibration}.
 *
 * <pre>{@code
 * double noise =
 *     Calibrator.rdp(new Guarantee.Approximate(2, 1e-6, ADD_OR_REMOVE))
 *         .smallestNoiseMultiplier(
 *             s -> DpEvent.gaussian(s, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01).times(1000))
 *         .value();
 * }</pre>
 *
 * <p>Any other accountant plugs in through {@link #of}. Answers are the best ones if the bound is
 * monotone in the parameter; they meet the target even if it is not.
 */
public final class Calibrator {
  private static final double DEFAULT_TOLERANCE = 1e-6;
  private static final SearchRange NOISE = new SearchRange("noise multiplier", 0.01, 1e12, 1);
  private static final SearchRange STEPS = new SearchRange("number of steps", 1, 0x1p53, 1);
  private static final SearchRange SAMPLING =
      new SearchRange("sampling probability", 1e-12, 1, 0.01);

  private final ToDoubleFunction<DpEvent> certifiedBound;
  private final double target;
  private final double tolerance;

  private Calibrator(ToDoubleFunction<DpEvent> certifiedBound, double target, double tolerance) {
    this.certifiedBound = certifiedBound;
    this.target = Parameters.requireNonNegative("target", target);
    this.tolerance = tolerance;
  }

  /**
   * Calibrates to epsilon at delta through the Rényi accountant.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite
   */
  public static Calibrator rdp(Guarantee.Approximate target) {
    Accountant empty = Accountant.rdp(target.adjacency());
    Parameters.requireOpenProbability("delta", target.delta());
    return of(event -> empty.compose(event).epsilonAt(target.delta()).upper(), target.epsilon());
  }

  /**
   * Calibrates to epsilon at delta through the exact profile of Gaussian events.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite
   */
  public static Calibrator gaussian(Guarantee.Approximate target) {
    GaussianAnalysis analysis = new GaussianAnalysis(target.adjacency());
    Parameters.requireOpenProbability("delta", target.delta());
    return of(
        event -> {
          double mu = analysis.analyze(event).sqrt().upper();
          return GaussianMechanism.epsilon(mu, target.delta()).upper();
        },
        target.epsilon());
  }

  /**
   * Calibrates Gaussian events to zero-concentrated differential privacy.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are values of rho
   */
  public static Calibrator zeroConcentrated(Guarantee.ZeroConcentrated target) {
    GaussianAnalysis analysis = new GaussianAnalysis(target.adjacency());
    return of(event -> Rounding.multiplyUp(0.5, analysis.analyze(event).upper()), target.rho());
  }

  /**
   * Calibrates any accountant's bound.
   *
   * @param certifiedBound an upper bound on what the event spends, in the target's unit
   * @param target the most it may spend, finite and at least 0
   * @return the calibrator
   * @throws IllegalArgumentException if the target is out of range
   */
  public static Calibrator of(ToDoubleFunction<DpEvent> certifiedBound, double target) {
    return new Calibrator(certifiedBound, target, DEFAULT_TOLERANCE);
  }

  /**
   * The same with another tolerance.
   *
   * @param relative largest relative distance between the answer and a neighbour that fails, from
   *     1e-12 to 1; 1e-6 by default
   * @return a new calibrator
   * @throws IllegalArgumentException if the tolerance is out of range
   */
  public Calibrator tolerance(double relative) {
    if (!(relative >= 1e-12 && relative <= 1)) {
      throw new IllegalArgumentException(
          "tolerance was " + relative + ": it must be from 1e-12 to 1");
    }
    return new Calibrator(certifiedBound, target, relative);
  }

  /**
   * Smallest noise multiplier from 0.01 to 1e12 that meets the target.
   *
   * @param event the event with a noise multiplier
   * @return the noise multiplier
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestNoiseMultiplier(DoubleFunction<DpEvent> event) {
    return smallest(at(event), NOISE);
  }

  /**
   * Largest number of steps up to 2^53 that meets the target. The answer's neighbour has one step
   * more.
   *
   * @param event the event with a number of steps
   * @return the number of steps
   * @throws UnreachableTargetException if not even one step meets the target
   */
  public Calibration largestStepCount(LongFunction<DpEvent> event) {
    return largestCount(at(steps -> event.apply((long) steps)), STEPS);
  }

  /**
   * Largest sampling probability from 1e-12 to 1 that meets the target.
   *
   * @param event the event with a sampling probability
   * @return the sampling probability
   * @throws UnreachableTargetException if not even the smallest one meets the target
   */
  public Calibration largestSamplingProbability(DoubleFunction<DpEvent> event) {
    return largest(at(event), SAMPLING);
  }

  /**
   * Smallest value of a parameter that meets the target.
   *
   * @param bound falls as the parameter grows
   * @param range where to look
   * @return the parameter
   * @throws UnreachableTargetException if no value of the range meets the target
   */
  public Calibration smallest(DoubleUnaryOperator bound, SearchRange range) {
    return new MonotoneSearch(bound, target, range, new LogLattice(tolerance)).smallest();
  }

  /**
   * Largest value of a parameter that meets the target.
   *
   * @param bound rises with the parameter
   * @param range where to look
   * @return the parameter
   * @throws UnreachableTargetException if no value of the range meets the target
   */
  public Calibration largest(DoubleUnaryOperator bound, SearchRange range) {
    return new MonotoneSearch(bound, target, range, new LogLattice(tolerance)).largest();
  }

  /**
   * Largest integer value of a parameter that meets the target.
   *
   * @param bound rises with the parameter
   * @param range where to look; integers up to 2^53
   * @return the parameter; its neighbour is the next integer
   * @throws UnreachableTargetException if no value of the range meets the target
   */
  public Calibration largestCount(DoubleUnaryOperator bound, SearchRange range) {
    return new MonotoneSearch(bound, target, range, new IntegerLattice()).largest();
  }

  private DoubleUnaryOperator at(DoubleFunction<DpEvent> event) {
    return parameter -> certifiedBound.applyAsDouble(event.apply(parameter));
  }

  /** Every double; neighbours are within the tolerance. */
  private record LogLattice(double tolerance) implements MonotoneSearch.Lattice {
    @Override
    public double above(double value) {
      return value * (1 + tolerance);
    }

    @Override
    public double below(double value) {
      return value / (1 + tolerance);
    }

    @Override
    public double nearest(double number) {
      return number;
    }
  }

  /** The integers. */
  private record IntegerLattice() implements MonotoneSearch.Lattice {
    @Override
    public double above(double value) {
      return value + 1;
    }

    @Override
    public double below(double value) {
      return value - 1;
    }

    @Override
    public double nearest(double number) {
      return Math.rint(number);
    }
  }
}
