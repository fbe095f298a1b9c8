package org.assay.accountant.iteration.choice;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The largest χ² divergence of the laws {@code (1−q)N(0) + qN(m′)} and {@code (1−q)N(0) + qN(m)} of
 * a step, over all triangles 0, m, m′ with sides of at most mu: by branch and bound over boxes of
 * the three inner products. Proof: {@code doc-files/chosen-pairs.md}.
 */
final class TriangleChiSquare {
  /** The search ends when the bound is this close to the value of some triangle. */
  private static final double TOLERANCE = 2e-3;

  /** A bound of so many boxes is valid, if not close. */
  private static final int MOST_BOXES = 200_000;

  /** Covers the rounding of sums of a dozen terms, relative to the largest ones. */
  private static final double SLACK = 1e-14;

  private final double share;
  private final double square;

  private TriangleChiSquare(double share, double mu) {
    this.share = share;
    this.square = mu * mu * (1 + SLACK);
  }

  /** Lengths |m|², |m′|² and the inner product, each in an interval, and what bounds them. */
  private record Box(
      double firstLow,
      double firstHigh,
      double secondLow,
      double secondHigh,
      double productLow,
      double productHigh,
      double bound) {}

  /**
   * The bound.
   *
   * @param share q, above 0 and below 1
   * @param mu the longest side of the triangles, above 0
   * @return an upper bound, which may be infinite
   */
  static double largest(double share, double mu) {
    return new TriangleChiSquare(share, mu).search();
  }

  private double search() {
    PriorityQueue<Box> boxes =
        new PriorityQueue<>(Comparator.comparingDouble(Box::bound).reversed());
    boxes.add(box(0, square, 0, square, -square / 4 * (1 + SLACK), square));
    double best = Math.max(oneSided(), atCenter(equilateral()));
    for (int count = 0; count < MOST_BOXES; count++) {
      Box top = boxes.element();
      if (!(top.bound() > best * (1 + TOLERANCE))) {
        return best * (1 + TOLERANCE);
      }
      best = Math.max(best, atCenter(top));
      boxes.remove();
      split(top, boxes);
    }
    return boxes.element().bound();
  }

  /** That of m = 0, exactly. */
  private double oneSided() {
    return share * share * Math.expm1(square);
  }

  private Box equilateral() {
    return box(square, square, square, square, square / 2, square / 2);
  }

  private double atCenter(Box box) {
    double first = (box.firstLow() + box.firstHigh()) / 2;
    double second = (box.secondLow() + box.secondHigh()) / 2;
    double product = (box.productLow() + box.productHigh()) / 2;
    boolean triangle = product * product <= first * second;
    Box point = box(first, first, second, second, product, product);
    return triangle && !outside(point) ? point.bound() : 0;
  }

  private void split(Box box, PriorityQueue<Box> boxes) {
    double first = box.firstHigh() - box.firstLow();
    double second = box.secondHigh() - box.secondLow();
    double product = box.productHigh() - box.productLow();
    if (first >= second && first >= product) {
      double middle = (box.firstLow() + box.firstHigh()) / 2;
      add(boxes, with(box, box.firstLow(), middle, box.secondLow(), box.secondHigh()));
      add(boxes, with(box, middle, box.firstHigh(), box.secondLow(), box.secondHigh()));
    } else if (second >= product) {
      double middle = (box.secondLow() + box.secondHigh()) / 2;
      add(boxes, with(box, box.firstLow(), box.firstHigh(), box.secondLow(), middle));
      add(boxes, with(box, box.firstLow(), box.firstHigh(), middle, box.secondHigh()));
    } else {
      double middle = (box.productLow() + box.productHigh()) / 2;
      add(boxes, withProduct(box, box.productLow(), middle));
      add(boxes, withProduct(box, middle, box.productHigh()));
    }
  }

  private Box with(
      Box box, double firstLow, double firstHigh, double secondLow, double secondHigh) {
    return box(firstLow, firstHigh, secondLow, secondHigh, box.productLow(), box.productHigh());
  }

  private Box withProduct(Box box, double low, double high) {
    return box(box.firstLow(), box.firstHigh(), box.secondLow(), box.secondHigh(), low, high);
  }

  private void add(PriorityQueue<Box> boxes, Box box) {
    if (!outside(box)) {
      boxes.add(box);
    }
  }

  /** Whether no triangle of the box has sides of at most mu. */
  private boolean outside(Box box) {
    double slack = 8 * SLACK * square;
    double apart = box.firstLow() + box.secondLow() - 2 * box.productHigh();
    if (apart > square + slack) {
      return true;
    }
    double least = Math.max(0, Math.max(box.productLow(), -box.productHigh()));
    return least * least > box.firstHigh() * box.secondHigh() + slack * square;
  }

  private Box box(
      double firstLow,
      double firstHigh,
      double secondLow,
      double secondHigh,
      double productLow,
      double productHigh) {
    double bound = bound(firstLow, firstHigh, secondLow, secondHigh, productLow, productHigh);
    return new Box(firstLow, firstHigh, secondLow, secondHigh, productLow, productHigh, bound);
  }

  /** (3) and (4) of the page: a is |m|², b is |m′|² and c their inner product. */
  private double bound(
      double aLow, double aHigh, double bLow, double bHigh, double cLow, double cHigh) {
    double q = share;
    double rest = q * q / (1 - q);
    double plain = high(Math.expm1(aHigh) + Math.expm1(bHigh), 2 * Math.expm1(cLow));
    double skew =
        low(Math.expm1(bLow + 2 * cLow) + Math.expm1(3 * aLow), 2 * Math.expm1(aHigh + 2 * cHigh));
    double fourth =
        high(
            Math.exp(aHigh + bHigh + 4 * cHigh) + Math.exp(6 * aHigh),
            2 * Math.exp(3 * aLow + 3 * cLow));
    double simple = q * q / (1 - q) * plain;
    double skewed = (q + 2 * rest) * skew;
    double expanded = q * q * (plain / (1 - q) - skewed + rest * fourth);
    double slack = SLACK * q * q * (plain / (1 - q) + Math.abs(skewed) + rest * fourth);
    return Math.max(0, Math.min(simple * (1 + 8 * SLACK), expanded + 8 * slack));
  }

  private static double high(double added, double subtracted) {
    return added - subtracted + SLACK * (Math.abs(added) + Math.abs(subtracted));
  }

  private static double low(double added, double subtracted) {
    return added - subtracted - SLACK * (Math.abs(added) + Math.abs(subtracted));
  }
}
