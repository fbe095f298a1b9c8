package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.Optional;
import org.assay.accountant.numeric.Rounding;

/**
 * A symmetric pair (P, Q) of distributions that dominates a {@link LatticeProfile}: the likelihood
 * ratio dP/dQ is a power of the lattice, 0 or infinite. P has mass p_i at {@code e^(i spacing)},
 * {@code p_i e^(−i spacing)} at the reciprocal, p at infinity and the rest at 1. Q has P's masses
 * at the reciprocal ratios. The logarithms of the p_i and of p are doubles, so the pair is exactly
 * known. Proof: {@code doc-files/recoupling.md}.
 */
final class LatticePair {
  /**
   * Largest amount by which values are raised to make room for rounding. Not tuned: ends the
   * search.
   */
  private static final double LARGEST_MOVE = 1e-7;

  private final ProfileLattice lattice;

  /** Logarithms of the p_i, from index 1 on, and of p. */
  private final double[] mass;

  private final double infinite;
  private final double restDown;
  private final double restUp;

  /** Bounds of the logarithm of the pair's profile, from index 0 on. */
  private final double[] excessDown;

  private final double[] excessUp;

  private LatticePair(ProfileLattice lattice, double[] mass, double infinite) {
    this.lattice = lattice;
    this.mass = mass;
    this.infinite = infinite;
    double low = Rounding.subtractDown(1, Rounding.expUp(infinite));
    double high = Rounding.subtractUp(1, Rounding.expDown(infinite));
    for (int i = 1; i < mass.length; i++) {
      double most = Rounding.expUp(Rounding.subtractUp(mass[i], lattice.loss(i)));
      double least = Rounding.expDown(Rounding.subtractDown(mass[i], lattice.loss(i)));
      low = Rounding.subtractDown(Rounding.subtractDown(low, Rounding.expUp(mass[i])), most);
      high = Rounding.subtractUp(Rounding.subtractUp(high, Rounding.expDown(mass[i])), least);
    }
    this.restDown = low;
    this.restUp = high;
    this.excessDown = excessesDown();
    this.excessUp = excessesUp();
  }

  /** A pair that dominates a profile, or none if rounding leaves no room for one. */
  static Optional<LatticePair> of(LatticeProfile profile) {
    for (double moved = 1e-14; moved <= LARGEST_MOVE; moved *= 10) {
      double[][] raises = {{0, 0}, {0, moved}, {moved, moved}};
      for (double[] raise : raises) {
        LatticePair pair = of(profile, moved, raise[0], raise[1]);
        if (pair.restDown >= 0 && pair.dominates(profile)) {
          return Optional.of(pair);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Second differences of the profile, in plain doubles. A small part of each mass moves to the
   * next point, and at the end to infinity. The move raises the pair's profile everywhere and
   * leaves mass for the ratio 1. The other masses may be raised at the expense of the mass at 1.
   */
  private static LatticePair of(
      LatticeProfile profile, double moved, double raised, double infiniteRaised) {
    ProfileLattice lattice = profile.lattice();
    int points = lattice.points();
    double[] mass = new double[points + 1];
    Arrays.fill(mass, Double.NEGATIVE_INFINITY);
    double steepAfter = Double.NEGATIVE_INFINITY;
    double infinite = profile.logAt(points) + Math.log1p(infiniteRaised);
    for (int i = points; i >= 1; i--) {
      double fall = logDifference(profile.logAt(i - 1), profile.logAt(i));
      double steep = Math.max(steepAfter, fall - lattice.loss(i) - lattice.logGapUp(1));
      double all = logDifference(steep, steepAfter) + lattice.loss(i) + Math.log1p(raised);
      mass[i] = LogSum.up(mass[i], all + Math.log1p(-moved));
      if (i == points) {
        infinite = LogSum.up(infinite, all + Math.log(moved));
      } else {
        mass[i + 1] = LogSum.up(mass[i + 1], all + Math.log(moved));
      }
      steepAfter = steep;
    }
    return new LatticePair(lattice, mass, infinite);
  }

  /** Approximation of {@code log(e^a − e^b)}, a at least b. */
  private static double logDifference(double a, double b) {
    return a > b ? a + Math.log(-Math.expm1(b - a)) : Double.NEGATIVE_INFINITY;
  }

  /** Whether the pair's profile is at least the given one at all points of the lattice. */
  private boolean dominates(LatticeProfile profile) {
    for (int i = 0; i <= lattice.points(); i++) {
      if (!(excessDown[i] >= profile.logAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Lower bounds of the profile, summed from the last point down: a cell adds its width times Q's
   * mass above it.
   */
  private double[] excessesDown() {
    double[] excess = new double[mass.length];
    double beyond = Double.NEGATIVE_INFINITY;
    excess[lattice.points()] = infinite;
    for (int i = lattice.points(); i >= 1; i--) {
      beyond = LogSum.down(beyond, Rounding.subtractDown(mass[i], lattice.loss(i)));
      double width = Rounding.addDown(lattice.loss(i), lattice.logGapDown(1));
      excess[i - 1] = LogSum.down(excess[i], Rounding.addDown(width, beyond));
    }
    return excess;
  }

  private double[] excessesUp() {
    double[] excess = new double[mass.length];
    double beyond = Double.NEGATIVE_INFINITY;
    excess[lattice.points()] = infinite;
    for (int i = lattice.points(); i >= 1; i--) {
      beyond = LogSum.up(beyond, Rounding.subtractUp(mass[i], lattice.loss(i)));
      double width = Rounding.addUp(lattice.loss(i), lattice.logGapUp(1));
      excess[i - 1] = LogSum.up(excess[i], Rounding.addUp(width, beyond));
    }
    return excess;
  }

  ProfileLattice lattice() {
    return lattice;
  }

  /** Upper bound of the logarithm of P's mass at the ratio of an index. */
  double firstUp(int index) {
    if (index > 0) {
      return mass[index];
    }
    return index == 0 ? Rounding.logUp(restUp) : Rounding.addUp(mass[-index], lattice.loss(index));
  }

  /** Upper bound of the logarithm of Q's mass at the ratio of an index. */
  double secondUp(int index) {
    return firstUp(-index);
  }

  /** Lower bound of {@code log E_P (1 − e^(i spacing)/R)⁺}, the profile at an index. */
  double excessDown(int index) {
    return index >= 0
        ? excessDown[index]
        : LogSum.down(
            lattice.logGapDown(-index), Rounding.addDown(lattice.loss(index), excessDown[-index]));
  }

  /** Upper bound of {@code log E_P (1 − e^(i spacing)/R)⁺}. */
  double excessUp(int index) {
    return index >= 0
        ? excessUp[index]
        : LogSum.up(
            lattice.logGapUp(-index), Rounding.addUp(lattice.loss(index), excessUp[-index]));
  }
}
