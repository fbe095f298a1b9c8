package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RecoupledProfilesTest {
  /** Spacings are rounded to 24 bits, so that the largest loss may be exceeded. */
  @Test
  void largestLossesFitTheirLattices() {
    double largest = RecoupledProfiles.LARGEST_LOSS;
    for (int points = 50; points <= 400; points++) {
      ProfileLattice lattice = new ProfileLattice((float) (largest / points), points);
      assertEquals(largest, lattice.loss(points), 1e-6 * largest);
    }
  }
}
