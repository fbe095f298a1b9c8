package org.assay.algorithms;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/** Assertions on refused arguments. */
public final class Refusals {
  private Refusals() {}

  /** Insists on an {@link IllegalArgumentException} whose message is one line and starts so. */
  public static void refuses(String start, Executable action) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, action);
    String message = Objects.requireNonNull(refusal.getMessage());
    assertTrue(message.startsWith(start), message);
    assertFalse(message.contains("\n"), message);
  }
}
