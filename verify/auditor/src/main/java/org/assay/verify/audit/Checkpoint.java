package org.assay.verify.audit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The state of an audit after some runs.
 *
 * @param runs number of runs so far
 * @param logWealth natural logarithm of the wealth
 */
public record Checkpoint(long runs, double logWealth) {
  /**
   * The wealth: the factor by which bets against the claim multiplied the first stake.
   *
   * @return the wealth; infinity if it exceeds every double
   */
  public double wealth() {
    return Math.exp(logWealth);
  }

  /**
   * A checkpoint cannot be used: it is damaged, belongs to another audit, is in use, or cannot be
   * read or written.
   */
  public static final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception for a refused checkpoint, with advice. */
    CheckpointException(Path file, String reason) {
      super("checkpoint was " + file + ": " + reason);
    }

    /** An exception for a failure of the file system. */
    CheckpointException(Path file, String reason, IOException cause) {
      super("checkpoint was " + file + ": " + reason, cause);
    }
  }
}
