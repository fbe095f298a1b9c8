package org.assay.notebooks.internal.evaluation;

/** Whether more lines are needed before a cell can be evaluated. */
public enum Completeness {
  /** The code can be evaluated. */
  COMPLETE,
  /** The code ends in the middle of something. */
  INCOMPLETE,
  /** No continuation makes it Java. */
  INVALID
}
