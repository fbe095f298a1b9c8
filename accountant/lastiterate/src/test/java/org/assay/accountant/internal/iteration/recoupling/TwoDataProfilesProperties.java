package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/** Profiles between those of a grid of mu are above the true ones, and near them. */
class TwoDataProfilesProperties {
  private static final double STEPS = 1e-9;

  @Property(tries = 20)
  void boundsTheGaussianMechanism(
      @ForAll @DoubleRange(min = 0.01, max = 0.7) double shift,
      @ForAll @IntRange(min = 1, max = 500) int blocks,
      @ForAll @IntRange(max = 70) int place) {
    Enclosure step = Enclosure.exact(shift);
    DistanceGrowth growth = DistanceGrowth.fullBatch(Enclosure.exact(30), step);
    TwoDataLattice lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
    TwoDataProfiles profiles = new GaussianTwoDataProfiles(lattice, growth);
    double root = Math.sqrt(blocks);
    compare(lattice, profiles.composed(blocks), shift * Math.sqrt((double) lattice.steps()) * root);
    double distance = place * lattice.cell() / root;
    double shifts = lattice.shifts().mean() * lattice.cell() * root;
    compare(lattice, profiles.hidden(place, blocks), distance + shifts);
  }

  private static void compare(TwoDataLattice lattice, double[] profile, double mu) {
    assertEquals(lattice.losses(), profile.length);
    for (int l = 0; l < profile.length; l += 7) {
      double loss = l * lattice.spacing();
      double exact = GaussianMechanism.delta(mu * (1 - STEPS), loss).lower();
      assertTrue(profile[l] >= exact, profile[l] + " below " + exact + " at " + loss);
      double ratio = loss > 0.51 * mu * mu ? 1.002 : 1.0081;
      double above = GaussianMechanism.delta(mu * ratio, loss).upper() * (1 + STEPS);
      boolean near = exact < 1e-12 || profile[l] <= above;
      assertTrue(near, profile[l] + " far above " + exact + " at " + loss + ", mu " + mu);
    }
  }

  @Property(tries = 20)
  void exchangesBelowZero(@ForAll @DoubleRange(min = 0.01, max = 0.7) double shift) {
    Enclosure step = Enclosure.exact(shift);
    DistanceGrowth growth = DistanceGrowth.fullBatch(Enclosure.exact(30), step);
    TwoDataLattice lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.ROUGH);
    TwoDataProfiles profiles = new GaussianTwoDataProfiles(lattice, growth);
    double[] profile = profiles.composed(9);
    double[] lower = profiles.composed(5);
    float[] all = new float[profile.length + 800];
    profiles.extend(lower, profile, 400, all);
    for (int l = 0; l < all.length; l++) {
      int index = Math.min(Math.abs(l - 400), profile.length - 1);
      double loss = (l - 400) * lattice.spacing();
      double here = profile[index];
      double expected = l < 400 ? 1 - Math.exp(loss) * (1 - here) : here;
      double value = Scaled.value(all[l]);
      assertTrue(value >= expected * (1 - 1e-15), "at " + loss);
      assertEquals(400 - l < profile.length ? expected : 1, value, 2e-7);
    }
  }
}
