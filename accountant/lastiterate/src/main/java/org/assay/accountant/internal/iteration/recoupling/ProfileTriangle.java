package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Logarithms of {@code inf over η of H_η(P‖Q) + ηH_{γ/η}(Q‖R)}, η a power of the lattice, for both
 * orders of two profiles: bounds between P and R, {@code doc-files/recoupling.md}.
 */
final class ProfileTriangle implements IntToDoubleFunction {
  private final ProfileLattice lattice;
  private final Side[] sides;

  ProfileTriangle(LatticeProfile first, LatticeProfile second) {
    this.lattice = first.lattice();
    double[] one = logs(first);
    double[] two = logs(second);
    this.sides = new Side[] {new Side(one, two), new Side(two, one)};
  }

  /** At all indices from minus twice the points to twice the points. */
  private static double[] logs(LatticeProfile profile) {
    int points = profile.lattice().points();
    double[] logs = new double[4 * points + 1];
    Arrays.setAll(logs, i -> profile.logAt(i - 2 * points));
    return logs;
  }

  /**
   * An upper bound at an index, which is found soonest if the indices rise.
   *
   * @param index from 0 to the lattice's points
   */
  @Override
  public double applyAsDouble(int index) {
    double best = 0;
    for (Side side : sides) {
      best = side.smaller(best, index);
    }
    return best;
  }

  /** One of both orders, and where its last smallest sum was: near that of the next index. */
  private final class Side {
    private final double[] before;
    private final double[] after;
    private int place;

    private Side(double[] before, double[] after) {
      this.before = before;
      this.after = after;
    }

    /**
     * Of convex profiles the first summand falls with the place and the second rises, so that
     * nothing is left out: no place further on has a smaller sum once one of them alone is too
     * large. Of others too every sum is a bound.
     */
    private double smaller(double most, int index) {
      int points = lattice.points();
      int start = place;
      double best = most;
      for (int j = start; j <= 2 * points && second(index, j) < best; j++) {
        best = smaller(best, index, j);
      }
      for (int j = start - 1; j >= -points && first(j) < best; j--) {
        best = smaller(best, index, j);
      }
      return best;
    }

    private double smaller(double best, int index, int j) {
      double here = LogSum.smaller(best, first(j), second(index, j));
      place = here < best ? j : place;
      return here;
    }

    private double first(int j) {
      return before[j + 2 * lattice.points()];
    }

    private double second(int index, int j) {
      return lattice.loss(j) + after[index - j + 2 * lattice.points()];
    }
  }
}
