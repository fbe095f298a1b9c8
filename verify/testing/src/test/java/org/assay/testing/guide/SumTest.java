package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.testing.assertion.Claims.gdp;
import static org.assay.testing.assertion.Claims.zcdp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;

import org.assay.testing.assertion.Domain;
import org.junit.jupiter.api.Test;

class SumTest {
  @Test
  void sumKeepsItsClaim() {
    assertThatMechanism(ReleaseTest.noisySum(1))
        .as("the noisy sum")
        .onAdjacentPairsOf(Domain.numbersBetween(0, 1, REPLACE_ONE))
        .runs(50_000)
        .significantBits(24)
        .satisfies(zcdp(0.5))
        .doesNotSatisfy(gdp(0.5));
  }
}
