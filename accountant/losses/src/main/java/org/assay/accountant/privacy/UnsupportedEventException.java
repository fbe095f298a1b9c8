package org.assay.accountant.privacy;

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
}
