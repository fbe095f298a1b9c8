package org.assay.verify.audit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The checkpoint of an audit cannot be trusted or used: it is damaged, belongs to another audit, is
 * used by one that is under way, or cannot be read or written.
 */
public final class CheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal, with what would help. */
  CheckpointException(Path file, String reason) {
    super("checkpoint was " + file + ": " + reason);
  }

  /** A failure of the system. */
  CheckpointException(Path file, String reason, IOException cause) {
    super("checkpoint was " + file + ": " + reason, cause);
  }
}
