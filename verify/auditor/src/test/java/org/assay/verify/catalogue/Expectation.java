package org.assay.verify.catalogue;

/** What an audit of an entry should conclude. */
public enum Expectation {
  /** The claim is false and a good auditor shows it within minutes. */
  REFUTED,

  /** The claim is false, but even an auditor that knew everything would need very many runs. */
  HARD,

  /** The claim is true; refuting it is a false alarm. */
  NOT_REFUTED
}
