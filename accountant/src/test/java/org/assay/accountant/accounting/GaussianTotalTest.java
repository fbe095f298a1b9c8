package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** Rho and mu of a repeated Gaussian are the smallest doubles that are large enough. */
class GaussianTotalTest {
  @Test
  void exactValuesStayExact() {
    GaussianTotal total = total(gaussian(20).times(400));
    assertEquals(0.5, total.rho());
    assertEquals(1, total.mu());
    GaussianTotal nested = total(gaussian(8).times(2).times(8));
    assertEquals(0.125, nested.rho());
    assertEquals(0.5, nested.mu());
  }

  @Test
  void othersAreTheNextDoubleAbove() {
    for (double noise : new double[] {0.3, 3, 7.7, 1e-3, 12345.678}) {
      for (long count : new long[] {1, 3, 1000}) {
        GaussianTotal total = total(gaussian(noise).times(count));
        BigDecimal squaredNoise = new BigDecimal(noise).pow(2);
        BigDecimal steps = BigDecimal.valueOf(count);
        double rho = total.rho();
        BigDecimal twice = squaredNoise.multiply(BigDecimal.valueOf(2));
        assertTrue(new BigDecimal(rho).multiply(twice).compareTo(steps) >= 0);
        assertTrue(new BigDecimal(Math.nextDown(rho)).multiply(twice).compareTo(steps) < 0);
        double mu = total.mu();
        assertTrue(new BigDecimal(mu).pow(2).multiply(squaredNoise).compareTo(steps) >= 0);
        BigDecimal below = new BigDecimal(Math.nextDown(mu)).pow(2).multiply(squaredNoise);
        assertTrue(below.compareTo(steps) < 0);
      }
    }
  }

  @Test
  void extremesAreNeverBelow() {
    assertEquals(Double.POSITIVE_INFINITY, total(gaussian(1e-160)).rho());
    assertEquals(1e160, total(gaussian(1e-160)).mu(), 1e145);
    assertEquals(Double.MIN_VALUE, total(gaussian(1e200)).rho());
    assertEquals(1e-200, total(gaussian(1e200)).mu(), 1e-215);
  }

  @Test
  void replacingARecordDoublesTheSensitivity() {
    GaussianTotal total = GaussianTotal.of(gaussian(4), REPLACE_ONE).orElseThrow();
    assertEquals(0.125, total.rho());
    assertEquals(0.5, total.mu());
  }

  @Test
  void otherEventsHaveNone() {
    DpEvent sampled = gaussian(1).poissonSampled(0.5);
    assertEquals(Optional.empty(), GaussianTotal.of(sampled, ADD_OR_REMOVE));
    assertEquals(Optional.empty(), GaussianTotal.of(sampled.times(2), ADD_OR_REMOVE));
  }

  private static GaussianTotal total(DpEvent event) {
    return GaussianTotal.of(event, ADD_OR_REMOVE).orElseThrow();
  }

  private static DpEvent gaussian(double noiseMultiplier) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(ADD_OR_REMOVE));
  }
}
