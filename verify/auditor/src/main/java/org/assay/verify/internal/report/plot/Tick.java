package org.assay.verify.internal.report.plot;

/**
 * A place on an axis that is labelled.
 *
 * @param value where it is
 * @param label what stands there
 */
record Tick(double value, String label) {
  private static final String NARROW = "., ";
  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";

  /** About how many pixels wide the label is in the font of the pages. */
  double width() {
    return label.chars().mapToDouble(Tick::width).sum();
  }

  private static double width(int c) {
    return NARROW.indexOf(c) >= 0 ? 3.9 : RAISED.indexOf(c) >= 0 ? 5 : 7.7;
  }
}
