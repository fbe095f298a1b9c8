package org.assay.verify.walk;

/**
 * A partition of the line outside the walls, for the position before the last projection. There are
 * {@code left} parts to the left of the domain and {@code right} parts to its right, all {@code
 * stride} bins wide. Both laws of a pair need equal partitions. The reason why an observer may see
 * this position is in {@code doc-files/walk-instances.md}.
 */
record BeyondWalls(int left, int right, int stride) {
  /** A partition without parts: only the position between the walls is used. */
  static final BeyondWalls NONE = new BeyondWalls(0, 0, 1);

  /**
   * The parts that the last steps of two walks reach with noise within the radius of a plan.
   *
   * @param most largest number of parts on either side: more parts give sharper bounds at a higher
   *     cost
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

  /** Distance from the walls to the outer ends of the parts, rounded up. */
  double reach(PanelGrid grid, int perPanel) {
    return (double) Math.max(left, right) * stride * (grid.length / perPanel) * (1 + 0x1p-40);
  }
}
