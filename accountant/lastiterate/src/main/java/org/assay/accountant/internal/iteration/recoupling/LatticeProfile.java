package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds at the points of a lattice of {@code H_γ(P‖Q) = sup over A of P(A) − γQ(A)}, {@code
 * γ = e^(i spacing)}, that hold in both directions, kept as logarithms. H is convex and falls in γ.
 * So the chord is a bound between points, and the last value is a bound above the last point. The
 * equation {@code H_γ(P‖Q) = 1 − γ + γH_{1/γ}(Q‖P)} gives the negative indices.
 */
public final class LatticeProfile {
  /** Least logarithm that is kept; smaller logarithms are raised to it. */
  static final double LEAST = -1e6;

  /** Factor above the relative rounding error of a chord. */
  private static final double SLACK = 1 + 0x1p-48;

  private final ProfileLattice lattice;

  /** Logarithms of the profile, from index 0 to the lattice's points or further. */
  private final double[] logs;

  /** Logarithms of the profile at negative indices, by the absolute value of the index. */
  private final double[] mirrored;

  private LatticeProfile(ProfileLattice lattice, double[] logs) {
    this.lattice = lattice;
    this.logs = logs;
    this.mirrored = new double[logs.length];
    for (int i = 1; i < mirrored.length; i++) {
      double kept = Rounding.addUp(-lattice.loss(i), logs[i]);
      mirrored[i] = Math.min(0, LogSum.up(lattice.logGapUp(i), kept));
    }
  }

  /**
   * The largest convex function below the given logarithms of upper bounds; it bounds the same
   * profile, which is convex.
   */
  static LatticeProfile of(ProfileLattice lattice, IntToDoubleFunction logBounds) {
    LatticeProfile rough = falling(lattice, logBounds, lattice.points());
    return new LatticeProfile(lattice, rough.convexHull());
  }

  /** Bounds up to twice the lattice's points. They are not made convex. */
  static LatticeProfile extended(ProfileLattice lattice, IntToDoubleFunction logBounds) {
    return falling(lattice, logBounds, 2 * lattice.points());
  }

  private static LatticeProfile falling(
      ProfileLattice lattice, IntToDoubleFunction logBounds, int points) {
    double[] logs = new double[points + 1];
    double last = 0;
    for (int i = 0; i <= points; i++) {
      if (last > LEAST) {
        last = Math.max(LEAST, Math.min(last, logBounds.applyAsDouble(i)));
      }
      logs[i] = last;
    }
    return new LatticeProfile(lattice, logs);
  }

  ProfileLattice lattice() {
    return lattice;
  }

  /** Logarithm of the bound at any index. */
  double logAt(int index) {
    if (index >= 0) {
      return logs[Math.min(index, logs.length - 1)];
    }
    return -index < mirrored.length ? mirrored[-index] : 0;
  }

  /** The bound at any index. */
  double at(int index) {
    return Math.min(1, Rounding.expUp(logAt(index)));
  }

  /** The profile of the smaller bound at every point. */
  LatticeProfile min(LatticeProfile other) {
    return of(lattice, i -> Math.min(logAt(i), other.logAt(i)));
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
    double[] result = Arrays.copyOf(logs, points + 1);
    for (int k = 0; k + 1 < size; k++) {
      for (int i = Math.max(0, hull[k] + 1); i < hull[k + 1]; i++) {
        result[i] = Math.min(result[i], logChord(hull[k], hull[k + 1], i));
      }
    }
    return result;
  }

  private boolean turnsLeft(int first, int middle, int last) {
    return logAt(middle) < logChord(first, last, middle);
  }

  /** Upper bound at an index of the logarithm of the chord between two others around it. */
  private double logChord(int left, int right, int index) {
    double width = lattice.logGapDown(right - left);
    double before = Rounding.subtractUp(lattice.logGapUp(right - index), width);
    double part = Rounding.subtractUp(lattice.logGapUp(index - left), width);
    double after = Rounding.addUp(part, lattice.loss(index - right));
    return LogSum.up(Rounding.addUp(before, logAt(left)), Rounding.addUp(after, logAt(right)));
  }

  /**
   * Upper bound of delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the bound, at most 1
   */
  public double delta(double epsilon) {
    int index = (int) Math.min(lattice.points(), Math.floor(epsilon / lattice.spacing()));
    double before = Rounding.subtractDown(epsilon, lattice.loss(index));
    if (index == lattice.points() || before <= 0) {
      return at(before < 0 ? Math.max(0, index - 1) : index);
    }
    double part = Rounding.expm1Down(before) / Rounding.expm1Up(lattice.spacing()) / SLACK;
    double weight = Math.min(1, part);
    return Math.min(1, ((1 - weight) * at(index) + weight * at(index + 1)) * SLACK);
  }

  /**
   * Upper bound of epsilon at a delta.
   *
   * @param delta from 0 to 1
   * @return the bound, infinite if no point of the lattice has one
   */
  public double epsilon(double delta) {
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
