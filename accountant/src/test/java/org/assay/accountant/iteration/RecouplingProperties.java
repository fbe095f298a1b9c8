package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.divergence.GaussianMechanism;

/** Clipped re-coupling against exact profiles of small chains and of Gaussians. */
class RecouplingProperties {
  private static final int POINTS = 24;

  /** Two chains on a few states: everything in (3) can be listed. */
  @Property(tries = 300)
  void boundsChainsWithFewStates(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int states) {
    SplittableRandom random = new SplittableRandom(seed);
    ProfileLattice lattice = new ProfileLattice(0.25, POINTS);
    double[] p = law(random, states);
    double[] q = law(random, states);
    double[][] k = kernel(random, states);
    double[][] l = nearby(random, k);
    LatticeProfile before = LatticeProfile.of(lattice, i -> both(p, q, lattice.loss(i)));
    LatticeProfile same = LatticeProfile.extended(lattice, i -> worst(k, l, true, i), 0);
    LatticeProfile any = LatticeProfile.of(lattice, i -> worst(k, l, false, i));
    LatticePair pair = LatticePair.of(before).orElseThrow();
    LatticeProfile after = new RecouplingStep(pair).after(same, any);
    for (double epsilon = 0; epsilon <= 8; epsilon += 0.1) {
      double exact = both(moved(p, k), moved(q, l), epsilon);
      double bound = after.delta(epsilon);
      assertTrue(bound >= exact - 1e-15, bound + " is below " + exact + " at " + epsilon);
    }
  }

  /**
   * Without anything known about other points, the thresholds leave composition as it is, up to the
   * chords between losses 1/8 apart, which are short against a mu of 1.4 and more.
   */
  @Property(tries = 20)
  void composesGaussians(
      @ForAll @DoubleRange(min = 1, max = 3) double first,
      @ForAll @DoubleRange(min = 1, max = 3) double second) {
    ProfileLattice lattice = new ProfileLattice(0.125, 160);
    LatticeProfile before = gaussian(lattice, first);
    LatticeProfile same =
        LatticeProfile.extended(lattice, i -> delta(second, lattice.loss(i)), 1e-300);
    LatticeProfile any = LatticeProfile.of(lattice, i -> 1);
    LatticeProfile after =
        new RecouplingStep(LatticePair.of(before).orElseThrow()).after(same, any);
    double mu = Math.sqrt(first * first + second * second);
    for (double epsilon = 0; epsilon <= 6; epsilon += 0.5) {
      double exact = GaussianMechanism.delta(mu, epsilon).lower();
      assertTrue(after.delta(epsilon) >= exact);
      assertTrue(after.delta(epsilon) <= exact * 1.15 + 1e-9, after.delta(epsilon) + " " + exact);
    }
  }

  /** Between the points too; epsilon inverts delta. */
  @Property(tries = 20)
  void profilesAnswerOnTheSafeSide(@ForAll @DoubleRange(min = 0.3, max = 6) double mu) {
    ProfileLattice lattice = new ProfileLattice(0.25, 160);
    LatticeProfile profile = gaussian(lattice, mu);
    for (double epsilon = 0; epsilon <= 12; epsilon += 0.4) {
      double exact = GaussianMechanism.delta(mu, epsilon).lower();
      double bound = profile.delta(epsilon);
      assertTrue(bound >= exact);
      if (bound < 1 && bound > 1e-12) {
        double inverse = profile.epsilon(bound);
        assertEquals(epsilon, inverse, 1e-6);
        assertTrue(profile.delta(inverse) <= bound * (1 + 1e-9));
      }
    }
  }

  private static LatticeProfile gaussian(ProfileLattice lattice, double mu) {
    return LatticeProfile.of(lattice, i -> delta(mu, lattice.loss(i)));
  }

  private static double delta(double mu, double epsilon) {
    return GaussianMechanism.delta(mu, epsilon).upper();
  }

  private static double[] law(SplittableRandom random, int states) {
    double[] law = new double[states];
    double sum = 0;
    for (int i = 0; i < states; i++) {
      law[i] = Math.pow(random.nextDouble(), 1 + random.nextInt(6));
      sum += law[i];
    }
    for (int i = 0; i < states; i++) {
      law[i] /= sum;
    }
    return law;
  }

  private static double[][] kernel(SplittableRandom random, int states) {
    double[][] kernel = new double[states][];
    for (int i = 0; i < states; i++) {
      kernel[i] = law(random, states);
    }
    return kernel;
  }

  private static double[][] nearby(SplittableRandom random, double[][] kernel) {
    double weight = 0.3 * random.nextDouble();
    double[][] other = kernel(random, kernel.length);
    for (int i = 0; i < kernel.length; i++) {
      for (int j = 0; j < kernel.length; j++) {
        other[i][j] = weight * other[i][j] + (1 - weight) * kernel[i][j];
      }
    }
    return other;
  }

  private static double[] moved(double[] law, double[][] kernel) {
    double[] result = new double[law.length];
    for (int i = 0; i < law.length; i++) {
      for (int j = 0; j < law.length; j++) {
        result[j] += law[i] * kernel[i][j];
      }
    }
    return result;
  }

  private static double worst(double[][] k, double[][] l, boolean fromOnePoint, int index) {
    double worst = 0;
    for (int i = 0; i < k.length; i++) {
      for (int j = 0; j < k.length; j++) {
        boolean counts = i == j || !fromOnePoint;
        worst = counts ? Math.max(worst, both(k[i], l[j], index * 0.25)) : worst;
      }
    }
    return worst;
  }

  private static double both(double[] p, double[] q, double epsilon) {
    return Math.max(profile(p, q, epsilon), profile(q, p, epsilon));
  }

  private static double profile(double[] p, double[] q, double epsilon) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
    }
    return sum;
  }
}
