package org.assay.accountant.privacy;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * No theorem known to Assay bounds the privacy of an event as described. The message names the
 * event, the obstacle and a way out; nothing is guessed.
 */
public final class UnsupportedEventException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param event what was described
   * @param reason why it cannot be bounded, and what would help
   */
  public UnsupportedEventException(String event, String reason) {
    super("cannot bound the privacy of " + event + ": " + reason);
  }

  /**
   * A bound, if a theorem is known that gives one.
   *
   * @param <T> the kind of bound
   * @param bound computes the bound, or throws this exception
   * @return the bound; empty if the computation threw this exception
   */
  public static <T> Optional<T> ifKnown(Supplier<T> bound) {
    try {
      return Optional.of(bound.get());
    } catch (UnsupportedEventException unknown) {
      return Optional.empty();
    }
  }
}
