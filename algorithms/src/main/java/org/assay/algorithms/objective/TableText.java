package org.assay.algorithms.objective;

/**
 * Refusals of text in a table. The text is private data, while messages are visible to everyone who
 * sees a run. The message therefore names only the broken rule; the exception's cause has the text.
 */
final class TableText {
  private TableText() {}

  /** A refusal whose message is the rule, and whose cause quotes the text. */
  static IllegalArgumentException refused(String rule, String text) {
    return new IllegalArgumentException(
        rule, new IllegalArgumentException("the text was '" + oneLine(text) + "'"));
  }

  static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }
}
