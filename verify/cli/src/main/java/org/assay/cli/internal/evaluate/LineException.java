package org.assay.cli.internal.evaluate;

/** Signals the fault of one line of a batch; the batch goes on. */
final class LineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LineException(String message) {
    super(message);
  }
}
