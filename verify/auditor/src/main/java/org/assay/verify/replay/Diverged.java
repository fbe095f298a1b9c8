package org.assay.verify.replay;

/**
 * Ends a run that can be followed no further. The class is an error, not an exception, so that a
 * mechanism that catches exceptions does not catch it.
 */
final class Diverged extends Error {
  private static final long serialVersionUID = 1L;

  Diverged() {
    super("the replay left the recording", null, false, false);
  }
}
