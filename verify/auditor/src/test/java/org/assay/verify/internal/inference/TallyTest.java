package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void countsMayBeZeroButNotNegative() {
    assertEquals(0, new Tally(0, 0, 0, 0, 0).abstentions());
    refuses(-1, 0, 0, 0, 0);
    refuses(0, -1, 0, 0, 0);
    refuses(0, 0, -1, 0, 0);
    refuses(0, 0, 0, -1, 0);
    refuses(0, 0, 0, 0, -1);
  }

  private static void refuses(long a, long b, long c, long d, long e) {
    assertThrows(IllegalArgumentException.class, () -> new Tally(a, b, c, d, e));
  }
}
