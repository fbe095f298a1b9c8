package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/** Certified mechanisms with a curve and with losses. */
class CertifiedLossesTest {
  private static final Citation CITATION = new Citation("BunSteinke2016", "Proposition 1.4");

  private static CertifiedEvent gaussian(double ofCurve, double ofLosses) {
    return new CertifiedEvent(
        "of a test",
        CITATION,
        RdpCurve.zeroConcentrated(Enclosure.exact(ofCurve * ofCurve / 2), REPLACE_ONE),
        Optional.of(PrivacyLossDistribution.gaussian(Enclosure.exact(ofLosses), REPLACE_ONE)));
  }

  private static double epsilon(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  @Test
  void theSmallerOfBothCounts() {
    double byLosses =
        PrivacyLossDistribution.gaussian(Enclosure.ONE, REPLACE_ONE).epsilon(1e-5).upper();
    assertEquals(byLosses, epsilon(gaussian(1, 1)), 1e-9);
    assertEquals(byLosses, epsilon(gaussian(2, 1)), 1e-9);
    double byCurve = epsilon(new CertifiedEvent("less", CITATION, gaussian(0.5, 1).curve()));
    assertEquals(byCurve, epsilon(gaussian(0.5, 1)), 1e-9);
    assertTrue(byCurve < byLosses);
  }

  /** The losses are those of one step, and give no bound for groups. */
  @Test
  void groupsAreLeftToTheCurve() {
    DpEvent group = gaussian(1, 1).forGroupsOf(3);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(group, REPLACE_ONE).losses());
    DpEvent onlyCurve = new CertifiedEvent("curve", CITATION, gaussian(1, 1).curve());
    assertEquals(epsilon(onlyCurve.forGroupsOf(3)), epsilon(group), 1e-9);
  }

  @Test
  void bothAreUnderOneRelation() {
    RdpCurve curve = RdpCurve.zeroConcentrated(Enclosure.ONE, ADD_OR_REMOVE);
    PrivacyLossDistribution losses = PrivacyLossDistribution.gaussian(Enclosure.ONE, REPLACE_ONE);
    assertThrows(
        IllegalArgumentException.class,
        () -> new CertifiedEvent("mixed", CITATION, curve, Optional.of(losses)));
  }
}
