package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.ReferenceRows;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.numeric.Enclosure;

/** The lossless conversion is sound, never worse than the closed form, and tight for coins. */
class LosslessConversionProperties {
  @Property(tries = 150, seed = "20200504")
  void neverWorseThanTheClosedFormNorBelowTheGaussian(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 6) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 30) double logInverseDelta,
      @ForAll @Scale(15) @DoubleRange(min = -2, max = 2) double logExcess) {
    double delta = Math.pow(10, -logInverseDelta);
    double order = 1 + Math.pow(10, logExcess);
    Enclosure rdp = Enclosure.exact(mu).square().times(0.5).times(order);
    double closed = RenyiConversion.epsilon(order, rdp, delta).upper();
    double lossless = RenyiConversion.losslessEpsilon(order, rdp, delta).upper();
    assertTrue(lossless <= closed);
    double exact = GaussianMechanism.epsilon(mu, delta).lower();
    assertTrue(lossless >= exact * (1 - 1e-12), () -> lossless + " below " + exact);
    Enclosure both = RenyiConversion.losslessEpsilon(order, rdp, delta);
    assertTrue(both.width() <= 1e-8 * (1 + both.upper()), both::toString);
  }

  /** No two coins within the divergence violate the guarantee. */
  @Property(tries = 150, seed = "20200504")
  void coinsWithinTheDivergenceKeepThePromise(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.999) double p,
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.999) double q,
      @ForAll @Scale(15) @DoubleRange(min = -2, max = 1.5) double logExcess,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.99) double share) {
    double b = Math.pow(10, logExcess);
    double high = Math.max(p, q);
    double low = Math.min(p, q);
    if (!(high - low > 1e-3)) {
      return;
    }
    double moment =
        high * Math.pow(high / low, b) + (1 - high) * Math.pow((1 - high) / (1 - low), b);
    double rdp = Math.log(moment) / b * (1 + 1e-9);
    double delta = (high - low) * share;
    double broken = Math.log((high - delta) / low);
    double lossless = RenyiConversion.losslessEpsilon(1 + b, Enclosure.exact(rdp), delta).upper();
    assertTrue(lossless >= broken * (1 - 1e-6) - 1e-9, () -> lossless + " below " + broken);
    double kl = high * Math.log(high / low) + (1 - high) * Math.log((1 - high) / (1 - low));
    double fromKl =
        RenyiConversion.epsilonFromKullbackLeibler(Enclosure.exact(kl * (1 + 1e-9)), delta).upper();
    assertTrue(fromKl >= broken * (1 - 1e-6) - 1e-9, () -> fromKl + " below " + broken);
  }

  /** Coins that reach an epsilon prove the lower end: no sound bound is below it. */
  @Property(tries = 100, seed = "20200504")
  void theLowerEndIsReachedByCoins(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 3) double rdp,
      @ForAll @Scale(15) @DoubleRange(min = -2, max = 1.5) double logExcess,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 12) double logInverseDelta) {
    double delta = Math.pow(10, -logInverseDelta);
    double b = Math.pow(10, logExcess);
    Enclosure divergence = Enclosure.exact(rdp);
    Enclosure lossless = RenyiConversion.losslessEpsilon(1 + b, divergence, delta);
    // A grid of coins at the lower end: the closest pair is within the divergence.
    double closest = Double.POSITIVE_INFINITY;
    for (double logP = Math.log(delta); logP < -1e-9; logP += 1e-3) {
      double p = Math.exp(logP);
      double q = (p - delta) * Math.exp(-lossless.lower());
      double moment = p * Math.pow(p / q, b) + (1 - p) * Math.pow((1 - p) / (1 - q), b);
      closest = q > 0 ? Math.min(closest, Math.log(moment) / b) : closest;
    }
    double found = closest;
    if (lossless.lower() > 0) {
      assertTrue(found <= rdp * (1 + 1e-4) + 1e-9, () -> lossless + ": coins at " + found);
    }
    Enclosure fromKl = RenyiConversion.epsilonFromKullbackLeibler(divergence, delta);
    assertTrue(fromKl.relativeWidth() <= 1e-6 || fromKl.lower() > 500, fromKl::toString);
  }

  @Tag("slow")
  @Property(tries = 25, seed = "20200504")
  void tightestIsAtMostBestAndAtLeastExact(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 5) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 2, max = 15) double logInverseDelta) {
    double delta = Math.pow(10, -logInverseDelta);
    RdpCurve curve = RdpCurve.zeroConcentrated(Enclosure.exact(mu * mu / 2), ADD_OR_REMOVE);
    double tightest = RenyiConversion.tightestEpsilon(curve, delta).upper();
    assertTrue(tightest <= RenyiConversion.bestEpsilon(curve, delta).upper());
    assertTrue(tightest >= GaussianMechanism.epsilon(mu, delta).lower() * (1 - 1e-12));
  }

  @Example
  void itGainsOnAGaussian() {
    RdpCurve curve = RdpCurve.zeroConcentrated(Enclosure.exact(0.5), ADD_OR_REMOVE);
    double best = RenyiConversion.bestEpsilon(curve, 1e-5).upper();
    double tightest = RenyiConversion.tightestEpsilon(curve, 1e-5).upper();
    assertEquals(4.7284, best, 1e-4);
    assertTrue(tightest < best && tightest > 4.3772, () -> tightest + " from " + best);
    // Where the divergence is small the gain is large.
    Enclosure small = Enclosure.exact(0.001);
    double closed = RenyiConversion.epsilon(2, small, 0.01).upper();
    double lossless = RenyiConversion.losslessEpsilon(2, small, 0.01).upper();
    assertTrue(lossless < 0.1 * closed, () -> lossless + " from " + closed);
  }

  @Example
  void closedFormsEncloseTheReferenceRows() {
    for (ReferenceRows row : ReferenceRows.of("rdp_to_eps_cks")) {
      Enclosure rdp = Enclosure.exact(row.arg("rdp"));
      Enclosure value = RenyiConversion.epsilon(row.arg("alpha"), rdp, row.arg("delta"));
      assertTrue(value.contains(row.value()), row::toString);
    }
    for (ReferenceRows row : ReferenceRows.of("zcdp_to_eps_cks")) {
      RdpCurve line = RdpCurve.zeroConcentrated(Enclosure.exact(row.arg("rho")), ADD_OR_REMOVE);
      Enclosure value = RenyiConversion.bestEpsilon(line, row.arg("delta"));
      // One row is below 0, and no epsilon is.
      assertTrue(value.contains(row.value().max(BigDecimal.ZERO)), row::toString);
    }
  }

  @Example
  void truncatedCurvesConvertBelowTheirOrder() {
    RdpCurve curve = RdpCurve.truncatedConcentrated(Enclosure.exact(0.1), 8, ADD_OR_REMOVE);
    RdpCurve whole = RdpCurve.zeroConcentrated(Enclosure.exact(0.1), ADD_OR_REMOVE);
    assertEquals(whole.at(7.9), curve.at(7.9));
    assertEquals(Double.POSITIVE_INFINITY, curve.at(8).upper());
    double truncated = RenyiConversion.tightestEpsilon(curve, 1e-6).upper();
    assertTrue(truncated < Double.POSITIVE_INFINITY);
    assertTrue(truncated >= RenyiConversion.bestEpsilon(whole, 1e-6).lower() * 0.9);
  }

  @Example
  void pureCurvesStayBelowTheirEpsilon() {
    RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> PureMechanism.renyi(Enclosure.ONE, order));
    assertTrue(RenyiConversion.tightestEpsilon(curve, 1e-9).upper() <= 1 + 1e-9);
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    RdpCurve line = RdpCurve.zeroConcentrated(Enclosure.ONE, ADD_OR_REMOVE);
    for (double bad : new double[] {Double.NaN, 0, 1, -1, Double.POSITIVE_INFINITY}) {
      refused(() -> RenyiConversion.tightestEpsilon(line, bad));
      refused(() -> RenyiConversion.losslessEpsilon(2, Enclosure.ONE, bad));
      refused(() -> RenyiConversion.epsilonFromKullbackLeibler(Enclosure.ONE, bad));
    }
    refused(() -> RdpCurve.truncatedConcentrated(Enclosure.ONE, 1, ADD_OR_REMOVE));
    refused(() -> RenyiConversion.losslessEpsilon(Double.NaN, Enclosure.ONE, 0.1));
  }

  private static void refused(Runnable call) {
    assertThrows(IllegalArgumentException.class, call::run);
  }
}
