package org.assay.accountant.accounting;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Chooses a parameter so that an event just meets a target guarantee. The bound of the chosen
 * parameter is evaluated and is at most the target. A neighbour within the tolerance is evaluated
 * too, and misses the target; see {@link Calibration}.
 *
 * <pre>{@code
 * double noise =
 *     Calibrator.tightest(new Guarantee.Approximate(2, 1e-6, ADD_OR_REMOVE))
 *         .smallestNoiseMultiplier(
 *             s -> DpEvent.gaussian(s, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01).times(1000))
 *         .value();
 * }</pre>
 *
 * <p>{@link #of} uses any other accountant's bound. Answers are the best ones if the bound is
 * monotone in the parameter; they meet the target even if it is not.
 */
public final class Calibrator {
  private static final double DEFAULT_TOLERANCE = 1e-6;

  /** The range in which noise multipliers are searched. */
  public static final SearchRange NOISE_MULTIPLIERS =
      new SearchRange("noise multiplier", 0.01, 1e12, 1);

  /** The range in which thresholds are searched. */
  public static final SearchRange THRESHOLDS = new SearchRange("threshold", 0.01, 1e12, 10);

  /** The range in which numbers of steps are searched. */
  public static final SearchRange STEP_COUNTS = new SearchRange("number of steps", 1, 0x1p53, 1);

  /** The range in which sampling probabilities are searched. */
  public static final SearchRange SAMPLING_PROBABILITIES =
      new SearchRange("sampling probability", 1e-12, 1, 0.01);

  /**
   * Relative distance from the target above which the certified bound is evaluated for the answer.
   * The deciding bound may be too large by a fifth of its distance: at most a unit of the sixth
   * digit here. Not tuned.
   */
  private static final double VISIBLE = 5e-6;

  private final ToDoubleFunction<DpEvent> certifiedBound;

  /** An upper bound on the same side of the target, which may be farther from it and cost less. */
  private final ToDoubleFunction<DpEvent> decidingBound;

  private final List<Guide> guides;
  private final double target;
  private final double tolerance;

  private Calibrator(
      ToDoubleFunction<DpEvent> certifiedBound,
      ToDoubleFunction<DpEvent> decidingBound,
      List<Guide> guides,
      double target,
      double tolerance) {
    this.certifiedBound = certifiedBound;
    this.decidingBound = decidingBound;
    this.guides = guides;
    this.target = Parameters.requireNonNegative("target", target);
    this.tolerance = tolerance;
  }

  /**
   * Calibrates to epsilon at delta through the tightest bound that is known for the event: see
   * {@link TightestBound}. The search begins at the answer of the Rényi bound, which takes little
   * time.
   *
   * @param target the guarantee that is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator tightest(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    return guided(TargetBounds.tightest(target), TargetBounds.deciding(target), target);
  }

  /**
   * Calibrates to epsilon at delta through bounds that equal the true epsilon up to rounding.
   * Calibrating an event without such a bound throws {@link UnsupportedEventException}.
   *
   * @param target the guarantee that is to hold
   * @return the calibrator; its bounds are epsilons
   * @throws IllegalArgumentException if epsilon is infinite or delta is not strictly between 0 and
   *     1
   */
  public static Calibrator exact(Guarantee.Approximate target) {
    Parameters.requireGiven("target", target);
    ToDoubleFunction<DpEvent> exact = TargetBounds.exact(target);
    return guided(exact, exact, target);
  }

  /**
   * A calibrator whose search starts at the answer of a guide. The first guide is the Rényi bound.
   * A second guide, delta at the target's epsilon, refines the answer if delta takes less time than
   * the certified bound. If no Rényi divergence is finite, delta is the only guide: epsilon is then
   * infinite up to the answer, and gives no slope.
   */
  private static Calibrator guided(
      ToDoubleFunction<DpEvent> bound,
      ToDoubleFunction<DpEvent> deciding,
      Guarantee.Approximate target) {
    Guide renyi = new Guide(TargetBounds.byRenyi(target), target.epsilon(), 1.05, event -> true);
    Guide sloping =
        new Guide(
            TargetBounds.byDelta(target),
            target.delta(),
            1 + DEFAULT_TOLERANCE,
            event -> TargetBounds.inverts(event, target));
    return new Calibrator(
        bound, deciding, List.of(renyi, sloping), target.epsilon(), DEFAULT_TOLERANCE);
  }

  /**
   * A bound whose own calibration ends near the wanted answer.
   *
   * @param bound the bound that the guide evaluates
   * @param target the target of the guide's own calibration
   * @param nearby factor from its answer to the second parameter that the next search tries, above
   *     1
   * @param helps whether the guide is used although another guide has an answer already
   */
  private record Guide(
      ToDoubleFunction<DpEvent> bound, double target, double nearby, Predicate<DpEvent> helps) {}

  /**
   * Calibrates to epsilon at delta through the Rényi accountant.
   *
   * @param target the guarantee that is to hold
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
   * @param target the guarantee that is to hold
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
   * @param target the guarantee that is to hold
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
   * @param target the guarantee that is to hold
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
   * @param target the guarantee that is to hold: approximate, zero-concentrated or Gaussian
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
   * @param target the largest cost, finite and at least 0
   * @return the calibrator
   * @throws IllegalArgumentException if the target is out of range
   */
  public static Calibrator of(ToDoubleFunction<DpEvent> certifiedBound, double target) {
    Parameters.requireGiven("certifiedBound", certifiedBound);
    return new Calibrator(certifiedBound, certifiedBound, List.of(), target, DEFAULT_TOLERANCE);
  }

  /**
   * This calibrator with another tolerance.
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
    return new Calibrator(certifiedBound, decidingBound, guides, target, relative);
  }

  /**
   * Smallest noise multiplier from 0.01 to 1e12 that meets the target.
   *
   * @param event the event with a noise multiplier
   * @return the noise multiplier
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestNoiseMultiplier(DoubleFunction<DpEvent> event) {
    return smallestNumber(event, NOISE_MULTIPLIERS);
  }

  /**
   * Smallest threshold from 0.01 to 1e12 that meets the target. A larger threshold shows fewer
   * partitions with few records, and so costs less.
   *
   * @param event the event with a threshold
   * @return the threshold
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestThreshold(DoubleFunction<DpEvent> event) {
    return smallestNumber(event, THRESHOLDS);
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
    return largestWhole(steps -> event.apply((long) steps), STEP_COUNTS);
  }

  /**
   * Largest sampling probability from 1e-12 to 1 that meets the target.
   *
   * @param event the event with a sampling probability
   * @return the sampling probability
   * @throws UnreachableTargetException if not even the smallest one meets the target
   */
  public Calibration largestSamplingProbability(DoubleFunction<DpEvent> event) {
    return largestNumber(event, SAMPLING_PROBABILITIES);
  }

  /**
   * Smallest number that meets the target.
   *
   * @param event the event with a number, whose cost falls as the number grows
   * @param range the range of the search
   * @return the number
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestNumber(DoubleFunction<DpEvent> event, SearchRange range) {
    return calibrate(event, range, new Lattice.Logarithmic(tolerance), MonotoneSearch::smallest);
  }

  /**
   * Largest number that meets the target.
   *
   * @param event the event with a number, whose cost grows with the number
   * @param range the range of the search
   * @return the number
   * @throws UnreachableTargetException if not even the smallest one meets the target
   */
  public Calibration largestNumber(DoubleFunction<DpEvent> event, SearchRange range) {
    return calibrate(event, range, new Lattice.Logarithmic(tolerance), MonotoneSearch::largest);
  }

  /**
   * Smallest integer that meets the target.
   *
   * @param event the event with an integer, whose cost falls as the integer grows
   * @param range the range of the search; integers up to 2^53
   * @return the number; its neighbour has one less
   * @throws UnreachableTargetException if not even the largest one meets the target
   */
  public Calibration smallestWhole(DoubleFunction<DpEvent> event, SearchRange range) {
    return calibrate(event, range, new Lattice.Integers(), MonotoneSearch::smallest);
  }

  /**
   * Largest integer that meets the target.
   *
   * @param event the event with an integer, whose cost grows with the integer
   * @param range the range of the search; integers up to 2^53
   * @return the number; its neighbour has one more
   * @throws UnreachableTargetException if not even the smallest one meets the target
   */
  public Calibration largestWhole(DoubleFunction<DpEvent> event, SearchRange range) {
    return calibrate(event, range, new Lattice.Integers(), MonotoneSearch::largest);
  }

  /**
   * Smallest value of a parameter that meets the target.
   *
   * @param bound falls as the parameter grows
   * @param range the range of the search
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
   * @param range the range of the search
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
   * @param range the range of the search; integers up to 2^53
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
    SearchRange near = range;
    double factor = MonotoneSearch.FIRST_FACTOR;
    boolean guided = false;
    for (Guide guide : guides) {
      if (!guided || guide.helps().test(event.apply(near.start()))) {
        OptionalDouble start =
            answer(at(guide.bound(), event), guide.target(), near, lattice, factor, direction);
        if (start.isPresent()) {
          near = new SearchRange(range.name(), range.from(), range.to(), start.getAsDouble());
          factor = guide.nearby();
          guided = true;
        }
      }
    }
    DoubleUnaryOperator deciding = at(decidingBound, event);
    Calibration found =
        direction.apply(new MonotoneSearch(deciding, target, near, lattice, factor));
    DoubleUnaryOperator certified = at(certifiedBound, event);
    return new Calibration(
        certified(found.answer(), certified),
        target,
        found.failing().map(failing -> certified(failing, certified)),
        found.evaluations());
  }

  /** A guide's answer, if it has one. */
  private static OptionalDouble answer(
      DoubleUnaryOperator bound,
      double target,
      SearchRange near,
      Lattice lattice,
      double factor,
      Function<MonotoneSearch, Calibration> direction) {
    try {
      return OptionalDouble.of(
          direction.apply(new MonotoneSearch(bound, target, near, lattice, factor)).value());
    } catch (UnreachableTargetException | UnsupportedEventException none) {
      return OptionalDouble.empty();
    }
  }

  /**
   * The evaluation with the certified bound, which is printed; the deciding bound may be far above
   * it.
   */
  private Evaluation certified(Evaluation decided, DoubleUnaryOperator certified) {
    double distance = Math.abs(Math.log(decided.bound() / target));
    if (!(distance > VISIBLE && distance < Double.POSITIVE_INFINITY)) {
      return decided;
    }
    double bound = certified.applyAsDouble(decided.parameter());
    boolean sameSide = (bound <= target) == (decided.bound() <= target);
    return sameSide && bound < decided.bound()
        ? new Evaluation(decided.parameter(), bound)
        : decided;
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

  /** Chooses the calibrator of a target's own currency. */
  private static final class CalibratorByTarget extends TargetVisitor<Calibrator> {
    @Override
    public Calibrator visitApproximate(Guarantee.Approximate target) {
      return Calibrator.tightest(target);
    }

    @Override
    public Calibrator visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      return Calibrator.zeroConcentrated(target);
    }

    @Override
    public Calibrator visitGaussian(Guarantee.Gaussian target) {
      return Calibrator.gaussianPrivacy(target);
    }
  }
}
