package org.assay.accountant.internal.loss;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

/** Chords between bounds against exact fractions. */
class JoinedProfileTest {
  private static BigFraction chord(double[] factors, double[] values, BigFraction factor) {
    int next = 1;
    while (next < factors.length - 1 && new BigFraction(factors[next]).compareTo(factor) < 0) {
      next++;
    }
    BigFraction from = new BigFraction(factors[next - 1]);
    BigFraction to = new BigFraction(factors[next]);
    BigFraction share = factor.subtract(from).divide(to.subtract(from));
    BigFraction first = new BigFraction(values[next - 1]);
    BigFraction last = new BigFraction(values[next]);
    return first.add(last.subtract(first).multiply(share));
  }

  /** Steep chords of a few units in the last place, for which every rounding matters. */
  @Test
  void noChordIsRoundedDown() {
    Random random = new Random(11);
    int between = 0;
    for (int trial = 0; trial < 2000; trial++) {
      double unit = Math.scalb(1.0, -40 - random.nextInt(12));
      double[] factors = {1, 1 + (1 + random.nextInt(60)) * unit, 3};
      double[] bounds = {1, random.nextDouble(), 0};
      double[] exchanged = {1, random.nextDouble(), 0};
      JoinedProfile profile = new JoinedProfile(factors, bounds, exchanged);
      double above = 1 + random.nextDouble() * (factors[1] - 1);
      BigFraction exact = chord(factors, bounds, new BigFraction(above));
      assertTrue(new BigFraction(profile.at(above)).compareTo(exact) >= 0, () -> "at " + above);
      double below = 1 / above;
      if (below < 1) {
        between++;
        BigFraction factor = new BigFraction(below);
        BigFraction other = chord(factors, exchanged, factor.reciprocal());
        BigFraction mirrored = BigFraction.ONE.subtract(factor).add(factor.multiply(other));
        double found = profile.at(below);
        assertTrue(new BigFraction(found).compareTo(mirrored) >= 0, () -> "at " + below);
        double excess = new BigFraction(found).subtract(mirrored).doubleValue();
        assertTrue(excess <= 0x1p-50 / (factors[1] - 1), () -> "too much: " + excess);
      }
    }
    assertTrue(between > 1000, "below 1: " + between);
  }
}
