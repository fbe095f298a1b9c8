package org.assay.accountant.internal.iteration.recoupling;

import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.largerProfile;
import static org.assay.accountant.numeric.Rounding.logUp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.internal.divergence.GaussianMechanism;

/** Clipped re-coupling against exact profiles of small chains and of Gaussians. */
class RecouplingProperties {
  private static final int POINTS = 24;

  /** Two chains on a few states: all terms of formula (3) can be listed. */
  @Property(tries = 300)
  void boundsChainsWithFewStates(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int states) {
    SplittableRandom random = new SplittableRandom(seed);
    ProfileLattice lattice = new ProfileLattice(0.25, POINTS);
    double[] p = law(random, states);
    double[] q = law(random, states);
    double[][] k = kernel(random, states);
    double[][] l = nearby(random, k);
    LatticeProfile after = recoupled(lattice, p, q, k, l);
    for (double epsilon = 0; epsilon <= 8; epsilon += 0.1) {
      double exact = largerProfile(moved(p, k), moved(q, l), epsilon);
      double bound = after.delta(epsilon);
      assertTrue(bound >= exact - 1e-15, bound + " is below " + exact + " at " + epsilon);
    }
  }

  /** The bound for two chains from their distributions and kernels. */
  private static LatticeProfile recoupled(
      ProfileLattice lattice, double[] p, double[] q, double[][] k, double[][] l) {
    LatticeProfile before =
        LatticeProfile.of(lattice, i -> logUp(largerProfile(p, q, lattice.loss(i))));
    LatticeProfile same =
        LatticeProfile.extended(lattice, i -> logUp(worst(k, l, true, lattice.loss(i))));
    LatticeProfile any =
        LatticeProfile.of(lattice, i -> logUp(worst(k, l, false, lattice.loss(i))));
    LatticePair pair = LatticePair.of(before).orElseThrow();
    return new RecouplingStep(pair).after(same, any);
  }

  /**
   * Without bounds for other points, the thresholds leave composition unchanged, up to the chords
   * between losses 1/8 apart. These are short compared with a mu of 1.4 and more.
   */
  @Property(tries = 20)
  void composesGaussians(
      @ForAll @DoubleRange(min = 1, max = 3) double first,
      @ForAll @DoubleRange(min = 1, max = 3) double second) {
    ProfileLattice lattice = new ProfileLattice(0.125, 160);
    LatticeProfile before = gaussian(lattice, first);
    LatticeProfile same = LatticeProfile.extended(lattice, i -> logDelta(second, lattice.loss(i)));
    LatticeProfile any = LatticeProfile.of(lattice, i -> 0);
    LatticeProfile after =
        new RecouplingStep(LatticePair.of(before).orElseThrow()).after(same, any);
    double mu = Math.sqrt(first * first + second * second);
    for (double epsilon = 0; epsilon <= 6; epsilon += 0.5) {
      double exact = GaussianMechanism.delta(mu, epsilon).lower();
      assertTrue(after.delta(epsilon) >= exact);
      assertTrue(after.delta(epsilon) <= exact * 1.15 + 1e-9, after.delta(epsilon) + " " + exact);
    }
  }

  /** Probabilities and losses far from each other: everything happens in the tails. */
  @Property(tries = 200)
  void boundsChainsWithRareStates(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int states) {
    SplittableRandom random = new SplittableRandom(seed);
    ProfileLattice lattice = new ProfileLattice(8, 40);
    double[] p = rareLaw(random, states, 0);
    double[] q = rareLaw(random, states, 0);
    double[][] k = rareKernel(random, states);
    double[][] l = rareKernel(random, states);
    LatticeProfile after = recoupled(lattice, p, q, k, l);
    // At loss 0 the sums of the distributions, which are 1 up to rounding, would matter.
    for (int i = 1; i <= lattice.points(); i++) {
      double exact = Math.log(largerProfile(moved(p, k), moved(q, l), lattice.loss(i)));
      assertTrue(after.logAt(i) >= exact - 1e-9, after.logAt(i) + " is below " + exact);
    }
  }

  /** Logarithms far below that of the smallest double, up to the chords. */
  @Property(tries = 20)
  void composesGaussiansFarIntoTheTail(
      @ForAll @DoubleRange(min = 1, max = 2) double first,
      @ForAll @DoubleRange(min = 1, max = 2) double second) {
    ProfileLattice lattice = new ProfileLattice(0.5, 300);
    LatticeProfile same = LatticeProfile.extended(lattice, i -> logDelta(second, lattice.loss(i)));
    LatticePair pair = LatticePair.of(gaussian(lattice, first)).orElseThrow();
    LatticeProfile after = new RecouplingStep(pair).after(same, LatticeProfile.of(lattice, i -> 0));
    double mu = Math.sqrt(first * first + second * second);
    for (int i = 0; i <= lattice.points(); i += 10) {
      double exact = GaussianMechanism.logDelta(mu, lattice.loss(i)).lower();
      assertTrue(after.logAt(i) >= exact, after.logAt(i) + " is below " + exact);
      assertEquals(exact, after.logAt(i), 0.03 * Math.abs(exact) + 0.2);
    }
    assertTrue(after.logAt(lattice.points()) < -1000);
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
    return LatticeProfile.of(lattice, i -> logDelta(mu, lattice.loss(i)));
  }

  private static double logDelta(double mu, double epsilon) {
    return GaussianMechanism.logDelta(mu, epsilon).upper();
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

  /**
   * A distribution with no mass below the square root of the smallest double, so that products are
   * exact enough.
   */
  private static double[] rareLaw(SplittableRandom random, int states, int likely) {
    double[] law = new double[states];
    for (int i = 0; i < states; i++) {
      law[i] = i == likely ? 1 : Math.exp(-300 * random.nextDouble());
    }
    double sum = Arrays.stream(law).sum();
    return Arrays.stream(law).map(mass -> mass / sum).toArray();
  }

  private static double[][] rareKernel(SplittableRandom random, int states) {
    return Stream.generate(() -> rareLaw(random, states, random.nextInt(states)))
        .limit(states)
        .toArray(double[][]::new);
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

  private static double worst(double[][] k, double[][] l, boolean fromOnePoint, double loss) {
    double worst = 0;
    for (int i = 0; i < k.length; i++) {
      for (int j = 0; j < k.length; j++) {
        boolean counts = i == j || !fromOnePoint;
        worst = counts ? Math.max(worst, largerProfile(k[i], l[j], loss)) : worst;
      }
    }
    return worst;
  }
}
