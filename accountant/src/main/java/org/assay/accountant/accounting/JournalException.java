package org.assay.accountant.accounting;

/**
 * A journal of charges cannot be trusted or used: it is damaged, belongs to somebody else or is
 * held open. Nothing was charged and the file was not changed.
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
}
