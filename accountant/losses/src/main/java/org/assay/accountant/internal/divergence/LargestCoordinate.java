package org.assay.accountant.internal.divergence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Lower bounds from a test of the largest coordinate of a Gaussian whose mean is moved in one
 * unknown coordinate of many. P is the uniform mixture of the means {@code far · e_i}, Q the
 * mixture of the means {@code near · e_i}. The event is that some coordinate exceeds a threshold.
 * Every threshold is a valid test, so only the last evaluation rounds outward: {@code
 * doc-files/shuffled-batches.md}.
 */
public final class LargestCoordinate {
  /**
   * Number of thresholds of the first, evenly spaced scan. Not tuned: every threshold gives a valid
   * bound.
   */
  private static final int SCAN = 600;

  /**
   * Golden section steps after the scan. Not tuned: each narrows the interval to 0.62 of its width.
   */
  private static final int REFINEMENTS = 60;

  /**
   * Ends of the scan in standard deviations, the upper one counted from the far mean. Tails outside
   * are 1 or underflow.
   */
  private static final double LOWEST_DEVIATIONS = -12;

  private static final double HIGHEST_DEVIATIONS = 45;

  /** The finite cells end this many standard deviations beyond the outermost mean. Not tuned. */
  private static final double CUT_DEVIATIONS = 9;

  /** Number of cells for each standard deviation. Not tuned. */
  private static final double CUTS_PER_DEVIATION = 80;

  /** Largest number of cells. Not tuned: bounds the time. */
  private static final double MOST_CUTS = 6000;

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final long coordinates;
  private final Enclosure deviation;
  private final double far;
  private final double near;

  private LargestCoordinate(long coordinates, Enclosure deviation, double far, double near) {
    this.coordinates = coordinates;
    this.deviation = deviation;
    this.far = far;
    this.near = near;
  }

  /**
   * The event that the largest coordinate is in an interval.
   *
   * @param p an enclosure of its probability under P, above 0
   * @param q an enclosure of its probability under Q, above 0
   */
  public record Cell(Enclosure p, Enclosure q) {
    private boolean isPossible() {
      return p.lower() > 0 && q.lower() > 0;
    }
  }

  /**
   * The test.
   *
   * @param coordinates how many coordinates, at least 1
   * @param deviation the standard deviation of each, above 0
   * @param far how far the mean is moved under P, above {@code near}
   * @param near how far it is moved under Q, at least 0
   * @return the test, evaluated when asked
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static LargestCoordinate of(
      long coordinates, Enclosure deviation, double far, double near) {
    Parameters.requireAtLeastOne("coordinates", coordinates);
    Parameters.requirePositive("deviation", deviation.lower());
    Parameters.requireNonNegative("near", near);
    Parameters.requirePositive("far - near", far - near);
    return new LargestCoordinate(coordinates, deviation, far, near);
  }

  /**
   * Lower bound of delta of P against Q.
   *
   * @param epsilon finite and at least 0
   * @return a certified lower bound, at least 0
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public double delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Enclosure factor = Enclosure.exact(epsilon).exp();
    return best(
        threshold -> {
          double cost = tail(threshold, near).times(factor).upper();
          return Rounding.subtractDown(tail(threshold, far).lower(), cost);
        });
  }

  /**
   * Lower bound of epsilon of P against Q: {@code log((P(A) - delta)/Q(A))}.
   *
   * @param delta strictly between 0 and 1
   * @return a certified lower bound, at least 0
   * @throws IllegalArgumentException if delta is out of range
   */
  public double epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return best(
        threshold -> {
          double excess = Rounding.subtractDown(tail(threshold, far).lower(), delta);
          double base = tail(threshold, near).upper();
          return excess > 0
              ? Enclosure.exact(excess).dividedBy(Enclosure.exact(base)).log().lower()
              : 0;
        });
  }

  /**
   * The real line cut into cells. The cell of the largest coordinate is a function of the output.
   * Compositions of P against Q therefore have profiles at least those of these cells. No proof
   * rests on the choice of the cuts; intervals whose mass underflows join a larger cell.
   *
   * @return the cells, from left to right; together they are the whole line
   */
  public List<Cell> cells() {
    double sigma = deviation.midpoint();
    double noise = sigma * Math.sqrt(2 * Math.log((double) coordinates));
    double start = -CUT_DEVIATIONS * sigma;
    double length = Math.max(far, noise) + CUT_DEVIATIONS * sigma - start;
    int cuts = (int) Math.min(MOST_CUTS, Math.ceil(length / sigma * CUTS_PER_DEVIATION));
    Deque<Cell> cells = new ArrayDeque<>();
    Deque<Double> starts = new ArrayDeque<>();
    double from = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= cuts; i++) {
      double to = start + i * (length / cuts);
      Cell cell = between(from, to);
      if (cell.isPossible()) {
        cells.addLast(cell);
        starts.addLast(from);
        from = to;
      }
    }
    Cell last = between(from, Double.POSITIVE_INFINITY);
    while (!last.isPossible()) {
      cells.removeLast();
      last = between(starts.removeLast(), Double.POSITIVE_INFINITY);
    }
    cells.addLast(last);
    return List.copyOf(cells);
  }

  private Cell between(double from, double to) {
    return new Cell(between(from, to, far), between(from, to, near));
  }

  /** Differences of both tails; the intersection keeps the digits of the smaller tail. */
  private Enclosure between(double from, double to, double shift) {
    Enclosure fromLeft = below(to, shift).minus(below(from, shift));
    Enclosure fromRight = tail(from, shift).minus(tail(to, shift));
    return fromLeft.intersect(fromRight).max(Enclosure.ZERO);
  }

  /** The largest value over the thresholds of a search; NaN counts as 0. */
  private double best(DoubleUnaryOperator proved) {
    double sigma = deviation.midpoint();
    double start = LOWEST_DEVIATIONS * sigma;
    double step = (far + HIGHEST_DEVIATIONS * sigma - start) / SCAN;
    double value = 0;
    double place = far;
    for (int i = 0; i <= SCAN; i++) {
      double here = proved.applyAsDouble(start + i * step);
      if (here > value) {
        value = here;
        place = start + i * step;
      }
    }
    return Math.max(value, refined(place - step, place + step, proved));
  }

  /** Golden section search. Every value is a proved bound, so the largest one is too. */
  private static double refined(double first, double last, DoubleUnaryOperator proved) {
    double low = first;
    double high = last;
    double value = 0;
    for (int i = 0; i < REFINEMENTS; i++) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      double atLeft = proved.applyAsDouble(left);
      double atRight = proved.applyAsDouble(right);
      value = Math.max(value, Math.max(zeroUnlessNumber(atLeft), zeroUnlessNumber(atRight)));
      if (atLeft > atRight) {
        high = right;
      } else {
        low = left;
      }
    }
    return value;
  }

  private static double zeroUnlessNumber(double value) {
    return value > 0 ? value : 0;
  }

  /** {@code 1 - Φ((C-s)/σ) Φ(C/σ)^(T-1)}, the probability that some coordinate exceeds C. */
  private Enclosure tail(double threshold, double shift) {
    return threshold == Double.POSITIVE_INFINITY
        ? Enclosure.ZERO
        : probability(logNone(threshold, shift).expm1().negate());
  }

  /** Probability that no coordinate exceeds C. */
  private Enclosure below(double threshold, double shift) {
    return threshold == Double.POSITIVE_INFINITY
        ? Enclosure.ONE
        : probability(logNone(threshold, shift).exp());
  }

  private Enclosure logNone(double threshold, double shift) {
    if (threshold == Double.NEGATIVE_INFINITY) {
      return Enclosure.exact(threshold);
    }
    Enclosure moved = logBelow(Enclosure.exact(threshold).minus(shift).dividedBy(deviation));
    Enclosure still = logBelow(Enclosure.exact(threshold).dividedBy(deviation));
    return coordinates == 1 ? moved : moved.plus(Enclosure.ofCount(coordinates - 1).times(still));
  }

  private static Enclosure probability(Enclosure value) {
    return value.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** {@code log Φ(x)}, from the tail that keeps the digits. */
  private static Enclosure logBelow(Enclosure x) {
    return x.lower() >= 0
        ? NormalTail.upperTail(x).negate().log1p()
        : NormalTail.logUpperTail(x.negate());
  }
}
