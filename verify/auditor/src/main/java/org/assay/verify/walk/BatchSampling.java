package org.assay.verify.walk;

/** How the batch of a step is chosen. */
public enum BatchSampling {
  /** Every step uses all records. */
  FULL_BATCH("full batch"),

  /** Every step uses a uniformly random set of a fixed size, drawn without replacement. */
  FIXED_SIZE("fixed size"),

  /**
   * Every step includes each record independently; the sum of gradients is divided by the expected
   * batch size.
   */
  POISSON("Poisson"),

  /**
   * The records are dealt into batches of equal size once, and the batches are used in turn: every
   * record is used once in a pass.
   */
  CYCLIC("cyclic");

  private final String label;

  BatchSampling(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
