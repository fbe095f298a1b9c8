package org.assay.algorithms.internal.optimize;

import java.util.concurrent.CancellationException;

/**
 * Checks between steps whether the thread was interrupted. The interrupt status stays set for the
 * caller; the results so far are dropped, since they were not meant to be released.
 */
public final class Interruption {
  private Interruption() {}

  /**
   * Ends a run whose thread was interrupted.
   *
   * @throws CancellationException if it was
   */
  public static void requireNone() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("interrupted before the end; nothing is released");
    }
  }

  /**
   * Ends a run whose thread was interrupted, with the progress in the message.
   *
   * @param done the progress so far
   * @param unit the unit of the progress, in the plural
   * @throws CancellationException if it was
   */
  public static void requireNone(long done, String unit) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException(
          "interrupted after " + done + " " + unit + "; nothing is released");
    }
  }
}
