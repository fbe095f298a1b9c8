package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DivergenceKellyTest {
  private static final double[] P = {0.515625, 0.25, 0.125, 0.0625, 0.03125, 0.015625};
  private static final double[] Q = {
    0.83349609375, 0.125, 0.03125, 0.0078125, 0.001953125, 0.00048828125
  };

  /**
   * The nearest pair of laws whose divergence of order 2 is 0.7, found by general optimization of
   * the relative entropies (SciPy's SLSQP), lies at 7.6438e-4 nats; a growth is at most that
   * distance, and the best bet attains it.
   */
  @Test
  void growthIsTheDistanceFromTheClaim() {
    DivergenceKelly.Plan plan =
        new DivergenceKelly(new DivergenceBound(2, 0.7, true), P, Q, 0).solve();
    assertEquals(7.6438e-4, plan.growth(), 1e-7);
  }

  /** The factors are likelihood ratios to laws: those of the nearest true claim. */
  @Test
  void factorsAreRatiosToLaws() {
    for (DivergenceBound bound :
        List.of(new DivergenceBound(2, 0.7, true), new DivergenceBound(1, 0.2, false))) {
      double[] first = bound.forward() ? P : Q;
      double[] second = bound.forward() ? Q : P;
      DivergenceKelly.Plan plan = new DivergenceKelly(bound, first, second, 0).solve();
      double x = 0;
      double y = 0;
      double moment = 0;
      for (int i = 0; i < P.length; i++) {
        double nearestFirst = first[i] / (1 + plan.onFirst().get(i));
        double nearestSecond = second[i] / (1 + plan.onSecond().get(i));
        x += nearestFirst;
        y += nearestSecond;
        double log = Math.log(nearestFirst / nearestSecond);
        assertEquals(log, plan.logRatios().get(i), 1e-5, "ratios are those of these laws");
        moment += nearestFirst * (bound.order() == 1 ? log : Math.exp(log));
      }
      assertEquals(1, x, 1e-3);
      assertEquals(1, y, 1e-3);
      double divergence = bound.order() == 1 ? moment : Math.log(moment);
      assertEquals(bound.bound(), divergence, 2e-3);
    }
  }

  @Test
  void aTrueClaimPromisesNothing() {
    double divergence = 0;
    for (int i = 0; i < P.length; i++) {
      divergence += P[i] * P[i] / Q[i];
    }
    DivergenceBound bound = new DivergenceBound(2, Math.log(divergence), true);
    assertEquals(0, new DivergenceKelly(bound, P, Q, 0).solve().growth(), 1e-9);
    DivergenceBound tooSmall = new DivergenceBound(2, 0.7, true);
    double whole = new DivergenceKelly(tooSmall, P, Q, 0).solve().growth();
    double less = new DivergenceKelly(tooSmall, P, Q, 0.1).solve().growth();
    assertTrue(less > 0 && less < whole, "a margin counts like a larger bound");
  }

  /** No bet near it is better: the planner's optimum is one, whatever the situation. */
  @Test
  void noBetNearbyGrowsFaster() {
    SplittableRandom random = new SplittableRandom(5);
    for (double order : new double[] {1, 1.5, 2, 8}) {
      DivergenceBound bound = new DivergenceBound(order, 0.15 * order, true);
      DivergenceKelly.Plan plan = new DivergenceKelly(bound, P, Q, 0).solve();
      for (int i = 0; i < 200; i++) {
        double stake = plan.stake() * (1 + 0.1 * random.nextDouble(-1, 1));
        double coin = plan.coin() * (1 + 0.1 * random.nextDouble(-1, 1));
        double growth = 0;
        for (int cell = 0; cell < P.length; cell++) {
          double ratio = plan.logRatios().get(cell) + 0.1 * random.nextDouble(-1, 1);
          double cost = bound.allowance() / 2;
          double x = 1 + coin + stake * (bound.roughlyOnFirst(ratio) - cost);
          double y = 1 - coin - stake * (bound.roughlyOnSecond(ratio) + cost);
          growth += (P[cell] * Math.log(x) + Q[cell] * Math.log(y)) / 2;
        }
        assertTrue(!(growth > plan.growth() * (1 + 1e-3)), order + ": " + growth);
      }
    }
  }
}
