package org.assay.testing.internal.suite;

/** What a test expects of an audit. */
public enum Expectation {
  /** The audit does not refute the claim. */
  SATISFIED,

  /** The audit refutes the claim, for example for a planted mistake. */
  REFUTED
}
