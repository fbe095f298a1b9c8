package org.assay.accountant.curve;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;

/**
 * The curve of a guarantee given by points of a trade-off curve f: {@code g = max(f, f⁻¹)}, because
 * the guarantee holds for both orders of neighbours. Both functions are piecewise linear with
 * corners at doubles, so the corners of g are rational numbers, found exactly. Proof: {@code
 * doc-files/trade-off.md}, "From claimed points to both".
 */
final class ClaimedErrors {
  /** Digits of the first guess of a quotient; the guess's neighbours are compared exactly. */
  private static final MathContext DIGITS = new MathContext(40);

  private final NavigableMap<Double, Double> claimed;
  private final NavigableMap<Double, Double> mirrored;
  private final List<Corner> corners = new ArrayList<>();

  ClaimedErrors(Guarantee.Tradeoff guarantee) {
    claimed = hull(guarantee.typeTwoByTypeOne());
    NavigableMap<Double, Double> swapped = new TreeMap<>();
    claimed.forEach((alpha, beta) -> swapped.merge(beta, alpha, Math::min));
    mirrored = hull(swapped);
    addCorners();
  }

  /** A point of g; between neighbours in the list g is straight. */
  private record Corner(Enclosure alpha, Enclosure beta) {}

  /** The type II error at a type I error in [0, 1]. */
  Enclosure error(double alpha) {
    // Maps order -0 before 0.
    double place = alpha + 0.0;
    return onChain(claimed, place).max(onChain(mirrored, place));
  }

  /** The profile: the largest of {@code 1 - beta - e^epsilon alpha}, attained at a corner. */
  Enclosure delta(double epsilon) {
    Enclosure odds = Enclosure.exact(epsilon).exp();
    Enclosure largest = Enclosure.ZERO;
    for (Corner corner : corners) {
      Enclosure rest = Enclosure.ONE.minus(corner.beta);
      largest = largest.max(rest.minus(weighted(corner.alpha, odds)));
    }
    return largest;
  }

  /** The product, with 0 times infinity being 0. */
  private static Enclosure weighted(Enclosure alpha, Enclosure odds) {
    double low = alpha.lower() == 0 ? 0 : Rounding.multiplyDown(alpha.lower(), odds.lower());
    double high = alpha.upper() == 0 ? 0 : Rounding.multiplyUp(alpha.upper(), odds.upper());
    return Enclosure.of(low, high);
  }

  /** The corners of the largest convex function below points and (1, 0), by exact comparisons. */
  private static NavigableMap<Double, Double> hull(NavigableMap<Double, Double> points) {
    NavigableMap<Double, Double> all = new TreeMap<>(points);
    all.put(1.0, 0.0);
    NavigableMap<Double, Double> hull = new TreeMap<>();
    all.forEach(
        (x, y) -> {
          while (hull.size() > 1 && !isBelow(hull.lastEntry(), beforeLast(hull), x, y)) {
            hull.pollLastEntry();
          }
          hull.put(x, y);
        });
    return hull;
  }

  private static Map.Entry<Double, Double> beforeLast(NavigableMap<Double, Double> hull) {
    return hull.lowerEntry(hull.lastKey());
  }

  /** Whether a point is below the line from the one to its left to (x, y). */
  private static boolean isBelow(
      Map.Entry<Double, Double> point, Map.Entry<Double, Double> left, double x, double y) {
    BigDecimal rise = difference(point.getValue(), left.getValue());
    BigDecimal run = difference(point.getKey(), left.getKey());
    BigDecimal longRise = difference(y, left.getValue());
    BigDecimal longRun = difference(x, left.getKey());
    return rise.multiply(longRun).compareTo(longRise.multiply(run)) < 0;
  }

  private static BigDecimal difference(double minuend, double subtrahend) {
    return new BigDecimal(minuend).subtract(new BigDecimal(subtrahend));
  }

  /** Linear interpolation without cancellation. */
  private static Enclosure onChain(NavigableMap<Double, Double> chain, double at) {
    Map.Entry<Double, Double> left = chain.floorEntry(at);
    if (left.getKey() == at) {
      return Enclosure.exact(left.getValue());
    }
    Map.Entry<Double, Double> right = chain.higherEntry(at);
    Enclosure fromLeft = Enclosure.exact(at).minus(left.getKey());
    Enclosure toRight = Enclosure.exact(right.getKey()).minus(at);
    Enclosure whole = Enclosure.exact(right.getKey()).minus(left.getKey());
    Enclosure sum = toRight.times(left.getValue()).plus(fromLeft.times(right.getValue()));
    return sum.dividedBy(whole);
  }

  /** Adds the values of g at the corners of both functions, and the crossings between them. */
  private void addCorners() {
    TreeSet<Double> places = new TreeSet<>(claimed.keySet());
    places.addAll(mirrored.keySet());
    double last = places.first();
    for (double place : places) {
      if (place > last) {
        addCrossing(new Straight(claimed, last, place), new Straight(mirrored, last, place));
      }
      corners.add(new Corner(Enclosure.exact(place), error(place)));
      last = place;
    }
  }

  /** Adds the point at which two segments cross, if there is one. */
  private void addCrossing(Straight first, Straight second) {
    BigDecimal gap = first.start.multiply(second.run).subtract(second.start.multiply(first.run));
    BigDecimal gapAtEnd = first.end.multiply(second.run).subtract(second.end.multiply(first.run));
    if (gap.signum() * gapAtEnd.signum() < 0) {
      BigDecimal fall = gap.subtract(gapAtEnd);
      BigDecimal alpha = gap.multiply(first.to).subtract(gapAtEnd.multiply(first.from));
      BigDecimal beta = gap.multiply(first.end).subtract(gapAtEnd.multiply(first.start));
      corners.add(new Corner(quotient(alpha, fall), quotient(beta, fall.multiply(first.run))));
    }
  }

  /** The narrowest enclosure of a non-negative quotient. */
  private static Enclosure quotient(BigDecimal dividend, BigDecimal divisor) {
    BigDecimal one = BigDecimal.valueOf(divisor.signum());
    double near = dividend.divide(divisor, DIGITS).doubleValue();
    int side = new BigDecimal(near).multiply(divisor).subtract(dividend).multiply(one).signum();
    return Enclosure.of(
        side <= 0 ? near : Math.nextDown(near), side >= 0 ? near : Math.nextUp(near));
  }

  /**
   * A segment of a function without a corner inside; values are multiplied by the segment's run.
   */
  private static final class Straight {
    private final BigDecimal from;
    private final BigDecimal to;
    private final BigDecimal run;
    private final BigDecimal start;
    private final BigDecimal end;

    Straight(NavigableMap<Double, Double> chain, double from, double to) {
      this.from = new BigDecimal(from);
      this.to = new BigDecimal(to);
      Map.Entry<Double, Double> left = chain.floorEntry(from);
      Map.Entry<Double, Double> right = chain.ceilingEntry(to);
      run = difference(right.getKey(), left.getKey());
      start = value(left, right, from);
      end = value(left, right, to);
    }

    private static BigDecimal value(
        Map.Entry<Double, Double> left, Map.Entry<Double, Double> right, double at) {
      BigDecimal fromLeft =
          difference(at, left.getKey()).multiply(new BigDecimal(right.getValue()));
      BigDecimal toRight = difference(right.getKey(), at).multiply(new BigDecimal(left.getValue()));
      return fromLeft.add(toRight);
    }
  }
}
