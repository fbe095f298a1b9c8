package org.assay.accountant.curve;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.internal.loss.UnionBound;
import org.assay.accountant.internal.loss.lattice.SaddlePoint;

/**
 * Upper bounds of the profile of a composition at many epsilons. One convolution is used for all
 * epsilons whose saddle point is near its tilt. Mesh and tilt are estimates; the bounds hold for
 * any.
 */
final class ProfileSweep {
  /**
   * Largest ratio of an epsilon's own tilt to the tilt of the convolution that is used. Not tuned.
   */
  private static final double SHARED = 1.5;

  /** Number of rough convolutions that locate the tilt. Not tuned. */
  private static final int ROUGH_PASSES = 3;

  /**
   * Ratio of the truncated mass to delta at the first epsilon. The mass must be small compared with
   * all bounds of the convolution. Not tuned.
   */
  private static final double FARTHER = 1e-10;

  private final OrderedProfile profile;
  private final UnionBound union;
  private final double accuracy;
  private Optional<SaddlePoint> rough = Optional.empty();

  /** The last epsilon for which the convolution is used. */
  private double last = Double.NEGATIVE_INFINITY;

  private DoubleUnaryOperator shared;

  ProfileSweep(OrderedProfile profile, UnionBound union, double accuracy) {
    this.profile = profile;
    this.union = union;
    this.accuracy = accuracy;
    this.shared = union::delta;
  }

  /**
   * Bounds at epsilons in increasing order; the first below a negligible number is used for all
   * later ones.
   */
  double[] bounds(double[] epsilons, double negligible) {
    double[] bounds = new double[epsilons.length];
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      last = last < negligible ? last : Math.min(last, bound(epsilons[i]));
      bounds[i] = last;
    }
    return bounds;
  }

  private double bound(double epsilon) {
    if (!(epsilon <= last)) {
      double theta = rough.isPresent() ? rough.get().tiltForEpsilon(epsilon) : 2;
      SaddlePoint saddle = profile.rough(theta);
      for (int pass = 1; pass < ROUGH_PASSES; pass++) {
        saddle = profile.rough(saddle.tiltForEpsilon(epsilon));
      }
      rough = Optional.of(saddle);
      double tilt = saddle.tiltForEpsilon(epsilon);
      last = Math.max(epsilon, saddle.largestEpsilon(SHARED * tilt));
      double delta = Math.exp(Math.max(-600, saddle.logDelta(tilt)));
      shared = profile.upper(tilt, delta * FARTHER, accuracy);
    }
    return Math.min(union.delta(epsilon), shared.applyAsDouble(epsilon));
  }

  /** The largest of the bounds at every epsilon. */
  static double[] max(List<double[]> bounds) {
    double[] largest = bounds.get(0).clone();
    for (double[] other : bounds) {
      for (int i = 0; i < largest.length; i++) {
        largest[i] = Math.max(largest[i], other[i]);
      }
    }
    return largest;
  }
}
