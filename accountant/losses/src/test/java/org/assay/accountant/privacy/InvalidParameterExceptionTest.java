package org.assay.accountant.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class InvalidParameterExceptionTest {
  @Test
  void guardsTellTheParameterAndTheRest() {
    InvalidParameterException refusal =
        assertThrows(
            InvalidParameterException.class, () -> Parameters.requirePositive("noise", -0.5));
    assertEquals("noise", refusal.parameter());
    assertEquals("was -0.5: it must be finite and above 0", refusal.problem());
    assertEquals("noise was -0.5: it must be finite and above 0", refusal.getMessage());
  }
}
