package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.ContradictionException;
import org.junit.jupiter.api.Test;

/** The additions of a bracket to its two compositions: offsets, and the size of the work. */
class LatticeBracketTest {
  private static final long COUNT = 1L << 20;

  /** The offsets of 2^-30 steps, added up. */
  private static final double SHIFT = 0x1p-10;

  private static final LatticeLaw RARE = new LatticeLaw(1, Map.of(0L, 1 - 0x1p-20, 1L, 0x1p-20), 0);

  private static LatticeBracket bracket(LatticeLaw above, LatticeLaw below) {
    return new LatticeBracket(List.of(above), () -> List.of(below), new long[] {COUNT}, 1.5, 1e-12);
  }

  /** {@code Σ Binomial(2^20, 2^-20)(k) (1 - e^(epsilon - k))₊}. */
  private static double profile(double epsilon) {
    double mass = Math.exp(COUNT * Math.log1p(-0x1p-20));
    double sum = 0;
    for (int k = 0; k < 40; k++) {
      sum += mass * Math.max(0, -Math.expm1(epsilon - k));
      mass *= (COUNT - k) / (k + 1.0) * 0x1p-20 / (1 - 0x1p-20);
    }
    return sum;
  }

  @Test
  void offsetsOfAllStepsWidenTheProfile() {
    Enclosure delta = bracket(RARE, RARE).delta(0.5);
    assertEquals(profile(0.5 - SHIFT), delta.upper(), 1e-7);
    assertEquals(profile(0.5 + SHIFT), delta.lower(), 1e-7);
    assertTrue(delta.contains(profile(0.5)), delta::toString);
  }

  /** The search adds a fiftieth of the accuracy. */
  @Test
  void offsetsOfAllStepsWidenEpsilon() {
    Enclosure epsilon = bracket(RARE, RARE).epsilon(profile(0.5), 1, 0.01);
    assertEquals(0.5 + SHIFT, epsilon.upper(), 2e-4);
    assertEquals(0.5 - SHIFT, epsilon.lower(), 2e-4);
    assertTrue(epsilon.upper() >= 0.5 + SHIFT - 1e-6, epsilon::toString);
    assertTrue(epsilon.lower() <= 0.5 - SHIFT + 1e-6, epsilon::toString);
  }

  /** Without any optimistic mass the lower end is 0. */
  @Test
  void emptyLawsBoundNothingFromBelow() {
    LatticeBracket half = bracket(RARE, new LatticeLaw(1, Map.of(), 0));
    Enclosure delta = half.delta(0.5);
    assertEquals(0, delta.lower());
    assertEquals(profile(0.5 - SHIFT), delta.upper(), 1e-7);
    assertEquals(0, half.epsilon(0.25, 1, 0.01).lower());
  }

  /** A lower bound above the upper bound is a defect, which must not be hidden. */
  @Test
  void crossedLawsAreNoAnswer() {
    LatticeLaw less = new LatticeLaw(1, Map.of(0L, 1 - 0x1p-22, 1L, 0x1p-22), 0);
    LatticeBracket crossed = bracket(less, RARE);
    assertThrows(ContradictionException.class, () -> crossed.delta(0.5));
    assertThrows(ContradictionException.class, () -> crossed.epsilon(0.25, 1, 0.01));
  }

  /** Two losses of -1 or 3 span from -2 to 6: 9 points, on a circle of 16. */
  @Test
  void workIsTheSizeOfTheCircle() {
    LatticeLaw coin = new LatticeLaw(0.5, Map.of(-1L, 0.25, 3L, 0.75), 0);
    LatticeBracket two =
        new LatticeBracket(List.of(coin), () -> List.of(coin), new long[] {2}, 1, 1e-300);
    assertEquals(16, two.work());
    LatticeBracket most =
        new LatticeBracket(List.of(coin), () -> List.of(coin), new long[] {1L << 37}, 1, 1e-300);
    assertEquals(1 << 22, most.work());
  }

  /** Sums that all epsilons share, against the sum over all losses for each epsilon. */
  @Test
  void oneConvolutionServesManyEpsilons() {
    Map<Long, Double> masses = Map.of(-7L, 0.25, -1L, 0.125, 0L, 0.25, 3L, 0.25, 11L, 0.125);
    LatticeLaw law = new LatticeLaw(0.25, masses, 0);
    for (double theta : new double[] {0.01, 0.7, 5, 900}) {
      LatticeComposition composition =
          new LatticeComposition(List.of(law), new long[] {1}, theta, 1e-12);
      for (double epsilon : new double[] {-2, -1.7, -0.25, 0, 0.1, 0.75, 0.76, 2.5, 2.75, 3, 60}) {
        double direct = 0;
        for (Map.Entry<Long, Double> mass : masses.entrySet()) {
          direct += mass.getValue() * Math.max(0, -Math.expm1(epsilon - 0.25 * mass.getKey()));
        }
        Enclosure found = composition.deltaOfMany(epsilon);
        assertTrue(
            found.lower() <= direct * (1 + 1e-15) && found.upper() >= direct * (1 - 1e-15),
            theta + " at " + epsilon + ": " + direct + " outside " + found);
        if (theta < 1) {
          assertEquals(direct, found.upper(), 1e-9);
          assertEquals(direct, found.lower(), 1e-9);
        }
      }
    }
  }
}
