package org.assay.verify.internal.report.plot;

/**
 * Everything that a drawing shows in one style. Every drawn item belongs to a series, so that the
 * legend is complete.
 *
 * @param style its class in the style sheet of the pages
 * @param name its name in the legend
 */
public record Series(String style, String name) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public Series {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a legend must say what a series shows");
    }
  }
}
