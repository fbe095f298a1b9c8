package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WealthMixtureTest {
  @Test
  void averagesByWeight() {
    WealthMixture mixture = new WealthMixture();
    mixture.include(1, Math.log(3));
    mixture.include(3, Math.log(7));
    assertEquals(Math.log(6), mixture.logWealth(), 1e-14);
    assertTrue(mixture.logWealth() <= Math.nextUp(Math.log(6)));
  }

  @Test
  void survivesHugeAndRuinedWealths() {
    WealthMixture mixture = new WealthMixture();
    mixture.include(1, Double.NEGATIVE_INFINITY);
    assertEquals(Double.NEGATIVE_INFINITY, mixture.logWealth());
    mixture.include(1, -1e6);
    mixture.include(2, 1e6);
    assertEquals(1e6 - Math.log(2), mixture.logWealth(), 1e-9);
  }

  @Test
  void orderDoesNotMatterBeyondRounding() {
    WealthMixture up = new WealthMixture();
    WealthMixture down = new WealthMixture();
    for (int i = 0; i < 100; i++) {
      up.include(1, i * 0.37);
      down.include(1, (99 - i) * 0.37);
    }
    assertEquals(up.logWealth(), down.logWealth(), 1e-12);
  }

  @Test
  void anEmptyMixtureHasNoWealth() {
    assertThrows(IllegalStateException.class, new WealthMixture()::logWealth);
    assertThrows(IllegalArgumentException.class, () -> new WealthMixture().include(0, 1));
  }
}
