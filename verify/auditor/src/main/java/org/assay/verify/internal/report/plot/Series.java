package org.assay.verify.internal.report.plot;

/**
 * What a drawing shows in one style. Whatever is drawn belongs to a series, so that the legend
 * names all that is there and nothing else.
 *
 * @param style its class in the style sheet of the pages
 * @param name what the legend says
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
