package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

class TargetVisitorTest {
  private static Calibration noise(Calibrator calibrator) {
    return calibrator.smallestNoiseMultiplier(
        noise -> DpEvent.gaussian(noise, Sensitivity.unit(REPLACE_ONE)));
  }

  @Test
  void everyTargetIsMetInItsOwnCurrency() {
    Guarantee.Approximate pair = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    assertEquals(noise(Calibrator.tightest(pair)), noise(Calibrator.to(pair)));
    Guarantee half = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    assertEquals(1, noise(Calibrator.to(half)).value(), 1e-6);
    Guarantee two = new Guarantee.Gaussian(2, REPLACE_ONE);
    assertEquals(0.5, noise(Calibrator.to(two)).value(), 1e-6);
  }

  @Test
  void otherTargetsAreRefused() {
    List<Guarantee> others =
        List.of(
            new Guarantee.Pure(1, REPLACE_ONE),
            new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 1.0)), REPLACE_ONE),
            new Guarantee.Profile(new TreeMap<>(Map.of(1.0, 1e-5)), REPLACE_ONE),
            new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 0.9)), REPLACE_ONE));
    for (Guarantee other : others) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Calibrator.to(other));
      String message = String.valueOf(refusal.getMessage());
      assertEquals(
          "target was " + other + ": it must be approximate, zero-concentrated or Gaussian",
          message);
    }
  }

  @Test
  void aTargetWithoutDeltaIsRefused() {
    Guarantee pure = new Guarantee.Approximate(1, 0, REPLACE_ONE);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Calibrator.to(pure));
    assertTrue(String.valueOf(refusal.getMessage()).startsWith("delta was 0.0"));
  }
}
