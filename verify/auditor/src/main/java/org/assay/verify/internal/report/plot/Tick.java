package org.assay.verify.internal.report.plot;

/**
 * A labelled value of an axis.
 *
 * @param value the value
 * @param label its label
 */
record Tick(double value, String label) {
  /** Characters half as wide as others. */
  private static final String NARROW = "., ";

  /** Raised characters, which are narrower than others. */
  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";

  /** Estimated width of the label in pixels, in the font of the pages. */
  double width() {
    return label.chars().mapToDouble(Tick::width).sum();
  }

  private static double width(int c) {
    return NARROW.indexOf(c) >= 0 ? 3.9 : RAISED.indexOf(c) >= 0 ? 5 : 7.7;
  }
}
