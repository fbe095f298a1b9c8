package org.assay.testing.internal.suite;

/** What a test expects of a claim. */
public enum Expectation {
  /** That no audit refutes it. */
  SATISFIED,

  /** That the audit refutes it, as for a mechanism with a planted mistake. */
  REFUTED
}
