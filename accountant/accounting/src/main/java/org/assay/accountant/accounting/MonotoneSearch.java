package org.assay.accountant.accounting;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Finds the parameter where a monotone bound passes its target, on the side that meets the target.
 * Only evaluations decide. If the bound is monotone, the answer is the best one; the answer meets
 * the target in any case.
 *
 * <p>Regula falsi in the logarithms of parameter and bound, where bounds are nearly straight, with
 * the Illinois weights. A step that lands within the tolerance of an end is moved away from it by
 * the tolerance, which as a rule closes the bracket; a step that fails to halve the bracket twice
 * is replaced by bisection, and so is every step towards an infinite bound.
 */
final class MonotoneSearch {
  /**
   * Logarithms of bound over target are cut off at this number, so that infinite bounds do not stop
   * the interpolation. Not tuned.
   */
  private static final double LARGEST_EXCESS = 50;

  /** Smallest size of the logarithm of bound over target, so that it is not 0 at the target. */
  private static final double SMALLEST_EXCESS = 0x1p-900;

  /**
   * Number of successive steps that did not halve the bracket after which bisection replaces
   * interpolation. Not tuned.
   */
  private static final int PATIENCE = 2;

  /** Factor from a start without prior knowledge to the second value that is tried. Not tuned. */
  static final double FIRST_FACTOR = 2;

  /**
   * Largest factor of the first step of the search for a bracket, unless the factor given for the
   * start is larger. Every further step squares the factor. Not tuned.
   */
  private static final double LARGEST_LEAP = 4;

  /** Largest first factor that means that the start is the answer up to rounding. Not tuned. */
  private static final double CLOSE = 1.001;

  /**
   * Largest excess at such a start that a leap closes. A larger one is a jump of the bound, and the
   * neighbour of the start is tried. Not tuned.
   */
  private static final double SMALL_EXCESS = 0.01;

  /**
   * Largest ratio of the excess at such a start to the distance of its neighbour for which the
   * neighbour is tried. Not tuned.
   */
  private static final double NEIGHBOURLY = 10;

  /**
   * Exponent of such a leap, as a multiple of the excess; 1 is enough if the bound is proportional
   * to the parameter. Not tuned.
   */
  private static final double STEEP = 1.5;

  private final DoubleUnaryOperator bound;
  private final double target;
  private final SearchRange range;
  private final Lattice lattice;
  private final double firstFactor;
  private int evaluations;

  MonotoneSearch(DoubleUnaryOperator bound, double target, SearchRange range, Lattice lattice) {
    this(bound, target, range, lattice, FIRST_FACTOR);
  }

  /**
   * A search whose start is known to be near the answer.
   *
   * @param firstFactor factor from the start to the second value that is tried, above 1
   */
  MonotoneSearch(
      DoubleUnaryOperator bound,
      double target,
      SearchRange range,
      Lattice lattice,
      double firstFactor) {
    this.bound = bound;
    this.target = target;
    this.range = range;
    this.lattice = lattice;
    this.firstFactor = firstFactor;
  }

  /** The smallest value that meets the target, for a bound that falls. */
  Calibration smallest() {
    return search(range.to(), range.from());
  }

  /** The largest value that meets the target, for a bound that rises. */
  Calibration largest() {
    return search(range.from(), range.to());
  }

  private Calibration search(double privateEnd, double permissiveEnd) {
    Evaluation first = evaluate(lattice.nearest(range.start()));
    boolean meets = meets(first);
    double end = meets ? permissiveEnd : privateEnd;
    Evaluation last = first;
    Evaluation next = first;
    for (double factor = firstLeap(first);
        meets(next) == meets && next.parameter() != end;
        factor *= factor) {
      last = next;
      next = evaluate(towards(end, next.parameter(), factor));
    }
    if (meets(next) == meets) {
      return atTheEnd(next);
    }
    return meets ? refine(last, next) : refine(next, last);
  }

  /**
   * A leap slightly larger than a bound proportional to the parameter, or to its inverse, would
   * need.
   */
  private double firstLeap(Evaluation first) {
    double excess = Math.abs(excess(first));
    if (firstFactor < CLOSE) {
      boolean several = excess > NEIGHBOURLY * (firstFactor - 1) && excess < SMALL_EXCESS;
      return several ? Math.max(firstFactor, Math.exp(STEEP * excess)) : firstFactor;
    }
    return Math.max(firstFactor, Math.min(LARGEST_LEAP, 1.02 * Math.exp(excess)));
  }

  private Calibration atTheEnd(Evaluation end) {
    if (!meets(end)) {
      throw new UnreachableTargetException(range.name(), target, end);
    }
    return new Calibration(end, target, Optional.empty(), evaluations);
  }

  private double towards(double end, double from, double factor) {
    return end > from
        ? Math.min(end, Math.max(lattice.above(from), lattice.nearest(from * factor)))
        : Math.max(end, Math.min(lattice.below(from), lattice.nearest(from / factor)));
  }

  private Calibration refine(Evaluation meeting, Evaluation failing) {
    Bracket bracket = new Bracket(meeting, excess(meeting), failing, excess(failing));
    int slow = 0;
    while (!neighbours(bracket)) {
      double width = bracket.width();
      boolean sloping = bracket.bad.bound() < Double.POSITIVE_INFINITY;
      double guess = sloping && slow < PATIENCE ? bracket.interpolated() : bracket.middle();
      Evaluation next = evaluate(inside(guess, bracket));
      bracket.shrink(next, excess(next), meets(next));
      slow = slow < PATIENCE && bracket.width() > width / 2 ? slow + 1 : 0;
    }
    return new Calibration(bracket.good, target, Optional.of(bracket.bad), evaluations);
  }

  private Evaluation evaluate(double parameter) {
    InterruptedComputationException.check();
    evaluations++;
    return new Evaluation(parameter, bound.applyAsDouble(parameter));
  }

  private boolean meets(Evaluation evaluation) {
    return evaluation.bound() <= target;
  }

  /** The logarithm of bound over target, limited; only its sign is certain. */
  private double excess(Evaluation evaluation) {
    double ratio = Math.abs(Math.log(evaluation.bound() / target));
    double size = ratio >= 0 ? Math.max(SMALLEST_EXCESS, Math.min(ratio, LARGEST_EXCESS)) : 1;
    return meets(evaluation) ? -size : size;
  }

  private boolean neighbours(Bracket bracket) {
    return lattice.areNeighbours(bracket.low(), bracket.high());
  }

  private double inside(double guess, Bracket bracket) {
    double low = lattice.above(bracket.low());
    double high = Math.max(low, lattice.below(bracket.high()));
    return Math.max(low, Math.min(lattice.nearest(guess), high));
  }

  /** A value that meets the target and one that does not. */
  private static final class Bracket {
    private Evaluation good;
    private Evaluation bad;
    private double goodExcess;
    private double badExcess;

    Bracket(Evaluation good, double goodExcess, Evaluation bad, double badExcess) {
      this.good = good;
      this.goodExcess = goodExcess;
      this.bad = bad;
      this.badExcess = badExcess;
    }

    double low() {
      return Math.min(good.parameter(), bad.parameter());
    }

    double high() {
      return Math.max(good.parameter(), bad.parameter());
    }

    double width() {
      return Math.log(high() / low());
    }

    double middle() {
      return Math.sqrt(low()) * Math.sqrt(high());
    }

    double interpolated() {
      double logGood = Math.log(good.parameter());
      double logBad = Math.log(bad.parameter());
      return Math.exp(logGood - goodExcess * (logBad - logGood) / (badExcess - goodExcess));
    }

    /** Replaces an end; the other end's weight falls as the new value's excess does. */
    void shrink(Evaluation next, double excess, boolean meets) {
      if (meets) {
        badExcess *= weight(excess, goodExcess);
        good = next;
        goodExcess = excess;
      } else {
        goodExcess *= weight(excess, badExcess);
        bad = next;
        badExcess = excess;
      }
    }

    /** Anderson and Björck's factor, which keeps regula falsi from sticking to one end. */
    private static double weight(double next, double replaced) {
      double factor = 1 - next / replaced;
      return factor > 0 ? factor : 0.5;
    }
  }
}
