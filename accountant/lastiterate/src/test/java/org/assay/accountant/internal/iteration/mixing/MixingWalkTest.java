package org.assay.accountant.internal.iteration.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.special.Erf;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

/** Survival of the walk against simulation, an independent grid and its asymptotics. */
class MixingWalkTest {
  /** Full batches with D = W, η = σ = 1 and the given contraction minus one. */
  private static NoisySgdStep step(double limit, double contractionMinusOne) {
    double curvature = Math.abs(contractionMinusOne);
    return NoisySgdStep.of(
        new NoisySgd(
            10,
            10,
            1,
            1e9,
            limit,
            1,
            1_000_000_000_000L,
            curvature,
            -contractionMinusOne,
            NoisySgdSampling.FULL_BATCH,
            AdjacencyRelation.REPLACE_ONE));
  }

  private static double survival(double limit, double contractionMinusOne, long steps) {
    return new MixingWalk(step(limit, contractionMinusOne)).survival(steps);
  }

  /**
   * A walk on a grid of states that dominates from below: every transition is rounded down to the
   * grid, so survival can only fall.
   */
  private static double below(double limit, double contraction, int steps, int cells) {
    NormalDistribution normal = new NormalDistribution(null, 0, 1);
    double[] alive = new double[cells + 1];
    Arrays.fill(alive, 1, cells + 1, 1);
    double[][] move = new double[cells + 1][cells + 1];
    for (int i = 1; i <= cells; i++) {
      double from = contraction * limit * i / cells;
      for (int j = 1; j <= cells; j++) {
        double left = limit * j / cells;
        double right = j == cells ? Double.POSITIVE_INFINITY : limit * (j + 1) / cells;
        move[i][j] =
            normal.cumulativeProbability((right - from) / 2)
                - normal.cumulativeProbability((left - from) / 2)
                - normal.cumulativeProbability((right + from) / 2)
                + normal.cumulativeProbability((left + from) / 2);
      }
    }
    for (int k = 0; k < steps; k++) {
      double[] next = new double[cells + 1];
      for (int i = 1; i <= cells; i++) {
        for (int j = 1; j <= cells; j++) {
          next[i] += move[i][j] * alive[j];
        }
      }
      alive = next;
    }
    return alive[cells];
  }

  @Test
  void neverBelowAWalkThatDiesSooner() {
    for (double limit : new double[] {0.3, 2, 8}) {
      for (double excess : new double[] {-0.2, 0, 0.1}) {
        for (int steps : new int[] {1, 3, 12}) {
          double below = below(limit, 1 + excess, steps, 120);
          double survival = survival(limit, excess, steps);
          String where = limit + ", " + excess + ", " + steps + ": " + survival + " " + below;
          assertTrue(survival >= below * (1 - 1e-9), where);
          // The grid loses up to a cell in every step.
          assertTrue(survival <= below * Math.exp(steps * limit / 120) + 1e-12, where);
        }
      }
    }
  }

  /** The limit of the quadrature is the walk itself: simulated, false alarms below 1e-6. */
  @Test
  void agreesWithSimulation() {
    double limit = 10;
    int steps = 60;
    int runs = 40_000;
    Random random = new Random(20200504);
    int alive = 0;
    for (int i = 0; i < runs; i++) {
      alive += survives(limit, steps, random) ? 1 : 0;
    }
    double expected = survival(limit, 0, steps);
    double deviation = Math.sqrt(expected * (1 - expected) / runs);
    assertEquals(expected, alive / (double) runs, 5 * deviation);
  }

  private static boolean survives(double limit, int steps, Random random) {
    double distance = limit;
    for (int k = 0; k < steps; k++) {
      double along = random.nextGaussian();
      // The coupling of the proof: meet if the second density reaches that far, else reflect.
      double ratio = Math.exp((along * along - (along + distance) * (along + distance)) / 2);
      if (random.nextDouble() < ratio) {
        return false;
      }
      distance = Math.min(limit, distance + 2 * along);
    }
    return true;
  }

  /** For large W the walk is Brownian motion with a wall 0.5826 standard deviations farther out. */
  @Test
  void approachesBrownianMotion() {
    for (double limit : new double[] {30, 50}) {
      for (double time : new double[] {0.5, 1.5}) {
        long steps = Math.round(time * limit * limit);
        double expected = brownian(limit, (double) steps);
        assertEquals(1, survival(limit, 0, steps) / expected, 1e-3);
      }
    }
  }

  private static double brownian(double limit, double steps) {
    double top = limit + 2 * 0.5825971579;
    double sum = 0;
    for (int n = 0; n < 50; n++) {
      double theta = (n + 0.5) * Math.PI / top;
      double weight = 2 / ((n + 0.5) * Math.PI) * Math.sin(theta * limit);
      sum += weight * Math.exp(-2 * theta * theta * steps);
    }
    return sum;
  }

  @Test
  void sinesStayAboveAndNearTheWalk() {
    for (double limit : new double[] {50, 400, 1000, 1e5}) {
      NoisySgdStep step = step(limit, 0);
      MixingWalk walk = new MixingWalk(step);
      for (double time : new double[] {0.05, 0.3, 1, 2.5, 5}) {
        long steps = Math.round(time * limit * limit);
        double ratio =
            walk.quickSurvival(Enclosure.exact(limit), steps) / brownian(limit, (double) steps);
        double most = 1.02 * Math.exp(5 * time * 0.2 / limit);
        assertTrue(ratio >= 1 && ratio <= most, limit + ", " + time + ": " + ratio);
      }
    }
  }

  /** The quadrature proves more than the sines where both apply, and never contradicts them. */
  @Test
  void boundsAgreeWhereTheyOverlap() {
    MixingWalk walk = new MixingWalk(step(60, 0));
    for (long steps : new long[] {180, 720, 3600, 8000}) {
      double quick = walk.quickSurvival(Enclosure.exact(60), steps);
      double fine = walk.survival(steps);
      assertTrue(fine <= quick && fine >= 0.9 * quick, steps + ": " + fine + " " + quick);
    }
  }

  /** The inequality by which the sines take over, on cells narrow enough for its margin. */
  @Test
  void sinesTakeOverAboveTheErrorFunction() {
    double scale = 1 / (2 * Math.sqrt(0.077));
    double first = 0.005;
    double tangent = 2 / Math.sqrt(Math.PI) * scale * first;
    // Left of it: the error function below its tangent, the concave sines above their chord.
    assertTrue(tangent * (1 + 1e-9) <= sines(first), tangent + " > " + sines(first));
    for (double x = first; x < 1; x *= 1.0002) {
      double right = Erf.erf(scale * x * 1.0002);
      assertTrue(right * (1 + 1e-9) <= sines(x), x + ": " + right + " > " + sines(x));
    }
  }

  private static double sines(double x) {
    return 1.067 * (Math.sin(Math.PI / 2 * x) + Math.sin(3 * Math.PI / 2 * x) / 14);
  }

  @Test
  void fallsWithTimeAndRisesWithLimitAndContraction() {
    for (double limit : new double[] {1, 20, 90}) {
      double before = 1;
      for (long steps = 1; steps < 20_000; steps = 3 * steps) {
        double here = survival(limit, 0, steps);
        assertTrue(here <= before, limit + ", " + steps);
        assertTrue(survival(limit / 2, 0, steps) <= here, limit + ", " + steps);
        assertTrue(survival(limit, -0.1, steps) <= here, limit + ", " + steps);
        before = here;
      }
    }
  }

  @Test
  void nobodyForgetsInAnUnboundedSetUnlessStepsContract() {
    Enclosure start = Enclosure.exact(10);
    MixingWalk free = new MixingWalk(step(Double.POSITIVE_INFINITY, 0));
    assertEquals(1, free.survival(1_000_000));
    // From a known distance the free walk is the reflection principle.
    assertEquals(Erf.erf(10 / (2 * Math.sqrt(200))), free.survival(start, 100), 1e-12);
    MixingWalk contracting = new MixingWalk(step(Double.POSITIVE_INFINITY, -0.1));
    assertTrue(contracting.survival(start, 1000) < 1e-40);
  }
}
