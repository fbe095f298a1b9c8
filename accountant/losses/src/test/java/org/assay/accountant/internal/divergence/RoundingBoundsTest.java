package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/**
 * Integrands with a bound of their own rounding errors: values computed by separate code in
 * 60-digit arithmetic are within the bound. The bound is a sum of many terms and has a margin, so a
 * lost term would not be noticed. Therefore the bound's size at these points is compared with the
 * recorded size.
 */
class RoundingBoundsTest {
  private static final double SAME = 1e-7;

  private static void assertWithin(double found, BoundRows row, double error) {
    assertEquals(row.number(), found, error + 1e-300, row::point);
  }

  private static SampledGaussianIntegrand integrand(BoundRows row, boolean forward) {
    return new SampledGaussianIntegrand(row.arg(0), row.arg(1), row.arg(2), forward);
  }

  @Test
  void sampledGaussianIntegrand() {
    for (BoundRows row : BoundRows.of("moment.integrand")) {
      SampledGaussianIntegrand f = integrand(row, row.flag(3));
      f.evaluate(row.arg(4));
      assertWithin(Math.log(f.value), row, f.error + 1e-15 * Math.abs(row.number()));
      assertEquals(1, f.error / row.recorded("moment.error"), SAME, row::point);
      f.logScale = 50;
      f.evaluate(row.arg(4));
      assertEquals(row.number() - 50, Math.log(f.value), 1e-10, row::point);
      assertEquals(1, f.error / row.recorded("moment.scaledError"), SAME, row::point);
    }
  }

  @Test
  void sampledGaussianIntegrandFarToTheLeft() {
    for (BoundRows row : BoundRows.of("moment.leftlimit")) {
      SampledGaussianIntegrand f = integrand(row, true);
      f.evaluateLeftLimit(row.arg(3));
      assertWithin(Math.log(f.value), row, f.error + 1e-15 * Math.abs(row.number()));
      assertEquals(1, f.error / row.recorded("moment.leftError"), SAME, row::point);
      assertEquals(-Math.log1p(-row.arg(0)), f.absoluteLogRatio(), 1e-15);
    }
  }

  @Test
  void sharesOfTheShiftedComponent() {
    for (BoundRows row : BoundRows.of("moment.posterior")) {
      SampledGaussianIntegrand f = new SampledGaussianIntegrand(row.arg(0), row.arg(1), 2, true);
      assertEquals(row.number(), f.posterior(row.arg(2)), 1e-14 * row.number(), row::point);
    }
    SampledGaussianIntegrand f = new SampledGaussianIntegrand(0.5, 0.5, 2, true);
    assertEquals(1, f.posterior(400));
    assertEquals(1, f.center);
    // Where the densities agree the integrand vanishes.
    f.evaluate(0);
    assertEquals(0, f.value);
    assertEquals(0, f.error);
  }
}
