package org.assay.verify.trial;

/**
 * Trials cannot be run on a cluster: it cannot be reached, does not make the same mechanism, or
 * lost trials that could not or must not be run again. The message says what to do.
 */
public final class TrialClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message what is wrong and what to do about it
   */
  public TrialClusterException(String message) {
    super(message);
  }

  /**
   * A refusal with its origin.
   *
   * @param message what is wrong and what to do about it
   * @param cause what went wrong underneath
   */
  public TrialClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
