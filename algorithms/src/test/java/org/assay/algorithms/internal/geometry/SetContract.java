package org.assay.algorithms.internal.geometry;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What every set promises of its projection, its size and its oracle; inherited by its tests. */
abstract class SetContract {
  private static final int MEMBERS = 20;

  abstract ConstraintSet set();

  /** A random point of the set, found without the projection. */
  abstract double[] member(Random random);

  /** How far a computed projection may be from the exact one, relative to points of norm 10. */
  double accuracy() {
    return 1e-11;
  }

  /** Points in and around the set, some far away, with their members to compare with. */
  @Provide
  Arbitrary<double[]> points() {
    return Arbitraries.randomValue(
        random -> {
          double spread = random.nextInt(4) == 0 ? 10 : 2;
          double[] point = random.doubles(set().dimension(), -spread, spread).toArray();
          point[0] = random.nextInt(8) == 0 ? 0 : point[0];
          return point;
        });
  }

  @Provide
  Arbitrary<double[][]> members() {
    return Arbitraries.randomValue(
        random -> {
          double[][] members = new double[MEMBERS][];
          for (int k = 0; k < MEMBERS; k++) {
            members[k] = member(random);
          }
          return members;
        });
  }

  final double[] projected(double[] point) {
    double[] result = point.clone();
    set().project(result);
    return result;
  }

  static double dot(double[] a, double[] b) {
    return Polytope.dot(a, b);
  }

  /** The nearest point p of a convex set is the one with ⟨x - p, v - p⟩ ≤ 0 for all v in it. */
  @Property(tries = 200, seed = "81")
  void projectionsAreTheNearestPoints(
      @ForAll("points") double[] x, @ForAll("members") double[][] members) {
    double[] p = projected(x);
    assertTrue(set().contains(p, accuracy()));
    for (double[] v : members) {
      double product = 0;
      for (int j = 0; j < p.length; j++) {
        product += (x[j] - p[j]) * (v[j] - p[j]);
      }
      assertTrue(product <= 40 * accuracy(), "product " + product);
    }
  }

  @Property(tries = 100, seed = "82")
  void projectionsStay(@ForAll("points") double[] x) {
    double[] p = projected(x);
    assertArrayEquals(p, projected(p), 3 * accuracy());
  }

  @Property(tries = 100, seed = "83")
  void membersStay(@ForAll("members") double[][] members) {
    for (double[] v : members) {
      assertArrayEquals(v, projected(v), 3 * accuracy());
      assertTrue(set().contains(v, 3 * accuracy()));
    }
  }

  @Property(tries = 200, seed = "84")
  void projectionsAreNonExpansive(@ForAll("points") double[] x, @ForAll("points") double[] y) {
    double after = Norms.distance(projected(x), projected(y));
    assertTrue(after <= Norms.distance(x, y) + 2 * accuracy());
  }

  @Tag("slow")
  @Property(tries = 30, seed = "85")
  void distancesAreWithinTheDiameters(
      @ForAll("points") double[] x, @ForAll("members") double[][] members) {
    assertTrue(set().diameter(new LpNorm(2)) <= set().diameter() * (1 + 1e-12));
    for (double order : new double[] {1, 1.5, 2, 3, Double.POSITIVE_INFINITY}) {
      LpNorm norm = new LpNorm(order);
      for (double[] u : members) {
        for (double[] v : members) {
          assertTrue(Norms.distanceUp(u, v, norm) <= set().diameter(norm) * (1 + 1e-12));
        }
      }
    }
    for (double[] v : members) {
      assertTrue(Norms.distance(x, v) <= set().largestDistance(x) * (1 + 1e-12));
    }
    if (set() instanceof LinearMinimizationOracle oracle) {
      // The point that lies farthest against x is often the farthest one, and random ones are not.
      double[] against = new double[x.length];
      oracle.minimize(x, against);
      assertTrue(Norms.distance(x, against) <= set().largestDistance(x) * (1 + 1e-12));
    }
  }

  @Property(tries = 100, seed = "86")
  void theOracleBeatsEveryMember(
      @ForAll("points") double[] direction, @ForAll("members") double[][] members) {
    double[] minimizer = new double[direction.length];
    ((LinearMinimizationOracle) set()).minimize(direction, minimizer);
    assertTrue(set().contains(minimizer, 1e-9));
    for (double[] v : members) {
      assertTrue(dot(minimizer, direction) <= dot(v, direction) + 1e-10);
    }
  }

  @Example
  void refusesWhatIsNoPoint() {
    int d = set().dimension();
    refuses("dimension of the point was " + (d + 1), () -> set().project(new double[d + 1]));
    double[] broken = new double[d];
    broken[0] = Double.NaN;
    assertFalse(set().contains(broken, 1));
    LinearMinimizationOracle oracle = (LinearMinimizationOracle) set();
    refuses("coordinate 0 of the point was NaN", () -> oracle.minimize(broken, new double[d]));
    refuses(
        "dimension of the minimizer was", () -> oracle.minimize(new double[d], new double[d + 1]));
    broken[0] = 50;
    assertFalse(set().contains(broken, 1));
  }
}
