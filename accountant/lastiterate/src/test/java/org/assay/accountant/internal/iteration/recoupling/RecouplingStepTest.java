package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Steps on coarse lattices whose results are so far below the previous loss's that sums at that
 * scale have lost all digits. They are compared with numbers that were computed once in sixty
 * digits, the least over all thresholds.
 */
class RecouplingStepTest {
  private static final double SLACK = 1e-8;

  private static LatticeProfile after(
      ProfileLattice lattice,
      IntToDoubleFunction before,
      IntToDoubleFunction same,
      IntToDoubleFunction any) {
    LatticePair pair = LatticePair.of(LatticeProfile.of(lattice, before)).orElseThrow();
    return new RecouplingStep(pair)
        .after(LatticeProfile.extended(lattice, same), LatticeProfile.of(lattice, any));
  }

  /**
   * Sums of the kept terms are smaller than the terms that tables omit at the previous loss's
   * scale.
   */
  @Test
  void noSumIsLeftOut() {
    LatticeProfile profile =
        after(
            new ProfileLattice(10, 4),
            i -> i < 3 ? -200 : -1e6,
            i -> i < 3 ? -300 : -300 - 110 * (i - 2),
            i -> -150);
    assertAbove(-499.9999999979, profile.logAt(4));
    LatticeProfile cliff =
        after(new ProfileLattice(0.5, 4), i -> -400 * i, i -> i < 2 ? -2 : -1e6, i -> 0);
    assertAbove(-431.0008540794, cliff.logAt(4));
  }

  /** A result without digits at the previous loss's scale is followed down as far as possible. */
  @Test
  void falls() {
    LatticeProfile profile =
        after(new ProfileLattice(1, 3), i -> -3000, i -> -3000 * (i + 1), i -> 0);
    assertAbove(-3000 + Math.log(2), profile.logAt(0));
    assertAbove(-3000, profile.logAt(3));
  }

  private static void assertAbove(double exact, double found) {
    assertTrue(found >= exact, found + " is below " + exact);
    assertEquals(exact, found, SLACK);
  }
}
