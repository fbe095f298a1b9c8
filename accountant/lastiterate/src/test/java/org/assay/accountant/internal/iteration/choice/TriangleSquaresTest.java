package org.assay.accountant.internal.iteration.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.assay.accountant.internal.iteration.choice.ChosenCompositions.TriangleChiSquare.TriangleSquares;
import org.junit.jupiter.api.Test;

/** Smallest balls of triangles, compared with conditions on their corners. */
class TriangleSquaresTest {
  private static final int TRIANGLES = 20_000;

  @Test
  void trianglesInABallFitAndSoDoThoseWithSmallerSides() {
    Random random = new Random(3);
    for (int i = 0; i < TRIANGLES; i++) {
      double[] squares = squares(random, () -> random.nextBoolean() ? 1 : random.nextDouble());
      assertTrue(of(squares).fit(1 + 1e-9), () -> of(squares) + "");
      double[] less = squares.clone();
      for (int j = 0; j < 3; j++) {
        less[j] *= random.nextBoolean() ? 1 : random.nextDouble();
      }
      assertTrue(of(less).fit(1 + 1e-9), () -> of(less) + "");
    }
  }

  /**
   * With acute angles the ball is that of the circumscribed circle, otherwise that of the longest
   * side.
   */
  @Test
  void noSmallerBallContainsCornersOfACircleAroundItsCenter() {
    Random random = new Random(4);
    int acute = 0;
    for (int i = 0; i < TRIANGLES; i++) {
      TriangleSquares sides = of(squares(random, () -> 1));
      boolean around = sides.shortest() + sides.middle() > sides.longest();
      acute += around ? 1 : 0;
      double square = around ? 1 : sides.longest();
      assertFalse(sides.fit(square * (1 - 1e-6)), sides::toString);
      assertTrue(sides.fit(square * (1 + 1e-6)), sides::toString);
    }
    // A quarter on average.
    assertEquals(0.25, acute / (double) TRIANGLES, 0.05);
  }

  @Test
  void theBallDoesNotShrinkWhenASideRises() {
    Random random = new Random(5);
    for (int i = 0; i < TRIANGLES; i++) {
      double[] squares = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
      double square = 1.5 * random.nextDouble();
      if (!of(squares).fit(square)) {
        squares[random.nextInt(3)] += random.nextDouble();
        assertFalse(of(squares).fit(square * (1 - 1e-9)), () -> of(squares) + " in " + square);
      }
    }
  }

  @Test
  void degenerateTrianglesHaveTheBallOfTheirLongestSide() {
    assertTrue(TriangleSquares.of(0, 1, 1).fit(1));
    assertFalse(TriangleSquares.of(0, 1, 1).fit(1 - 1e-9));
    assertTrue(TriangleSquares.of(0, 0, 0).fit(1e-300));
    assertTrue(TriangleSquares.of(1, 1e-30, 1).fit(1));
    assertEquals(0, TriangleSquares.of(0, 1, 1).area());
    assertTrue(TriangleSquares.of(0, 1, 1 - 1e-3).area() < 0);
  }

  private static TriangleSquares of(double[] squares) {
    return TriangleSquares.of(squares[0], squares[1], squares[2]);
  }

  /** Squared sides of three points in a disc of diameter 1, on its edge where their radius is 1. */
  private static double[] squares(Random random, DoubleSupplier radius) {
    double[] x = new double[3];
    double[] y = new double[3];
    for (int i = 0; i < 3; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      double length = radius.getAsDouble() / 2;
      x[i] = length * Math.cos(angle);
      y[i] = length * Math.sin(angle);
    }
    double[] squares = new double[3];
    for (int i = 0; i < 3; i++) {
      double right = x[i] - x[(i + 1) % 3];
      double up = y[i] - y[(i + 1) % 3];
      squares[i] = right * right + up * up;
    }
    return squares;
  }
}
