package org.assay.accountant.internal.iteration.choice;

/**
 * Squares of the sides of a triangle that may not exist, and the smallest ball that contains it:
 * "The ball" of {@code doc-files/chosen-pairs.md}.
 */
record TriangleSquares(double shortest, double middle, double longest) {
  /** Triangles that are out of a ball by less, in squared radii, may be in it but for rounding. */
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
   * Whether a ball contains the triangle, or may contain one with larger sides: the smallest ball's
   * diameter is the longest side if there is no triangle whose angles are all acute, and that of
   * the circle through the corners else, and it does not fall when a side rises.
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
