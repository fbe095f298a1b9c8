package org.assay.ledger.internal.range;

/**
 * A point of a range cannot be judged: nothing sensible is run or claimed there, or no known
 * theorem bounds what is. The message is one line that says where and why.
 */
public final class PointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal with its origin.
   *
   * @param message where and why
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
