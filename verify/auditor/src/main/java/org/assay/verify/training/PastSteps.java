package org.assay.verify.training;

/**
 * Past steps with the canary in and with the canary out, counted at candidate thresholds of their
 * projections (or of the negative projections).
 */
final class PastSteps {
  private final boolean mirrored;
  private final double[] cuts;
  private final double[] in;
  private final double[] out;

  /**
   * Counts the steps.
   *
   * @param cuts candidates, ascending
   * @param in projections with the canary in, ascending
   * @param out projections with the canary out, ascending
   */
  PastSteps(boolean mirrored, double[] cuts, double[] in, double[] out) {
    this.mirrored = mirrored;
    this.cuts = cuts;
    this.in = new double[2 * cuts.length + 1];
    this.out = new double[2 * cuts.length + 1];
    count(this.in, in);
    count(this.out, out);
  }

  boolean isMirrored() {
    return mirrored;
  }

  int cuts() {
    return cuts.length;
  }

  double cut(int index) {
    return cuts[index];
  }

  double size() {
    return in[2 * cuts.length] + out[2 * cuts.length];
  }

  /** Steps with the canary in at or above a cut. */
  double inFrom(int cut) {
    return in[2 * cuts.length] - in[2 * cut];
  }

  /** Steps with the canary out at or above a cut. */
  double outFrom(int cut) {
    return out[2 * cuts.length] - out[2 * cut];
  }

  /** Steps with the canary in at or below a cut. */
  double inTo(int cut) {
    return in[2 * cut + 1];
  }

  /** Steps with the canary out at or below a cut. */
  double outTo(int cut) {
    return out[2 * cut + 1];
  }

  /**
   * Counts for each cut the values below it and the values up to it; the last entry counts all
   * values.
   */
  private void count(double[] counts, double[] ascending) {
    int below = 0;
    int upTo = 0;
    for (int i = 0; i < cuts.length; i++) {
      while (below < ascending.length && ascending[below] < cuts[i]) {
        below++;
      }
      while (upTo < ascending.length && ascending[upTo] <= cuts[i]) {
        upTo++;
      }
      counts[2 * i] = below;
      counts[2 * i + 1] = upTo;
    }
    counts[2 * cuts.length] = ascending.length;
  }
}
