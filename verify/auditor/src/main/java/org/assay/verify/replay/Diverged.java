package org.assay.verify.replay;

/**
 * Ends a run that can be followed no further. An error, not an exception: a mechanism that catches
 * exceptions must not catch it.
 */
final class Diverged extends Error {
  private static final long serialVersionUID = 1L;

  Diverged() {
    super("the replay left the recording", null, false, false);
  }
}
