package org.assay.accountant.curve;

import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Encloses the minimum of a conversion over all real orders.
 *
 * <p>Both conversions fall and then rise in {@code b = order - 1}: the derivative times a positive
 * function rises because the log moment K is convex. Three points with the lowest in the middle
 * therefore bracket the minimum. Within the bracket, chords of K through outer points bound K and
 * the conversion from below. The upper end is the value at the best order found, which needs no
 * convexity. A curve that may not be convex has no lower end. Proof: {@code
 * doc-files/order-minimum.md}.
 */
final class OrderMinimizer {
  /** Largest order minus 1 that the search tries. Not tuned: ends the search. */
  private static final double LARGEST_B = 0x1p50;

  /** Smallest order minus 1 that the search tries. Not tuned: ends the search. */
  private static final double SMALLEST_B = 0x1p-40;

  /**
   * First relative distance of the points; the error of the lower end grows with its square. Not
   * tuned.
   */
  private static final double FIRST = 1e-6;

  /** Smallest relative distance of the points. Not tuned. */
  private static final double NARROWEST = 2e-8;

  /** Relative width of the minimum at which no smaller distance is tried. Not tuned. */
  private static final double GOOD = 1e-10;

  /** Largest number of evaluations of Brent's method. Not tuned: bounds the time. */
  private static final int MAXIMUM_EVALUATIONS = 200;

  private final RdpCurve curve;
  private final OrderObjective objective;

  OrderMinimizer(RdpCurve curve, OrderObjective objective) {
    this.curve = curve;
    this.objective = objective;
  }

  /** An order near the best one. */
  double order() {
    return 1 + refine(bracketCenter(), FIRST / 10);
  }

  Enclosure minimum() {
    double center = bracketCenter();
    double best = refine(center, FIRST / 10);
    double upper = value(best).upper();
    if (!(upper < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    if (!curve.convex()) {
      double finer = value(refine(center, NARROWEST / 20)).upper();
      return Enclosure.of(Double.NEGATIVE_INFINITY, Math.min(upper, finer));
    }
    Enclosure minimum = certify(best, FIRST);
    boolean certified = minimum.lower() > Double.NEGATIVE_INFINITY;
    if (certified && minimum.relativeWidth() <= GOOD) {
      return minimum;
    }
    if (certified) {
      return narrowed(minimum, refine(center, NARROWEST / 20));
    }
    double beyond = representable(best * (1 + 2 * FIRST));
    return curve.at(1 + beyond).lower() < Double.POSITIVE_INFINITY
        ? widened(minimum, best)
        : minimum.intersect(atEdge(edge(best, beyond)));
  }

  /**
   * The largest order with a finite divergence, between an order with a finite and one with an
   * infinite divergence.
   */
  private double edge(double finite, double infinite) {
    double inside = finite;
    double outside = infinite;
    while (true) {
      double middle = representable(inside + (outside - inside) / 2);
      if (!(middle > inside && middle < outside)) {
        return inside;
      }
      if (curve.at(1 + middle).upper() < Double.POSITIVE_INFINITY) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
  }

  /** The minimum if the conversion still falls at the largest order that is known. */
  private Enclosure atEdge(double edge) {
    double outer = representable(edge * (1 - 2 * FIRST));
    double inner = representable(edge * (1 - FIRST));
    Enclosure there = value(edge);
    if (!(outer > 0 && outer < inner && inner < edge && value(inner).lower() > there.upper())) {
      return Enclosure.of(Double.NEGATIVE_INFINITY, there.upper());
    }
    Enclosure[] line = chord(outer, logMoment(outer).upper(), inner, logMoment(inner).lower());
    // Real orders up to the next double may still have a finite divergence.
    double lower = lowerOnStretch(inner, Math.nextUp(1 + edge) - 1, line);
    return Enclosure.of(Math.min(there.upper(), lower), there.upper());
  }

  /** Tries larger distances, because enclosures at the three points overlapped. */
  private Enclosure widened(Enclosure uncertified, double best) {
    Enclosure minimum = uncertified;
    for (double width = 2 * FIRST; width < 0.2; width *= 2) {
      minimum = certify(best, width);
      if (minimum.lower() > Double.NEGATIVE_INFINITY) {
        return minimum;
      }
    }
    return minimum;
  }

  private Enclosure narrowed(Enclosure certified, double best) {
    Enclosure minimum = certified;
    for (double width = FIRST / 2; width >= NARROWEST; width /= 2) {
      Enclosure narrower = certify(best, width);
      if (!(narrower.lower() > Double.NEGATIVE_INFINITY)) {
        return minimum;
      }
      minimum = minimum.intersect(narrower);
      if (minimum.relativeWidth() <= GOOD) {
        return minimum;
      }
    }
    return minimum;
  }

  /** The nearest b for which {@code 1 + b} is a double. */
  private static double representable(double b) {
    return (1 + b) - 1;
  }

  private Enclosure logMoment(double b) {
    return curve.at(1 + b).times(b);
  }

  private Enclosure value(double b) {
    return objective.value(b, logMoment(b));
  }

  private double bracketCenter() {
    double b = 8;
    double here = value(b).upper();
    double factor = 4;
    double next = value(b * factor).upper();
    if (!(next < here)) {
      factor = 0.25;
      next = value(b * factor).upper();
    }
    while (next < here || (next == Double.POSITIVE_INFINITY && here == next)) {
      double further = b * factor;
      if (!(further > SMALLEST_B && further < LARGEST_B)) {
        return b;
      }
      b = further;
      here = next;
      next = value(representable(b * factor)).upper();
    }
    return b;
  }

  private double refine(double center, double accuracy) {
    double logCenter = Math.log(center);
    // Brent's method finds the best order fast; no bound depends on its result.
    double logBest =
        new BrentOptimizer(accuracy, accuracy / 100)
            .optimize(
                new MaxEval(MAXIMUM_EVALUATIONS),
                new UnivariateObjectiveFunction(
                    logB -> value(representable(Math.exp(logB))).upper()),
                GoalType.MINIMIZE,
                new SearchInterval(logCenter - 1.5, logCenter + 1.5, logCenter))
            .getPoint();
    return representable(Math.exp(logBest));
  }

  private Enclosure certify(double best, double width) {
    double[] b = new double[5];
    Enclosure[] moment = new Enclosure[5];
    Enclosure[] value = new Enclosure[5];
    for (int i = 0; i < 5; i++) {
      b[i] = representable(best * (1 + (i - 2) * width));
      moment[i] = logMoment(b[i]);
      value[i] = objective.value(b[i], moment[i]);
    }
    double upper = Math.min(value[2].upper(), Math.min(value[1].upper(), value[3].upper()));
    boolean bracketed =
        b[0] > 0
            && b[0] < b[1]
            && b[1] < b[2]
            && b[2] < b[3]
            && b[3] < b[4]
            && moment[0].upper() < Double.POSITIVE_INFINITY
            && moment[4].upper() < Double.POSITIVE_INFINITY
            && value[1].lower() > value[2].upper()
            && value[3].lower() > value[2].upper();
    if (!bracketed) {
      return Enclosure.of(Double.NEGATIVE_INFINITY, upper);
    }
    // To the right of b[1] the chord over b[0], b[1] lies below K, to the left of b[3] that over
    // b[3], b[4].
    double left =
        lowerOnStretch(b[1], b[2], chord(b[0], moment[0].upper(), b[1], moment[1].lower()));
    double right =
        lowerOnStretch(b[2], b[3], chord(b[4], moment[4].upper(), b[3], moment[3].lower()));
    return Enclosure.of(Math.min(upper, Math.min(left, right)), upper);
  }

  /** The line through an outer point and an inner one, as (intercept, slope). */
  private static Enclosure[] chord(
      double outer, double outerValue, double inner, double innerValue) {
    Enclosure run = Enclosure.exact(inner).minus(outer);
    Enclosure slope = Enclosure.exact(innerValue).minus(outerValue).dividedBy(run);
    Enclosure intercept = Enclosure.exact(innerValue).minus(slope.times(inner));
    return new Enclosure[] {intercept, slope};
  }

  private double lowerOnStretch(double from, double to, Enclosure[] line) {
    double middle = representable(from + (to - from) / 2);
    Enclosure onLine = line[0].plus(line[1].times(middle));
    double reach = Math.max(Rounding.subtractUp(to, middle), Rounding.subtractUp(middle, from));
    double steepest =
        Math.max(
            magnitude(objective.derivativeTimesWeight(from, line[0], line[1])),
            magnitude(objective.derivativeTimesWeight(to, line[0], line[1])));
    double slope = Rounding.multiplyUp(steepest, objective.largestInverseWeight(from));
    return Rounding.subtractDown(
        objective.value(middle, onLine).lower(), Rounding.multiplyUp(slope, reach));
  }

  private static double magnitude(Enclosure value) {
    return Math.max(-value.lower(), value.upper());
  }
}
