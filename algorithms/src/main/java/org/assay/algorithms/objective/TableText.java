package org.assay.algorithms.objective;

/**
 * Text out of a table, which belongs to the keeper of the table alone. Refusals are seen by
 * everyone who sees a run, so the message is without the text; the exception's cause has it.
 */
final class TableText {
  private TableText() {}

  /** A refusal that tells the rule, and the text to those who look at its cause. */
  static IllegalArgumentException refused(String rule, String text) {
    return new IllegalArgumentException(
        rule, new IllegalArgumentException("the text was '" + oneLine(text) + "'"));
  }

  static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }
}
