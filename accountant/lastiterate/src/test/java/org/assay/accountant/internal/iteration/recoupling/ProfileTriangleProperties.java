package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.recoupling.HorizonProfiles.ProfileTriangle;

/**
 * The search, which skips places, against a search of all places, and against known distributions.
 */
class ProfileTriangleProperties {
  private static final double SLACK = 0x1p-26;
  private static final int POINTS = 60;

  /** Convex profiles: steep, flat, with ends at the least logarithm, and powers without an end. */
  private static LatticeProfile random(ProfileLattice lattice, Random random) {
    double first = random.nextBoolean() ? -random.nextDouble() : -30 * random.nextDouble();
    double slope = Math.exp(8 * random.nextDouble() - 5);
    if (random.nextBoolean()) {
      // Convex at the ratio 1 as well.
      double most = Math.expm1(-first) / 2;
      double power = most * random.nextDouble();
      return LatticeProfile.extended(lattice, i -> first - power * lattice.loss(i));
    }
    double bend = slope * random.nextDouble() / 10;
    int cliff = random.nextInt(2 * POINTS);
    return LatticeProfile.of(
        lattice, i -> i < cliff ? first - slope * i - bend * i * i : LatticeProfile.LEAST);
  }

  /** The search skips no place with a smaller value, at indices in any order. */
  @Property(tries = 300, seed = "20261129")
  void isTheSmallestSumOfAllPlaces(@ForAll long seed) {
    Random random = new Random(seed);
    ProfileLattice lattice =
        new ProfileLattice((float) Math.exp(-4 + 4 * random.nextDouble()), POINTS);
    LatticeProfile one = random(lattice, random);
    LatticeProfile two = random(lattice, random);
    ProfileTriangle triangle = new ProfileTriangle(one, two);
    for (int i = 0; i <= POINTS; i++) {
      assertEquals(smallest(one, two, i), triangle.applyAsDouble(i), SLACK, "rising " + i);
    }
    for (int k = 0; k < 30; k++) {
      int i = random.nextInt(POINTS + 1);
      assertEquals(smallest(one, two, i), triangle.applyAsDouble(i), SLACK, "any " + i);
    }
  }

  private static double smallest(LatticeProfile one, LatticeProfile two, int index) {
    double least = 0;
    for (int j = -POINTS; j <= 2 * POINTS; j++) {
      double shift = j * one.lattice().spacing();
      least = Math.min(least, sum(one.logAt(j), shift + two.logAt(index - j)));
      least = Math.min(least, sum(two.logAt(j), shift + one.logAt(index - j)));
    }
    return least;
  }

  private static double sum(double a, double b) {
    return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
  }

  /** Two shifts of a Gaussian are one shift, and the triangle is an equality for them. */
  @Example
  void shiftsOfGaussiansAddUp() {
    ProfileLattice lattice = new ProfileLattice((float) 0.02, 400);
    LatticeProfile one = gaussian(lattice, 0.7);
    LatticeProfile two = gaussian(lattice, 1.1);
    ProfileTriangle triangle = new ProfileTriangle(one, two);
    for (int i = 0; i <= 300; i += 50) {
      double exact = GaussianMechanism.logDelta(1.8, i * lattice.spacing()).upper();
      double found = triangle.applyAsDouble(i);
      assertTrue(found >= exact && found < exact + 1e-3, i + ": " + found + ", not " + exact);
    }
  }

  private static LatticeProfile gaussian(ProfileLattice lattice, double mu) {
    return LatticeProfile.extended(
        lattice, i -> GaussianMechanism.logDelta(mu, i * lattice.spacing()).upper());
  }
}
