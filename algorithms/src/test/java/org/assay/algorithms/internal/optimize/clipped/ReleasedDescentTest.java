package org.assay.algorithms.internal.optimize.clipped;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.junit.jupiter.api.Test;

class ReleasedDescentTest {
  private static final double[][] GRADIENTS = {{-3}, {1}, {0.5}};
  private final List<Double> points = new ArrayList<>();

  /** On [-1, 1] from 0: to 3, cut to 1, back to 0, to -1/2. */
  @Test
  void stepsFromTheProjectedIterate() {
    ClippedSchedule schedule = ClippedSchedule.of(3, 1, 1, 1);
    assertArrayEquals(
        new double[] {-0.5}, run(ReleasedDescent.projected(schedule, interval())), 1e-15);
    assertArrayEquals(new double[] {0, 1, 0}, visited(), 1e-15);
  }

  /** To 3, seen as 1; back to 2, seen as 1; to 3/2, seen as 1; a mean of 1. */
  @Test
  void stepsLazilyFromTheSumOfAllGradients() {
    ClippedSchedule schedule = ClippedSchedule.of(3, 1, 1, 1).averaging(2);
    assertArrayEquals(new double[] {1}, run(ReleasedDescent.lazy(schedule, interval())), 1e-15);
    assertArrayEquals(new double[] {0, 1, 1}, visited(), 1e-15);
  }

  private static EuclideanBall interval() {
    return EuclideanBall.centeredAtOrigin(1, 1);
  }

  private double[] visited() {
    return points.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double[] run(ReleasedDescent descent) {
    return descent
        .run(
            point -> {
              points.add(point[0]);
              return GRADIENTS[points.size() - 1];
            })
        .toArray();
  }
}
