package org.assay.algorithms.internal.optimize;

import java.util.concurrent.CancellationException;

/**
 * Whether somebody asked the thread to stop, asked between steps. The interruption is left for the
 * caller to see; what was computed so far is dropped, as it was not meant to be released.
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
   * Ends a run whose thread was interrupted, and says how far it came.
   *
   * @param done what was done so far
   * @param unit of what, in the plural
   * @throws CancellationException if it was
   */
  public static void requireNone(long done, String unit) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException(
          "interrupted after " + done + " " + unit + "; nothing is released");
    }
  }
}
