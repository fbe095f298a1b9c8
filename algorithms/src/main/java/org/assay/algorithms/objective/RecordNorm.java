package org.assay.algorithms.objective;

import java.util.Locale;

/** The norm in which records are bounded by 1. */
public enum RecordNorm {
  /** The root of the sum of squares, supported by every algorithm. */
  EUCLIDEAN,
  /** The largest magnitude of a feature, for algorithms that measure gradients in a dual norm. */
  INFINITY;

  /** The name on the command line and in a model. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
