package org.assay.verify.walk;

/**
 * The parts of the line beyond the walls into which the position before the last projection is
 * sorted: so many to the left, so many to the right, each as wide as {@code stride} bins. Both laws
 * of a pair must be sorted alike. Why this position may be looked at: {@code
 * doc-files/walk-instances.md}.
 */
record BeyondWalls(int left, int right, int stride) {
  static final BeyondWalls NONE = new BeyondWalls(0, 0, 1);

  /**
   * The parts that the last steps of two walks reach with noise within the radius of a plan.
   *
   * @param most how many parts there may be on either side: more are sharper and cost more
   */
  static BeyondWalls of(WalkModel one, WalkModel other, QuadraturePlan plan, int most) {
    StepLaw first = one.lastLaw();
    StepLaw second = other.lastLaw();
    double bin = one.width() / plan.panels() / plan.bins();
    double left = plan.radius() - Math.min(first.lowest(), second.lowest());
    double right = plan.radius() + Math.max(first.highest(), second.highest());
    double longest = Math.max(left, right) / bin;
    int stride = (int) Math.min(1 << 20, Math.max(1, Math.ceil(longest / most)));
    return new BeyondWalls(
        count(left, bin * stride, most), count(right, bin * stride, most), stride);
  }

  private static int count(double reach, double part, int most) {
    return (int) Math.max(0, Math.min(most, Math.ceil(reach / part)));
  }

  /** How far from the walls the parts end, rounded up. */
  double reach(PanelGrid grid, int perPanel) {
    return (double) Math.max(left, right) * stride * (grid.length / perPanel) * (1 + 0x1p-40);
  }
}
