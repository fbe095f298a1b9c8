package org.assay.verify.external;

/**
 * An outside mechanism cannot be audited at all. It cannot be started or loaded, never answers, or
 * breaks the rules in a way that is not the fault of one run. The message says what to do.
 */
public final class OutsideProgramException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message what is wrong and what to do about it
   */
  public OutsideProgramException(String message) {
    super(message);
  }

  /**
   * A refusal with its origin.
   *
   * @param message what is wrong and what to do about it
   * @param cause what went wrong underneath
   */
  public OutsideProgramException(String message, Throwable cause) {
    super(message, cause);
  }
}
