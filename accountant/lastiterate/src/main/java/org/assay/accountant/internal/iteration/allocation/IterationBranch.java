package org.assay.accountant.internal.iteration.allocation;

/** The theorem that an allocation certificate instantiates. */
public enum IterationBranch {
  /** Shifts are tracked from the common start of both iterations. */
  FROM_THE_START,

  /** Shifts are tracked from a later step, where the distance is at most the diameter. */
  FROM_THE_DIAMETER
}
