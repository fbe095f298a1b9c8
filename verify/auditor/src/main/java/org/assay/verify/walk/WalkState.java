package org.assay.verify.walk;

import java.util.Arrays;

/**
 * Masses of a discretized law: one at every node, and one at either end of the domain. On either
 * side there is room for {@code margin} values that fall outside the nodes.
 */
final class WalkState {
  final double[] masses;
  final int margin;
  double left;
  double right;

  WalkState(int size, int margin) {
    this.masses = new double[size + 2 * margin];
    this.margin = margin;
  }

  void clear() {
    Arrays.fill(masses, 0);
    left = 0;
    right = 0;
  }

  /**
   * Drops masses below a threshold: they are too small to matter, and would only slow the
   * arithmetic down.
   */
  void flush(double threshold) {
    Arrays.fill(masses, 0, margin, 0);
    Arrays.fill(masses, masses.length - margin, masses.length, 0);
    for (int i = margin; i < masses.length - margin; i++) {
      if (masses[i] < threshold) {
        masses[i] = 0;
      }
    }
    left = left < threshold ? 0 : left;
    right = right < threshold ? 0 : right;
  }
}
