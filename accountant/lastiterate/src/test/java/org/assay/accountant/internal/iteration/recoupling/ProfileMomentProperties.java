package org.assay.accountant.internal.iteration.recoupling;

import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.largerProfile;
import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.largerRenyi;
import static org.assay.accountant.numeric.Rounding.logUp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.internal.divergence.GaussianMechanism;

/**
 * Divergences from profiles against those of distributions that can be listed, and of Gaussians.
 */
class ProfileMomentProperties {
  /** The largest loss of the lattice is below, within and above the losses of the distributions. */
  @Property(tries = 300)
  void boundsLawsWithFewPoints(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 6) int size,
      @ForAll @DoubleRange(min = 1.01, max = 20) double order,
      @ForAll @DoubleRange(min = 0.1, max = 30) double above,
      @ForAll @IntRange(min = 4, max = 100) int points) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] p = law(random, size);
    double[] q = law(random, size);
    ProfileLattice lattice = new ProfileLattice(0.125, points);
    LatticeProfile profile =
        LatticeProfile.of(
            lattice, i -> logUp(largerProfile(p, q, i * 0.125) * (1 + 1e-13) + 1e-16));
    double tailOrder = order + above;
    double tail = largerRenyi(p, q, tailOrder) * (1 + 1e-9) + 1e-12;
    double bound = new ProfileMoment(profile, tailOrder, tail).renyi(order);
    double exact = largerRenyi(p, q, order);
    assertTrue(bound >= exact * (1 - 1e-9), bound + " is below " + exact);
  }

  /** Chords are short against the Gaussian, and the tail begins far beyond its peak. */
  @Property(tries = 50)
  void isCloseForGaussians(
      @ForAll @DoubleRange(min = 0.3, max = 3) double mu,
      @ForAll @DoubleRange(min = 1.05, max = 40) double order) {
    double largest = (order - 0.5) * mu * mu + 8 * mu;
    ProfileLattice lattice = new ProfileLattice((float) (largest / 600), 600);
    LatticeProfile profile =
        LatticeProfile.extended(
            lattice, i -> GaussianMechanism.logDelta(mu, lattice.loss(i)).upper());
    double tailOrder = 0.5 + largest / (mu * mu);
    double exact = order * mu * mu / 2;
    double bound = new ProfileMoment(profile, tailOrder, tailOrder * mu * mu / 2).renyi(order);
    assertTrue(bound >= exact * (1 - 1e-12), bound + " is below " + exact);
    assertEquals(exact, bound, 0.02 * exact);
  }

  /** Without any profile the tail alone is hardly worse than the larger order's divergence. */
  @Example
  void fallsBackOnTheLargerOrder() {
    LatticeProfile nothing = LatticeProfile.of(new ProfileLattice(1, 150), i -> 0);
    double bound = new ProfileMoment(nothing, 3, 100).renyi(2);
    assertTrue(bound > 90 && bound < 110, "" + bound);
  }

  /** A profile is at most 4/27 γ⁻² e^(2D) with D of order 3; 4 times its integral is the moment. */
  @Example
  void aTailBeyondTheRangeOfDoublesHasALogarithm() {
    LatticeProfile nothing = LatticeProfile.of(new ProfileLattice(1, 10), i -> 0);
    double bound = new ProfileMoment(nothing, 3, 1000).renyi(2);
    double exact = Math.log(16.0 / 27) + 2 * 1000 - 10;
    assertTrue(bound >= exact, bound + " is below " + exact);
    assertEquals(exact, bound, 1e-9);
    assertEquals(Double.POSITIVE_INFINITY, new ProfileMoment(nothing, 3, 1e308).renyi(2));
  }

  @Example
  void insistsOnALargerOrder() {
    LatticeProfile nothing = LatticeProfile.of(new ProfileLattice(1, 10), i -> 0);
    ProfileMoment moment = new ProfileMoment(nothing, 3, 1);
    assertThrows(IllegalArgumentException.class, () -> moment.renyi(3));
    assertThrows(IllegalArgumentException.class, () -> moment.renyi(1));
    assertEquals(Double.POSITIVE_INFINITY, new ProfileMoment(nothing, 5000, 1).renyi(4000));
  }

  private static double[] law(SplittableRandom random, int size) {
    double[] law = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      law[i] = Math.exp(-8 * random.nextDouble() * random.nextDouble());
      sum += law[i];
    }
    for (int i = 0; i < size; i++) {
      law[i] /= sum;
    }
    return law;
  }
}
