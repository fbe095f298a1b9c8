package org.assay.accountant.budget;

import org.assay.accountant.internal.storage.RefusedFileException;

/**
 * A journal of charges cannot be trusted or used: it is damaged, belongs to somebody else, is held
 * open, or was changed by somebody else while it was open. Nothing was granted.
 */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param journal which journal
   * @param reason what is wrong, and what would help
   */
  public JournalException(String journal, String reason) {
    super("cannot use journal " + journal + ": " + reason);
  }

  /** A refusal of the file itself. */
  JournalException(String journal, RefusedFileException refusal) {
    super("cannot use journal " + journal + ": " + refusal.reason(), refusal);
  }
}
