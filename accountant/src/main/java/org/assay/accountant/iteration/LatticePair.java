package org.assay.accountant.iteration;

import java.util.Optional;
import org.assay.accountant.numeric.Rounding;

/**
 * A symmetric pair (P, Q) of laws that dominates a {@link LatticeProfile}: the likelihood ratio
 * dP/dQ is a power of the lattice, 0 or infinite. P has mass p_i at {@code e^(i spacing)}, {@code
 * p_i e^(−i spacing)} at its reciprocal, p at infinity and the rest at 1; Q has the masses of the
 * reciprocals. The p_i and p are doubles, so the pair is exactly known. Proof: {@code
 * doc-files/recoupling.md}.
 */
final class LatticePair {
  private static final double LARGEST_MOVE = 1e-7;

  private final ProfileLattice lattice;
  private final double[] mass;
  private final double infinite;
  private final double restDown;
  private final double restUp;

  private LatticePair(ProfileLattice lattice, double[] mass, double infinite) {
    this.lattice = lattice;
    this.mass = mass;
    this.infinite = infinite;
    double low = 1;
    double high = 1;
    for (int i = 1; i < mass.length; i++) {
      double least = Rounding.multiplyDown(mass[i], lattice.powerDown(-i));
      double most = Rounding.multiplyUp(mass[i], lattice.powerUp(-i));
      low = Rounding.subtractDown(Rounding.subtractDown(low, mass[i]), most);
      high = Rounding.subtractUp(Rounding.subtractUp(high, mass[i]), least);
    }
    this.restDown = Rounding.subtractDown(low, infinite);
    this.restUp = Rounding.subtractUp(high, infinite);
  }

  /** A pair that dominates a profile, or none if rounding leaves no room for one. */
  static Optional<LatticePair> of(LatticeProfile profile) {
    for (double moved = 1e-14; moved <= LARGEST_MOVE; moved *= 10) {
      for (double raised : new double[] {0, moved}) {
        LatticePair pair = of(profile, moved, raised);
        if (pair.restDown >= 0 && pair.dominates(profile)) {
          return Optional.of(pair);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Second differences of the profile, in plain numbers, of which a small part is moved to the next
   * point, and in the end to infinity: that raises the pair's profile everywhere and makes room at
   * the ratio 1. The mass at infinity may be raised at the expense of that room.
   */
  private static LatticePair of(LatticeProfile profile, double moved, double raised) {
    ProfileLattice lattice = profile.lattice();
    int points = lattice.points();
    double[] mass = new double[points + 1];
    double slopeAfter = 0;
    double infinite = profile.at(points) * (1 + raised);
    for (int i = points; i >= 1; i--) {
      double width = lattice.powerUp(i) * lattice.gapUp(1);
      double slope = Math.min(slopeAfter, (profile.at(i) - profile.at(i - 1)) / width);
      double all = (slopeAfter - slope) * lattice.powerUp(i);
      mass[i] = all * (1 - moved);
      if (i == points) {
        infinite += all * moved;
      } else {
        mass[i + 1] += all * moved;
      }
      slopeAfter = slope;
    }
    return new LatticePair(lattice, mass, infinite);
  }

  /** Whether the pair's profile is proved to be at least the given one at the lattice's points. */
  private boolean dominates(LatticeProfile profile) {
    for (int i = 0; i <= lattice.points(); i++) {
      if (!(excessDown(i) >= profile.at(i))) {
        return false;
      }
    }
    return true;
  }

  ProfileLattice lattice() {
    return lattice;
  }

  /** Upper bound of P's mass at the ratio of an index. */
  double firstUp(int index) {
    if (index > 0) {
      return mass[index];
    }
    return index == 0 ? restUp : Rounding.multiplyUp(mass[-index], lattice.powerUp(index));
  }

  private double firstDown(int index) {
    if (index > 0) {
      return mass[index];
    }
    return index == 0 ? restDown : Rounding.multiplyDown(mass[-index], lattice.powerDown(index));
  }

  /** Upper bound of Q's mass at the ratio of an index. */
  double secondUp(int index) {
    return firstUp(-index);
  }

  /** Lower bound of {@code E_P (1 − e^(i spacing)/R)⁺}, the profile at an index. */
  double excessDown(int index) {
    double sum = infinite;
    for (int j = lattice.points(); j > index; j--) {
      double part = Rounding.multiplyDown(firstDown(j), lattice.gapDown(j - index));
      sum = Rounding.addDown(sum, part);
    }
    return sum;
  }

  /** Upper bound of the same. */
  double excessUp(int index) {
    double sum = infinite;
    for (int j = lattice.points(); j > index; j--) {
      double part = Rounding.multiplyUp(firstUp(j), lattice.gapUp(j - index));
      sum = Rounding.addUp(sum, part);
    }
    return sum;
  }
}
