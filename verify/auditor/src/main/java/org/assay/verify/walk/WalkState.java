package org.assay.verify.walk;

import java.util.Arrays;

/** Masses of a discretized law: one at every node, and one at either end of the domain. */
final class WalkState {
  final double[] masses;
  double left;
  double right;

  WalkState(int size) {
    this.masses = new double[size];
  }

  void clear() {
    Arrays.fill(masses, 0);
    left = 0;
    right = 0;
  }

  /**
   * Drops masses below a threshold, which are too small to matter and would only slow the
   * arithmetic down.
   */
  void flush(double threshold) {
    for (int i = 0; i < masses.length; i++) {
      if (masses[i] < threshold) {
        masses[i] = 0;
      }
    }
    left = left < threshold ? 0 : left;
    right = right < threshold ? 0 : right;
  }
}
