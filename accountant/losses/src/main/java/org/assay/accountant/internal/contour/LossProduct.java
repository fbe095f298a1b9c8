package org.assay.accountant.internal.contour;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;

/**
 * A product of factors in one direction, with the logarithm of its moments. Rough moments are
 * needed many times while a contour is chosen. With many factors they are interpolated between a
 * few stored points. Not for concurrent use.
 */
final class LossProduct {
  /** Least number of kinds of steps for which rough moments are interpolated. Not tuned. */
  static final int MANY_KINDS = 24;

  /**
   * Finest mesh of interpolation points in log c; coarser meshes are multiples by {@link #STRIDES}.
   * Not tuned.
   */
  private static final double SPACING = 1.0 / 256;

  /** Mesh widths that are tried, coarsest first, in units of the finest one. Not tuned. */
  private static final long[] STRIDES = {128, 32, 8, 1};

  /** Distance from a mesh point, in units of the finest mesh, that counts as being on the point. */
  private static final double ON_POINT = 1e-9;

  /** Largest second difference of log log M at which a mesh is fine enough. Not tuned. */
  private static final double STRAIGHT = 0.05;

  final List<LossFactor> factors;

  /** Number of kinds of steps. */
  final int kinds;

  /** The product without the last factor; empty if this was not made from another product. */
  private final Optional<LossProduct> others;

  /** Estimates of log M at the points computed so far. */
  private final Map<Long, Double> known = new HashMap<>();

  LossProduct(List<LossFactor> factors) {
    this(factors, Optional.empty());
  }

  private LossProduct(List<LossFactor> factors, Optional<LossProduct> others) {
    this.factors = List.copyOf(factors);
    this.others = others;
    this.kinds = factors.stream().mapToInt(LossFactor::kinds).sum();
  }

  /** This product and one more factor. Stored points of this product are reused. */
  LossProduct times(LossFactor last) {
    return new LossProduct(
        Stream.concat(factors.stream(), Stream.of(last)).toList(), Optional.of(this));
  }

  /** {@code log M(c)}. */
  Enclosure logMoment(double c) {
    Enclosure sum = Enclosure.ZERO;
    for (LossFactor factor : factors) {
      sum = sum.plus(factor.logMoment(c));
    }
    return sum;
  }

  /** Estimate of {@code log M(c)} to choose contours; no bound may depend on this value. */
  double roughLogMoment(double c) {
    if (others.isPresent()) {
      return others.get().roughLogMoment(c) + factors.get(factors.size() - 1).roughLogMoment(c);
    }
    return kinds < MANY_KINDS ? summed(c) : interpolated(c);
  }

  private double summed(double c) {
    double sum = 0;
    for (LossFactor factor : factors) {
      sum += factor.roughLogMoment(c);
    }
    return sum;
  }

  /** Interpolates on the coarsest mesh on which log log M is nearly straight. */
  private double interpolated(double c) {
    double x = Math.log(c) / SPACING;
    if (Math.abs(x - Math.rint(x)) < ON_POINT) {
      return at(Math.round(x));
    }
    for (long stride : STRIDES) {
      double[] near = new double[4];
      long first = (long) Math.floor(x / stride) - 1;
      for (int i = 0; i < near.length; i++) {
        near[i] = Math.log(at((first + i) * stride));
      }
      if (bend(near, 0) < STRAIGHT && bend(near, 1) < STRAIGHT) {
        return Math.exp(cubic(near, x / stride - first));
      }
    }
    return summed(c);
  }

  private static double bend(double[] values, int i) {
    return Math.abs(values[i] - 2 * values[i + 1] + values[i + 2]);
  }

  /** The cubic through the values at 0, 1, 2 and 3. */
  private static double cubic(double[] values, double t) {
    return -(t - 1) * (t - 2) * (t - 3) / 6 * values[0]
        + t * (t - 2) * (t - 3) / 2 * values[1]
        - t * (t - 1) * (t - 3) / 2 * values[2]
        + t * (t - 1) * (t - 2) / 6 * values[3];
  }

  private double at(long point) {
    return known.computeIfAbsent(point, one -> summed(Math.exp(SPACING * one)));
  }
}
