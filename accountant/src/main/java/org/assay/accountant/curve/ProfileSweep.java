package org.assay.accountant.curve;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Upper bounds of the profile of a composition at many epsilons: one convolution serves all of
 * about its tilt. Step and tilt are guessed; the bounds hold for any.
 */
final class ProfileSweep {
  /** A convolution serves epsilons whose own tilt is not larger than its by more than this. */
  private static final double SHARED = 1.5;

  private static final int ROUGH_PASSES = 3;

  /** Mass that is moved to infinity must be small against the smallest bound that is shared. */
  private static final double FARTHER = 1e-10;

  private final OrderedProfile profile;
  private final UnionBound union;
  private final double accuracy;
  private Optional<SaddlePoint> rough = Optional.empty();
  private double tilt;
  private DoubleUnaryOperator shared;

  ProfileSweep(OrderedProfile profile, UnionBound union, double accuracy) {
    this.profile = profile;
    this.union = union;
    this.accuracy = accuracy;
    this.shared = union::delta;
  }

  /** Bounds at rising epsilons; the first below a negligible number stands for all after it. */
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
    double theta = rough.isPresent() ? rough.get().tiltForEpsilon(epsilon) : 2;
    if (rough.isEmpty() || !(theta <= SHARED * tilt)) {
      SaddlePoint saddle = profile.rough(theta);
      for (int pass = 1; pass < ROUGH_PASSES; pass++) {
        saddle = profile.rough(saddle.tiltForEpsilon(epsilon));
      }
      rough = Optional.of(saddle);
      tilt = saddle.tiltForEpsilon(epsilon);
      double delta = Math.exp(Math.max(-600, saddle.logDelta(tilt)));
      shared = profile.upper(tilt, delta * FARTHER, accuracy);
    }
    return Math.min(union.delta(epsilon), shared.applyAsDouble(epsilon));
  }

  /** The larger one of two bounds at each epsilon. */
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
