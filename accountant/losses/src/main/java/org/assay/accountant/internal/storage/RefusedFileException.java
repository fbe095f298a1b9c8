package org.assay.accountant.internal.storage;

import java.io.IOException;
import java.nio.file.Path;

/** A file that must not be used, though it could be read or written. */
public final class RefusedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * A refusal.
   *
   * @param file which file
   * @param reason what is wrong, and what would help
   */
  public RefusedFileException(Path file, String reason) {
    super(file + ": " + reason);
    this.reason = reason;
  }

  /**
   * The problem, and what to do about it.
   *
   * @return the reason, without the name of the file
   */
  public String reason() {
    return reason;
  }
}
