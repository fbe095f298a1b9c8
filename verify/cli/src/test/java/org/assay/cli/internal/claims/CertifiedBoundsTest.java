package org.assay.cli.internal.claims;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** Every currency is certified by the analysis made for it, not by way of Gaussian distances. */
class CertifiedBoundsTest {
  private static final Sensitivity REPLACED = new Sensitivity(1, REPLACE_ONE);

  /** 100 draws of 10 from 1,000 records: their Gaussian distance is that of all 1,000. */
  private static final DpEvent DRAWS =
      DpEvent.gaussian(2, REPLACED).sampledWithReplacement(10, 1000).times(100);

  private static Enclosure certified(Guarantee claim, DpEvent event) {
    return CertifiedBounds.of(claim, event).interval();
  }

  @Test
  void aDrawWithReplacementKeepsWhatSamplingGains() {
    Enclosure epsilon = certified(new Guarantee.Approximate(2, 1e-5, REPLACE_ONE), DRAWS);
    assertTrue(epsilon.upper() < 2, epsilon::toString);
    Enclosure scale =
        certified(new Guarantee.Profile(new TreeMap<>(Map.of(2.0, 1e-5)), REPLACE_ONE), DRAWS);
    assertEquals(epsilon.dividedBy(2), scale);
    Enclosure distance = certified(new Guarantee.Gaussian(1, REPLACE_ONE), DRAWS);
    assertTrue(distance.upper() > 10 * epsilon.upper(), distance::toString);
    assertEquals(0, distance.lower(), "nobody is known to attain it");
  }

  @Test
  void renyiClaimsAreComparedWithTheRenyiCurve() {
    Enclosure scale =
        certified(new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 0.5)), REPLACE_ONE), DRAWS);
    Enclosure bound = Steps.of(DRAWS, REPLACE_ONE).renyi().at(2).dividedBy(0.5);
    assertEquals(bound.upper(), scale.upper());
    assertEquals(0, scale.lower(), "nobody is known to attain it");
  }

  @Test
  void pureClaimsAreComparedWithPureBounds() {
    DpEvent laplace = DpEvent.laplace(2, new Sensitivity(1, ADD_OR_REMOVE)).times(3);
    Guarantee claim = new Guarantee.Pure(1, ADD_OR_REMOVE);
    assertEquals(Enclosure.exact(1.5), certified(claim, laplace));
    DpEvent gaussian = DpEvent.gaussian(2, new Sensitivity(1, ADD_OR_REMOVE));
    assertEquals(Double.POSITIVE_INFINITY, certified(claim, gaussian).lower());
  }

  @Test
  void laplaceNoiseIsNotTreatedAsGaussian() {
    DpEvent laplace = DpEvent.laplace(2, new Sensitivity(1, ADD_OR_REMOVE)).times(3);
    Enclosure epsilon = certified(new Guarantee.Approximate(1, 1e-3, ADD_OR_REMOVE), laplace);
    assertEquals(
        TightestBound.of(laplace, ADD_OR_REMOVE).withAccuracy(1e-3).epsilon(1e-3).value(), epsilon);
    assertTrue(epsilon.upper() < 1.5, epsilon::toString);
  }

  @Test
  void aGaussiansRhoIsAnInterval() {
    DpEvent gaussian = DpEvent.gaussian(3, REPLACED);
    Enclosure rho = certified(new Guarantee.ZeroConcentrated(1, REPLACE_ONE), gaussian);
    assertTrue(rho.contains(1 / 18.0) && rho.lower() > 0.0555, rho::toString);
  }
}
