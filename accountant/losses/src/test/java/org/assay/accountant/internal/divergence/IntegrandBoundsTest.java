package org.assay.accountant.internal.divergence;

import static org.assay.accountant.internal.divergence.BoundRows.assertEncloses;
import static org.assay.accountant.internal.divergence.BoundRows.assertLogs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.divergence.ExponentialLosses.SampledExponentialIntegrand;
import org.assay.accountant.internal.divergence.GaussianMixture.GaussianMixtureIntegrand;
import org.assay.accountant.internal.divergence.ReplacedRecord.AntipodalGaussianIntegrand;
import org.assay.accountant.internal.divergence.ReplacedRecord.FixedSizeLaplaceIntegrand;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * The integrands and their suprema against the definitions and inequalities of {@code
 * doc-files/analytic-integrands.md}, evaluated once in 40-digit arithmetic by separate code. A
 * supremum that is too small would make an integral's error bound unsound, one that is too large
 * only costs panels; the rows refuse both.
 */
class IntegrandBoundsTest {
  private static AntipodalGaussianIntegrand antipodal(BoundRows row) {
    return new AntipodalGaussianIntegrand(row.arg(0), row.arg(1), row.arg(2));
  }

  private static SampledExponentialIntegrand laplace(BoundRows row) {
    ExponentialLosses losses = ExponentialLosses.laplace(Enclosure.exact(row.arg(1)));
    return new SampledExponentialIntegrand(row.arg(0), losses, row.arg(2), row.flag(3));
  }

  private static FixedSizeLaplaceIntegrand foldedLaplace(BoundRows row) {
    return new FixedSizeLaplaceIntegrand(row.arg(0), Enclosure.exact(row.arg(1)), row.arg(2));
  }

  private static FixedSizeGaussianIntegrand fixed(BoundRows row) {
    return new FixedSizeGaussianIntegrand(
        Enclosure.exact(row.arg(0)), Enclosure.exact(row.arg(1)), row.arg(2));
  }

  private static GaussianMixtureIntegrand mixture(BoundRows row) {
    double p = row.arg(0);
    return new GaussianMixtureIntegrand(
        List.of(Enclosure.exact(0.25), Enclosure.exact(p), Enclosure.exact(0.75 - p)),
        List.of(Enclosure.ZERO, Enclosure.exact(row.arg(1)), Enclosure.exact(row.arg(2))),
        row.arg(3),
        row.flag(4));
  }

  @Test
  void antipodalPair() {
    assertLogs(
        "antipodal.sup", row -> antipodal(row).logSupremum(row.arg(3), row.arg(4), row.arg(5)));
    assertLogs("antipodal.tail", row -> antipodal(row).logTail(row.arg(3)));
    assertEncloses("antipodal.at", 1e-11, row -> antipodal(row).at(Enclosure.exact(row.arg(3))));
    assertEncloses(
        "antipodal.ratio",
        1e-14,
        row ->
            new AntipodalGaussianIntegrand(row.arg(0), row.arg(1), 2)
                .logRatio(Enclosure.exact(row.arg(2))));
  }

  @Test
  void laplacePairBetweenTheCentres() {
    assertLogs("laplace.sup", row -> laplace(row).logSupremum(row.arg(4), row.arg(5), row.arg(6)));
    assertEncloses("laplace.at", 1e-12, row -> laplace(row).at(Enclosure.exact(row.arg(4))));
  }

  @Test
  void foldedLaplacePair() {
    assertLogs(
        "foldedlaplace.sup",
        row -> foldedLaplace(row).logSupremum(row.arg(3), row.arg(4), row.arg(5)));
    assertEncloses(
        "foldedlaplace.at", 1e-11, row -> foldedLaplace(row).at(Enclosure.exact(row.arg(3))));
  }

  @Test
  void foldedGaussianPair() {
    assertLogs("fixed.sup", row -> fixed(row).logSupremum(row.arg(3), row.arg(4), row.arg(5)));
    assertLogs("fixed.tail", row -> fixed(row).logTail(row.arg(3)));
    assertEncloses("fixed.at", 1e-12, row -> fixed(row).at(Enclosure.exact(row.arg(3))));
  }

  @Test
  void mixtureOfGaussians() {
    assertLogs("mixture.sup", row -> mixture(row).logSupremum(row.arg(5), row.arg(6), row.arg(7)));
    assertLogs("mixture.tail", row -> mixture(row).logTail(row.arg(5)));
    assertEncloses("mixture.at", 1e-12, row -> mixture(row).at(Enclosure.exact(row.arg(5))));
  }

  @Test
  void elementsOfTheSuprema() {
    assertLogs("logmixture", row -> PairIntegrand.logMixture(row.arg(0), row.arg(1)));
    assertEncloses(
        "logmixture",
        1e-12,
        row -> PairIntegrand.logMixture(row.arg(0), Enclosure.exact(row.arg(1))));
    assertLogs("logexpm1", row -> PairIntegrand.logExpm1(row.arg(0), row.arg(1), row.arg(2)));
    assertEquals(Math.log(5), PairIntegrand.logSum(Math.log(2), Math.log(3)), 1e-15);
    assertEquals(1, PairIntegrand.logSum(1, Double.NEGATIVE_INFINITY));
    assertEquals(
        Double.NEGATIVE_INFINITY,
        PairIntegrand.logSum(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY));
  }

  /** The normal density's modulus on a rectangle, which is largest nearest to the origin. */
  @Test
  void normalDensity() {
    double log = -0.5 * Math.log(2 * Math.PI);
    assertEquals(log - 0.5 + 2, SymmetricIntegrand.logNormalSupremum(1, 3, 2), 1e-15);
    assertEquals(log - 4.5 + 2, SymmetricIntegrand.logNormalSupremum(-5, -3, 2), 1e-15);
    assertEquals(log + 0.125, SymmetricIntegrand.logNormalSupremum(-5, 3, 0.5), 1e-15);
    Enclosure density = SymmetricIntegrand.logNormal(Enclosure.exact(3));
    assertEquals(log - 4.5, density.midpoint(), 1e-14);
    assertTrue(density.width() > 0 && density.width() < 1e-14, density::toString);
  }

  /**
   * Suprema are exponentials of logarithms, with a slack for rounding that grows with the order.
   */
  @Test
  void supremaCoverTheirRounding() {
    PairIntegrand stub = logarithm(700, 1e9 + 1);
    assertEquals(2e-3, stub.slack, 1e-12);
    stub.logScale = 698;
    assertEquals(Math.exp(2 + 2e-3), stub.supremum(0, 1, 0), 1e-10);
    assertEquals(1e-3, logarithm(0, 1).slack, 2e-12);
    assertEquals(Double.POSITIVE_INFINITY, logarithm(Double.NaN, 2).supremum(0, 1, 0));
    PairIntegrand largest = logarithm(0x1p30, 2);
    largest.logScale = 0x1p30;
    assertEquals(1, largest.supremum(0, 1, 0), 2e-3);
    PairIntegrand beyond = logarithm(Math.nextUp(0x1p30), 2);
    beyond.logScale = 0x1p30;
    assertEquals(Double.POSITIVE_INFINITY, beyond.supremum(0, 1, 0));
  }

  private static PairIntegrand logarithm(double log, double order) {
    return new PairIntegrand(order) {
      @Override
      double logSupremum(double from, double to, double height) {
        return log;
      }

      @Override
      public Enclosure at(Enclosure x) {
        return x;
      }
    };
  }
}
