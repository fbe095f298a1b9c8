package org.assay.algorithms.optimize.multipass;

/** Which records the steps of multipass gradient descent look at. */
public enum BatchSelection {
  /** A uniformly random set of records of one size, fresh in every step. */
  FIXED_SIZE,
  /**
   * Every record independently with probability {@code batchSize / records}, fresh in every step;
   * sums of gradients are divided by {@code batchSize}, whatever the size of the sample.
   */
  POISSON,
  /** Disjoint batches in the order of the records, the same in every epoch. */
  CYCLIC
}
