package org.assay.accountant.event;

/** How noisy stochastic gradient descent chooses the batch of a step; never released. */
public enum NoisySgdSampling {
  /** A uniformly random set of {@code batchSize} records, fresh in every step. */
  FIXED_SIZE("samples of fixed size"),

  /**
   * Every record independently with probability {@code batchSize / records}, fresh in every step;
   * the sum of the gradients is divided by the fixed number {@code batchSize}.
   */
  POISSON("Poisson samples"),

  /** All records in every step. */
  FULL_BATCH("full batches"),

  /** Disjoint batches in a fixed order, again and again. */
  CYCLIC("batches in cyclic order");

  private final String label;

  NoisySgdSampling(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
