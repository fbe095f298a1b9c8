package org.assay.accountant.internal.iteration.choice;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The largest χ² divergence of the laws {@code (1−q)N(0) + qN(m′)} and {@code (1−q)N(0) + qN(m)} of
 * a step, over all triangles 0, m, m′ that some ball of diameter mu contains: by branch and bound
 * over boxes of the squared sides. Proof: {@code doc-files/chosen-pairs.md}.
 */
final class TriangleChiSquare {
  /** The search ends when the bound is this close to the value at some point. */
  private static final double TOLERANCE = 5e-4;

  /** A bound of so many boxes is valid, if not close. */
  private static final int MOST_BOXES = 20_000;

  /**
   * More than the relative error of a dozen exponentials, products and sums of positive numbers.
   */
  private static final double RAISED = 1 + 1e-13;

  private final double share;
  private final double square;

  TriangleChiSquare(double share, double mu) {
    this.share = share;
    this.square = mu * mu * RAISED;
  }

  /** Numbers between two. */
  record Interval(double low, double high) {
    double middle() {
      return (low + high) / 2;
    }

    double width() {
      return high - low;
    }

    Interval lower() {
      return new Interval(low, middle());
    }

    Interval upper() {
      return new Interval(middle(), high);
    }

    static Interval at(double value) {
      return new Interval(value, value);
    }
  }

  /** The squares of |m|, |m′| and |m − m′|, and what bounds χ² there. */
  private record Box(Interval first, Interval second, Interval third, double bound) {}

  /**
   * The bound.
   *
   * @param share q, above 0 and below 1
   * @param mu the diameter of the ball, above 0
   * @return an upper bound, which may be infinite
   */
  static double largest(double share, double mu) {
    return new TriangleChiSquare(share, mu).search();
  }

  private double search() {
    PriorityQueue<Box> boxes =
        new PriorityQueue<>(Comparator.comparingDouble(Box::bound).reversed());
    Interval all = new Interval(0, square);
    add(boxes, all, all, all);
    double best = 0;
    for (int count = 0; count < MOST_BOXES; count++) {
      Box top = boxes.remove();
      best = Math.max(best, atFarEnd(top));
      if (!(top.bound() > best * (1 + TOLERANCE))) {
        return top.bound();
      }
      split(top, boxes);
    }
    return boxes.element().bound();
  }

  /** A value in the box, which tells whether bounds are close; 0 if no triangle is found. */
  private double atFarEnd(Box box) {
    double second = box.second().high();
    double third = box.third().high();
    return Math.max(at(box.first().high(), second, third), at(box.first().low(), second, third));
  }

  private double at(double a, double b, double s) {
    TriangleSquares sides = TriangleSquares.of(a, b, s);
    return sides.area() >= 0 && sides.fit(square)
        ? bound(Interval.at(a), Interval.at(b), Interval.at(s))
        : 0;
  }

  private void split(Box box, PriorityQueue<Box> boxes) {
    Interval first = box.first();
    Interval second = box.second();
    Interval third = box.third();
    if (first.width() >= second.width() && first.width() >= third.width()) {
      add(boxes, first.lower(), second, third);
      add(boxes, first.upper(), second, third);
    } else if (second.width() >= third.width()) {
      add(boxes, first, second.lower(), third);
      add(boxes, first, second.upper(), third);
    } else {
      add(boxes, first, second, third.lower());
      add(boxes, first, second, third.upper());
    }
  }

  /** Unless no triangle of the box is in the ball. */
  private void add(PriorityQueue<Box> boxes, Interval first, Interval second, Interval third) {
    if (TriangleSquares.of(first.low(), second.low(), third.low()).fit(square)) {
      boxes.add(new Box(first, second, third, bound(first, second, third)));
    }
  }

  /** (4) of the page, for the squares a, b and s of |m|, |m′| and |m − m′|. */
  double bound(Interval a, Interval b, Interval s) {
    double q = share;
    double rest = q * q / (1 - q);
    double plain = plain(a, b, s);
    double simple = plain / (1 - q) * RAISED;
    double expanded =
        simple + rest * fourth(a, b, s) * RAISED - (q + 2 * rest) * third(a, b, s) * (2 - RAISED);
    return q * q * Math.min(simple, expanded + 1e-15 * simple) * RAISED;
  }

  /** Upper bound of M₀. */
  private static double plain(Interval a, Interval b, Interval s) {
    double product = Math.exp((a.high() + b.high()) / 2);
    double difference = farthest(exp(a, 0.5), exp(b, 0.5));
    return difference * difference + 2 * product * -Math.expm1(-s.high() / 2);
  }

  /** Lower bound of M₁. */
  static double third(Interval a, Interval b, Interval s) {
    double difference = nearest(exp(a, 1), exp(b, 1));
    return Math.exp(a.low() - s.high()) * difference * difference
        + Math.exp(3 * a.low()) * -Math.expm1(-s.low());
  }

  /** Upper bound of M₂. */
  private static double fourth(Interval a, Interval b, Interval s) {
    Interval one =
        new Interval(
            Math.exp(1.5 * (a.low() + b.low()) - s.high()),
            Math.exp(1.5 * (a.high() + b.high()) - s.low()));
    Interval other = exp(a, 3);
    double difference = farthest(one, other);
    return difference * difference + 2 * one.high() * other.high() * -Math.expm1(-s.high() / 2);
  }

  private static Interval exp(Interval exponent, double factor) {
    return new Interval(Math.exp(factor * exponent.low()), Math.exp(factor * exponent.high()));
  }

  /** Smallest difference, less what the rounding of exponentials may add to it. */
  private static double nearest(Interval one, Interval other) {
    double least = Math.max(one.low() - other.high(), other.low() - one.high());
    return Math.max(0, least - 4e-14 * Math.max(one.high(), other.high()));
  }

  /** Largest difference, with a little more for the rounding of exponentials. */
  private static double farthest(Interval one, Interval other) {
    double most = Math.max(one.high() - other.low(), other.high() - one.low());
    return most + 4e-14 * Math.max(one.high(), other.high());
  }

  /**
   * Squares of the sides of a triangle that may not exist, and the smallest ball that contains it:
   * "The ball" of {@code doc-files/chosen-pairs.md}.
   */
  record TriangleSquares(double shortest, double middle, double longest) {
    /**
     * Triangles that are out of a ball by less, in squared radii, may be in it but for rounding.
     */
    private static final double OUTSIDE = 1 + 1e-12;

    /** Where a side is shorter, in squares, the area is not accurate. */
    private static final double SHORT = 0x1p-40;

    /** The triangle with these squares, in any order. */
    static TriangleSquares of(double a, double b, double s) {
      double middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), s));
      return new TriangleSquares(Math.min(a, Math.min(b, s)), middle, Math.max(a, Math.max(b, s)));
    }

    /** By which the shorter ones exceed the longest: above 0 if all angles are acute. */
    private double excess() {
      return shortest + middle - longest;
    }

    /** The square of four times the area; below 0 if there is no triangle. */
    double area() {
      return 4 * shortest * middle - excess() * excess();
    }

    /**
     * Whether a ball contains the triangle, or may contain one with larger sides: the smallest
     * ball's diameter is the longest side if there is no triangle whose angles are all acute, and
     * that of the circle through the corners else, and it does not fall when a side rises.
     *
     * @param square of the ball's diameter
     */
    boolean fit(double square) {
      boolean acute = excess() > 0 && shortest > SHORT * longest;
      return acute
          ? 4 * longest * shortest * middle <= square * area() * OUTSIDE
          : longest <= square * OUTSIDE;
    }
  }
}
