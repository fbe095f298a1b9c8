package org.assay.accountant.budget;

import org.assay.accountant.internal.storage.RefusedFileException;

/**
 * A journal of charges cannot be trusted or used. It is damaged, belongs to another owner, is held
 * open, or was changed by another program while it was open. Nothing was granted.
 */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param journal the journal
   * @param reason the problem, and what would help
   */
  public JournalException(String journal, String reason) {
    super("cannot use journal " + journal + ": " + reason);
  }

  /** A refusal of the file itself. */
  JournalException(String journal, RefusedFileException refusal) {
    super("cannot use journal " + journal + ": " + refusal.reason(), refusal);
  }
}
