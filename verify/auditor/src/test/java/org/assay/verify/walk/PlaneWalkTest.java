package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether walks in the plane lose more than walks on a line, where losses may change from step to
 * step: a search over the directions of the record's gradient and the common drifts of all steps,
 * on a disc and on an interval of the same diameter. Plain doubles: nothing here is certified.
 */
class PlaneWalkTest {
  private static final int STEPS = 10;
  private static final double ORDER = 2;

  /** Stronger drifts than this leave the disc on so few sides that the rule does not see them. */
  private static final double STRONGEST = 1.5;

  @Test
  @Tag("slow")
  void aDiscLosesLessThanAnIntervalOfItsDiameter() {
    compare(3, 0.5);
    compare(6, 1);
  }

  /**
   * On the disc a walk along a diameter loses a part of what it does on the interval, as the disc
   * is narrower beside the diameter; turning gradients and drifts win back hardly any of it.
   */
  private static void compare(double width, double jump) {
    IntervalWalk interval = new IntervalWalk(width);
    double[] drifts = climb(new double[STEPS], 60, p -> onTheLine(interval, jump, p));
    double line = onTheLine(interval, jump, drifts);
    PlaneWalk disc = new PlaneWalk(width);
    double[] along = new double[3 * STEPS];
    for (int t = 0; t < STEPS; t++) {
      along[3 * t] = drifts[t];
    }
    double embedded = inThePlane(disc, width, jump, along);
    double[] turned = along.clone();
    Random random = new Random(20200504);
    for (int i = 0; i < turned.length; i++) {
      turned[i] += random.nextGaussian() * (i % 3 == 2 ? 0.8 : 0.2);
    }
    double plane =
        Math.max(searched(disc, width, jump, along), searched(disc, width, jump, turned));
    assertTrue(embedded > 0.8 * line, embedded + " of " + line);
    assertTrue(plane >= embedded && plane < 1.03 * embedded, plane + " from " + embedded);
    assertTrue(plane < line, plane + " of " + line);
  }

  private static double searched(PlaneWalk disc, double width, double jump, double[] start) {
    double[] best = climb(start, 6, p -> inThePlane(disc, width, jump, p));
    double mass = PlaneWalk.mass(disc.law(-width / 2, 0, shifts(best, jump / 2)));
    assertEquals(1, mass, 1e-4, "the rule's error");
    return inThePlane(disc, width, jump, best);
  }

  /** In one coordinate after the other, with steps of its own for each. */
  private static double[] climb(double[] start, int sweeps, ToDoubleFunction<double[]> value) {
    double[] best = start.clone();
    double[] step = new double[best.length];
    Arrays.fill(step, 0.3);
    double highest = value.applyAsDouble(best);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 0; i < best.length; i++) {
        double[] tried = best.clone();
        tried[i] += step[i];
        double found = value.applyAsDouble(tried);
        step[i] *= found > highest ? 1.5 : -0.6;
        if (found > highest) {
          best = tried;
          highest = found;
        }
      }
    }
    return best;
  }

  private static double onTheLine(IntervalWalk walk, double jump, double[] drifts) {
    return larger(
        walk.law(0, Arrays.stream(drifts).map(d -> limited(d) + jump / 2).toArray()),
        walk.law(0, Arrays.stream(drifts).map(d -> limited(d) - jump / 2).toArray()));
  }

  /** From a point of the circle; three numbers for each step: a drift and an angle. */
  private static double inThePlane(PlaneWalk walk, double width, double jump, double[] p) {
    return larger(
        walk.law(-width / 2, 0, shifts(p, jump / 2)),
        walk.law(-width / 2, 0, shifts(p, -jump / 2)));
  }

  private static double[][] shifts(double[] p, double jump) {
    double[][] shifts = new double[p.length / 3][];
    for (int t = 0; t < shifts.length; t++) {
      double angle = p[3 * t + 2];
      shifts[t] =
          new double[] {
            limited(p[3 * t]) + jump * Math.cos(angle),
            limited(p[3 * t + 1]) + jump * Math.sin(angle)
          };
    }
    return shifts;
  }

  private static double limited(double drift) {
    return Math.max(-STRONGEST, Math.min(STRONGEST, drift));
  }

  private static double larger(double[] one, double[] other) {
    return Math.max(PlaneWalk.renyi(ORDER, one, other), PlaneWalk.renyi(ORDER, other, one));
  }
}
