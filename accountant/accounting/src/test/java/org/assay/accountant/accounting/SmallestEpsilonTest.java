package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smallest loss underflows in the search for its output. */
class SmallestEpsilonTest {
  @ParameterizedTest
  @CsvSource({"0.1, 1, 1", "0.1, 1, 10", "0.9, 30, 3"})
  void isAsGoodAsZero(double q, double noise, int count) {
    assertAsGoodAsZero(q, noise, count);
  }

  @Tag("slow")
  @Test
  void isAsGoodAsZeroWithLittleNoise() {
    assertAsGoodAsZero(1e-3, 0.1, 2);
  }

  private static void assertAsGoodAsZero(double q, double noise, int count) {
    Sensitivity presence = Sensitivity.unit(AdjacencyRelation.ADD_OR_REMOVE);
    DpEvent run = DpEvent.gaussian(noise, presence).poissonSampled(q).times(count);
    TightestBound bound = TightestBound.of(run, REPLACE_ONE);
    Enclosure none = bound.delta(0).value();
    Enclosure least = bound.delta(Double.MIN_VALUE).value();
    assertEquals(1, least.upper() / none.upper(), 1e-6);
    PrivacyLossDistribution convolved =
        DominatingPairs.replacedPoissonSampledGaussian(q, Enclosure.ONE.dividedBy(noise))
            .times(count);
    assertEquals(1, convolved.delta(Double.MIN_VALUE).upper() / none.upper(), 1e-3);
  }
}
