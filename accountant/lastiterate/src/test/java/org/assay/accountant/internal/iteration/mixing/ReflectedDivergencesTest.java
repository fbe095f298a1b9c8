package org.assay.accountant.internal.iteration.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

/**
 * Rényi divergences of two runs on the same data, from both ends of an interval, against those of
 * projected walks on a grid. Cells merge outputs that the walks distinguish. So grids have the
 * smaller divergence, up to the position within its cell from which a step starts.
 */
class ReflectedDivergencesTest {
  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
  private static final double[] ORDERS = {1.1, 2, 8, 25};

  /** Relative error of the grid. */
  private static final double GRID = 1.002;

  private static MixingWalk walk(double width, double contraction) {
    double curvature = Math.abs(contraction - 1);
    return new MixingWalk(
        NoisySgdStep.of(
            new NoisySgd(
                10,
                10,
                1,
                1e9,
                width,
                1,
                1_000_000,
                curvature,
                1 - contraction,
                NoisySgdSampling.FULL_BATCH,
                AdjacencyRelation.REPLACE_ONE)));
  }

  /**
   * The distributions after a number of steps from both ends, on cells with separate cells for both
   * walls.
   */
  private static double[][] laws(double width, DoubleUnaryOperator map, int steps, int cells) {
    double[][] move = new double[cells + 2][cells + 2];
    double h = width / cells;
    for (int i = 0; i < cells + 2; i++) {
      double from = map.applyAsDouble(Math.max(0, Math.min(width, (i - 0.5) * h)));
      move[i][0] = NORMAL.cumulativeProbability(-from);
      for (int j = 1; j <= cells; j++) {
        move[i][j] = NORMAL.probability((j - 1) * h - from, j * h - from);
      }
      move[i][cells + 1] = NORMAL.cumulativeProbability(from - width);
    }
    double[][] laws = {new double[cells + 2], new double[cells + 2]};
    laws[0][0] = 1;
    laws[1][cells + 1] = 1;
    for (int k = 0; k < steps; k++) {
      laws = new double[][] {after(laws[0], move), after(laws[1], move)};
    }
    return laws;
  }

  private static double[] after(double[] law, double[][] move) {
    double[] next = new double[law.length];
    for (int i = 0; i < law.length; i++) {
      for (int j = 0; j < law.length; j++) {
        next[j] += law[i] * move[i][j];
      }
    }
    return next;
  }

  private static double renyi(double[] p, double[] q, double order) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += p[i] * Math.pow(p[i] / q[i], order - 1);
    }
    return Math.log(sum) / (order - 1);
  }

  private static double bound(MixingWalk walk, double width, int steps, double order) {
    return order / 2 * walk.divergenceSquare(Enclosure.exact(width), steps).upper();
  }

  private static void check(double width, double contraction, DoubleUnaryOperator map) {
    MixingWalk walk = walk(width, contraction);
    for (int steps : new int[] {1, 3, 10, 30}) {
      double[][] laws = laws(width, map, steps, 120);
      for (double order : ORDERS) {
        double bound = bound(walk, width, steps, order);
        double one = renyi(laws[0], laws[1], order);
        double other = renyi(laws[1], laws[0], order);
        assertTrue(Math.max(one, other) <= GRID * bound + 1e-12, one + ", " + other + ": " + bound);
      }
    }
  }

  @Test
  void noProjectedWalkLosesMore() {
    for (double width : new double[] {0.5, 2, 6}) {
      check(width, 1, x -> x);
      check(width, 0.7, x -> 0.7 * x);
      check(width, 0.9, x -> width / 2 + 0.9 * (x - width / 2));
      check(width, 1, x -> Math.max(0, x - 0.5));
      check(width, 1, x -> Math.abs(x - width / 3));
      check(width, 1.05, x -> width / 2 + 1.05 * (x - width / 2));
    }
  }

  /**
   * A map that forgets fast has a divergence that falls as fast; by shifts of the noise it falls as
   * 1/k.
   */
  @Test
  void reflectionsAreBetterWhereRunsForget() {
    Enclosure width = Enclosure.exact(6);
    double reflected = walk(6, 1).divergenceSquare(width, 60).upper();
    double shifted = 36.0 / 60;
    assertTrue(reflected < 0.1 * shifted, reflected + " against " + shifted);
    assertEquals(36, walk(6, 1).divergenceSquare(width, 1).upper(), 1e-9);
  }

  /** Far from walls the loss tends to that of shifts, from above. */
  @Test
  void theLogarithmOfMeetingIsAnEighthOfTheSquare() {
    MixingWalk walk = walk(1e6, 1);
    for (double apart : new double[] {2, 6, 12, 15}) {
      Enclosure distance = Enclosure.exact(apart * 100);
      double alive = walk.survival(distance, 10_000);
      double reflected = MixingWalk.reflectedSquare(alive).upper();
      assertTrue(reflected >= apart * apart, reflected + " at " + apart);
      assertTrue(reflected <= apart * apart + 8 * Math.log(4 + 2 * apart), reflected + "");
    }
    Enclosure far = Enclosure.exact(1e4);
    assertEquals(1, walk.survival(far, 1));
    assertEquals(1e8, walk.divergenceSquare(far, 1).upper(), 1e-3);
  }
}
