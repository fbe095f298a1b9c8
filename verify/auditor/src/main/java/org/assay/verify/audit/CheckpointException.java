package org.assay.verify.audit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A checkpoint cannot be used: it is damaged, belongs to another audit, is in use, or cannot be
 * read or written.
 */
public final class CheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal, with advice. */
  CheckpointException(Path file, String reason) {
    super("checkpoint was " + file + ": " + reason);
  }

  /** A failure of the file system. */
  CheckpointException(Path file, String reason, IOException cause) {
    super("checkpoint was " + file + ": " + reason, cause);
  }
}
