package org.assay.accountant.internal.composition;

/** The pair that dominates a sampled Gaussian step. */
enum Sampling {
  /**
   * Independent sampling, one record present or absent: a mixture and the base, in either order.
   */
  POISSON,

  /** Independent sampling, one record replaced: the antipodal mixtures. */
  POISSON_REPLACED,

  /** Samples of fixed size, one record replaced. */
  FIXED_SIZE,

  /** One random step of several, one record present or absent. */
  ALLOCATED
}
