package org.assay.accountant.numeric;

/**
 * A computation ended early, without a result, because its thread was interrupted. The thread stays
 * interrupted, so that everything around the computation ends as well.
 */
public final class InterruptedComputationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private InterruptedComputationException() {
    super("the computation was interrupted");
  }

  /**
   * Lets a long computation go on unless its thread was interrupted. Loops call this method where
   * everything that other threads may see is consistent.
   *
   * @throws InterruptedComputationException if the thread was interrupted
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedComputationException();
    }
  }
}
