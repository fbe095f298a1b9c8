package org.assay.accountant.divergence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;

/**
 * A product of factors in one direction, with the logarithm of its moments. What steers is asked
 * many times: of many factors it is interpolated between a few points, which are remembered. For
 * one thread.
 */
final class LossProduct {
  /** From so many kinds of steps on moments to steer by are interpolated. */
  static final int MANY_KINDS = 24;

  /** Smallest distance of points in the logarithm of c, and by what others are multiples of it. */
  private static final double SPACING = 1.0 / 256;

  private static final long[] STRIDES = {128, 32, 8, 1};

  /** A logarithm of c is a point's if it is as near as this. */
  private static final double ON_POINT = 1e-9;

  /** Logarithms that bend more from point to point are not interpolated there. */
  private static final double STRAIGHT = 0.05;

  final List<LossFactor> factors;

  /** How many kinds of steps there are. */
  final int kinds;

  /** Empty if this is no product of another one and a single factor. */
  private final Optional<LossProduct> others;

  /** About log M at the points asked for so far. */
  private final Map<Long, Double> known = new HashMap<>();

  LossProduct(List<LossFactor> factors) {
    this(factors, Optional.empty());
  }

  private LossProduct(List<LossFactor> factors, Optional<LossProduct> others) {
    this.factors = List.copyOf(factors);
    this.others = others;
    this.kinds = factors.stream().mapToInt(LossFactor::kinds).sum();
  }

  /** This and one more factor; what is known of this stays known. */
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

  /** About the same, to steer by; no bound may depend on it. */
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

  /** From points as far apart as the logarithm of log M allows. */
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
