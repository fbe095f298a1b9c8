package org.assay.accountant.accounting;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Chooses a parameter so that an event meets a target guarantee with as little to spare as the
 * tolerance. The answer's own bound is evaluated and is at most the target, and so is shown a
 * neighbour that fails; see {@link Calibration}.
 *
 * <pre>{@code
 * double noise =
 *     Calibrator.tightest(new Guarantee.Approximate(2, 1e-6, ADD_OR_REMOVE))
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

  private static final SearchRange THRESHOLD = new SearchRange("threshold", 0.01, 1e12, 10);
  private static final SearchRange STEPS = new SearchRange("number of steps", 1, 0x1p53, 1);
  private static final SearchRange SAMPLING =
      new SearchRange("sampling probability", 1e-12, 1, 0.01);

  /** How far from the guide's answer the tightest bound is looked at next. */
  private static final double NEARBY = 1.05;

  private final ToDoubleFunction<DpEvent> certifiedBound;
  private final Optional<ToDoubleFunction<DpEvent>> guide;
  private final double target;
  private final double tolerance;

  private Calibrator(
      ToDoubleFunction<DpEvent> certifiedBound,
      Optional<ToDoubleFunction<DpEvent>> guide,
      double target,
      double tolerance) {
    this.certifiedBound = certifiedBound;
    this.guide = guide;
    this.target = Parameters.requireNonNegative("target", target);
    this.tolerance = tolerance;
  }

  /**
   * Calibrates to epsilon at delta through the tightest bound that is known for the event: see
   * {@link TightestBound}. The Rényi bound, which is cheap, tells where to start.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator tightest(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    return guided(TargetBounds.tightest(target), target);
  }

  /**
   * The same, insisting on a bound that is the true epsilon but for rounding: calibrating an event
   * for which none is known throws {@link UnsupportedEventException}.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator exact(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    return guided(TargetBounds.exact(target), target);
  }

  private static Calibrator guided(ToDoubleFunction<DpEvent> bound, Guarantee.Approximate target) {
    return new Calibrator(
        bound, Optional.of(TargetBounds.byRenyi(target)), target.epsilon(), DEFAULT_TOLERANCE);
  }

  /**
   * Calibrates to epsilon at delta through the Rényi accountant.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator rdp(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    return of(TargetBounds.byRenyi(target), target.epsilon());
  }

  /**
   * Calibrates to epsilon at delta through Gaussian differential privacy, which is exact for
   * compositions of Gaussians.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator gaussian(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    return of(TargetBounds.byGaussian(target), target.epsilon());
  }

  /**
   * Calibrates to zero-concentrated differential privacy, through the lines known to bound Rényi
   * curves ({@link org.assay.accountant.curve.RdpCurve#zeroConcentration}). Exact rational
   * arithmetic decides for a repeated Gaussian. Calibrating an event for which no rho is known
   * throws {@link UnsupportedEventException}.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are values of rho
   */
  public static Calibrator zeroConcentrated(Guarantee.ZeroConcentrated target) {
    Parameters.requireGiven("target", target);
    return of(TargetBounds.zeroConcentrated(target.adjacency()), target.rho());
  }

  /**
   * Calibrates to Gaussian differential privacy. Exact rational arithmetic decides for a repeated
   * Gaussian. Calibrating an event for which no mu is known throws {@link
   * UnsupportedEventException}.
   *
   * @param target what is to hold
   * @return the calibrator; its bounds are values of mu
   */
  public static Calibrator gaussianPrivacy(Guarantee.Gaussian target) {
    Parameters.requireGiven("target", target);
    return of(TargetBounds.gaussian(target.adjacency()), target.mu());
  }

  /**
   * Calibrates to a target in its own currency: as {@link #tightest}, {@link #zeroConcentrated} or
   * {@link #gaussianPrivacy} do.
   *
   * @param target what is to hold: approximate, zero-concentrated or Gaussian
   * @return the calibrator; its bounds are epsilons, values of rho or values of mu
   * @throws IllegalArgumentException if the target is of another kind, its epsilon is infinite or
   *     its delta is not strictly between 0 and 1
   */
  public static Calibrator to(Guarantee target) {
    return Parameters.requireGiven("target", target).accept(new CalibratorByTarget());
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
    Parameters.requireGiven("certifiedBound", certifiedBound);
    return new Calibrator(certifiedBound, Optional.empty(), target, DEFAULT_TOLERANCE);
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
      throw new InvalidParameterException(
          "tolerance", "was " + relative + ": it must be from 1e-12 to 1");
    }
    return new Calibrator(certifiedBound, guide, target, relative);
  }

  /**
   * Smallest noise multiplier from 0.01 to 1e12 that meets the target.
   *
   * @param event the event with a noise multiplier
   * @return the noise multiplier
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestNoiseMultiplier(DoubleFunction<DpEvent> event) {
    return calibrate(event, NOISE, new Lattice.Logarithmic(tolerance), MonotoneSearch::smallest);
  }

  /**
   * Smallest threshold from 0.01 to 1e12 that meets the target: of partitions with few records the
   * fewer are shown the larger it is.
   *
   * @param event the event with a threshold
   * @return the threshold
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestThreshold(DoubleFunction<DpEvent> event) {
    return calibrate(
        event, THRESHOLD, new Lattice.Logarithmic(tolerance), MonotoneSearch::smallest);
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
    return calibrate(
        steps -> event.apply((long) steps), STEPS, new Lattice.Integers(), MonotoneSearch::largest);
  }

  /**
   * Largest sampling probability from 1e-12 to 1 that meets the target.
   *
   * @param event the event with a sampling probability
   * @return the sampling probability
   * @throws UnreachableTargetException if not even the smallest one meets the target
   */
  public Calibration largestSamplingProbability(DoubleFunction<DpEvent> event) {
    return calibrate(event, SAMPLING, new Lattice.Logarithmic(tolerance), MonotoneSearch::largest);
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
    return new MonotoneSearch(bound, target, range, new Lattice.Logarithmic(tolerance)).smallest();
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
    return new MonotoneSearch(bound, target, range, new Lattice.Logarithmic(tolerance)).largest();
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
    return new MonotoneSearch(bound, target, range, new Lattice.Integers()).largest();
  }

  private Calibration calibrate(
      DoubleFunction<DpEvent> event,
      SearchRange range,
      Lattice lattice,
      Function<MonotoneSearch, Calibration> direction) {
    DoubleUnaryOperator bound = at(certifiedBound, event);
    OptionalDouble start = start(event, range, lattice, direction);
    if (start.isEmpty()) {
      return direction.apply(new MonotoneSearch(bound, target, range, lattice));
    }
    SearchRange near = new SearchRange(range.name(), range.from(), range.to(), start.getAsDouble());
    return direction.apply(new MonotoneSearch(bound, target, near, lattice, NEARBY));
  }

  /** The guide's answer, if there is a guide and it has one. */
  private OptionalDouble start(
      DoubleFunction<DpEvent> event,
      SearchRange range,
      Lattice lattice,
      Function<MonotoneSearch, Calibration> direction) {
    if (guide.isEmpty()) {
      return OptionalDouble.empty();
    }
    DoubleUnaryOperator cheap = at(guide.get(), event);
    try {
      return OptionalDouble.of(
          direction.apply(new MonotoneSearch(cheap, target, range, lattice)).value());
    } catch (UnreachableTargetException | UnsupportedEventException none) {
      return OptionalDouble.empty();
    }
  }

  private static DoubleUnaryOperator at(
      ToDoubleFunction<DpEvent> bound, DoubleFunction<DpEvent> event) {
    return parameter -> bound.applyAsDouble(event.apply(parameter));
  }

  /** The target and the tolerance. */
  @Override
  public String toString() {
    return "calibrator to bounds of at most " + target + ", within " + tolerance + " of the best";
  }
}
