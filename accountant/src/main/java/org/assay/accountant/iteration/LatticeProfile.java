package org.assay.accountant.iteration;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds at the points of a lattice of {@code H_γ(P‖Q) = sup over A of P(A) − γQ(A)}, {@code
 * γ = e^(i spacing)}, that hold in both directions. As H is convex in γ and falls, between points
 * the chord is a bound and beyond the last one its value; and {@code H_γ(P‖Q) = 1 − γ +
 * γH_{1/γ}(Q‖P)} gives the negative indices.
 */
final class LatticeProfile {
  /** More than the relative rounding error of a chord. */
  private static final double SLACK = 1 + 0x1p-48;

  private final ProfileLattice lattice;

  /** From index 0 to the lattice's points or further. */
  private final double[] values;

  private LatticeProfile(ProfileLattice lattice, double[] values) {
    this.lattice = lattice;
    this.values = values;
  }

  /** The largest convex function that bounds what the given upper bounds bound. */
  static LatticeProfile of(ProfileLattice lattice, IntToDoubleFunction upperBounds) {
    double[] bounds = new double[lattice.points() + 1];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = Math.min(1, upperBounds.applyAsDouble(i));
      bounds[i] = i == 0 ? bounds[0] : Math.min(bounds[i], bounds[i - 1]);
    }
    LatticeProfile rough = new LatticeProfile(lattice, bounds);
    return new LatticeProfile(lattice, rough.convexHull());
  }

  /**
   * Bounds up to twice the lattice's points, of which the first that is negligible stands for all
   * after it. They are not made convex.
   */
  static LatticeProfile extended(
      ProfileLattice lattice, IntToDoubleFunction upperBounds, double negligible) {
    double[] bounds = new double[2 * lattice.points() + 1];
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      last = last < negligible ? last : Math.min(last, upperBounds.applyAsDouble(i));
      bounds[i] = last;
    }
    return new LatticeProfile(lattice, bounds);
  }

  ProfileLattice lattice() {
    return lattice;
  }

  /** The bound at any index. */
  double at(int index) {
    if (index >= 0) {
      return values[Math.min(index, values.length - 1)];
    }
    int mirrored = -index;
    if (mirrored >= values.length || mirrored > 2 * lattice.points()) {
      return 1;
    }
    double value =
        Rounding.addUp(
            lattice.gapUp(mirrored), Rounding.multiplyUp(lattice.powerUp(index), values[mirrored]));
    return Math.min(1, value);
  }

  /** The smaller bound at every point. */
  LatticeProfile min(LatticeProfile other) {
    return of(lattice, i -> Math.min(at(i), other.at(i)));
  }

  /** The lower hull of the points on both sides of 0 and of (0, 1), at the indices from 0 on. */
  private double[] convexHull() {
    int points = lattice.points();
    int[] hull = new int[2 * points + 1];
    int size = 0;
    for (int i = -points; i <= points; i++) {
      while (size >= 2 && !turnsLeft(hull[size - 2], hull[size - 1], i)) {
        size--;
      }
      hull[size++] = i;
    }
    double[] result = Arrays.copyOf(values, points + 1);
    for (int k = 0; k + 1 < size; k++) {
      for (int i = Math.max(0, hull[k] + 1); i < hull[k + 1]; i++) {
        result[i] = Math.min(result[i], chord(hull[k], hull[k + 1], i));
      }
    }
    return result;
  }

  private boolean turnsLeft(int first, int middle, int last) {
    return at(middle) < chord(first, last, middle);
  }

  /** Upper bound at an index of the chord between two others around it. */
  private double chord(int left, int right, int index) {
    double low = lattice.powerUp(left);
    double part = (lattice.powerDown(index) - low) / (lattice.powerUp(right) - low);
    double weight = Math.max(0, Math.min(1, part / SLACK));
    return ((1 - weight) * at(left) + weight * at(right)) * SLACK;
  }

  /** Upper bound of delta at an epsilon of at least 0. */
  double delta(double epsilon) {
    int index = (int) Math.min(lattice.points(), Math.floor(epsilon / lattice.spacing()));
    double before = Rounding.subtractDown(epsilon, lattice.loss(index));
    if (index == lattice.points() || before <= 0) {
      return at(before < 0 ? Math.max(0, index - 1) : index);
    }
    double part = Rounding.expm1Down(before) / Rounding.expm1Up(lattice.spacing()) / SLACK;
    double weight = Math.min(1, part);
    return Math.min(1, ((1 - weight) * at(index) + weight * at(index + 1)) * SLACK);
  }

  /** Upper bound of epsilon at a delta; infinite if no point of the lattice has one. */
  double epsilon(double delta) {
    if (at(0) <= delta) {
      return 0;
    }
    int index = 1;
    while (index <= lattice.points() && at(index) > delta) {
      index++;
    }
    if (index > lattice.points()) {
      return Double.POSITIVE_INFINITY;
    }
    double part = (at(index - 1) - delta) / (at(index - 1) - at(index)) * SLACK;
    double beyond =
        Rounding.log1pUp(Rounding.multiplyUp(part, Rounding.expm1Up(lattice.spacing())));
    double inside = Rounding.addUp(lattice.loss(index - 1), beyond);
    return Math.min(lattice.loss(index), inside);
  }
}
