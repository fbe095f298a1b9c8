package org.assay.ledger.internal.range;

/**
 * A point of a range cannot be judged: its event or claim makes no sense, or no known theorem
 * bounds its event. The message is one line with the place and the reason.
 */
public final class PointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal with its origin.
   *
   * @param message the place and the reason
   * @param cause what went wrong underneath
   */
  public PointException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
