package org.assay.verify.walk;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.walk.PanelGrid.Place;

/** The transition law of one step: densities between places and probabilities of intervals. */
final class StepDensity {
  private static final double INVERSE_SQRT_TWO_PI = 0.3989422804014327;

  /** Unit roundoff of double precision. */
  private static final double ROUNDOFF = 0x1p-53;

  private final PanelGrid grid;
  private final StepLaw law;
  private final double contraction;
  private final double radius;
  private final double beyond;

  StepDensity(PanelGrid grid, StepLaw law, double contraction, double radius) {
    this(grid, law, contraction, radius, 0);
  }

  private StepDensity(
      PanelGrid grid, StepLaw law, double contraction, double radius, double beyond) {
    this.grid = grid;
    this.law = law;
    this.contraction = contraction;
    this.radius = radius;
    this.beyond = beyond;
  }

  /** The same law, for targets up to a distance outside the walls. */
  StepDensity upToBeyond(double distance) {
    return new StepDensity(grid, law, contraction, radius, distance);
  }

  /** Whether some shift reaches the target from the source with noise below the radius. */
  boolean reaches(Place target, Place source) {
    double displacement = grid.displacement(target, source, contraction);
    return displacement >= law.lowest() - radius && displacement <= law.highest() + radius;
  }

  /** Whether some shift ends left of the target with noise below the radius. */
  boolean reachesLeftward(Place target, Place source) {
    return grid.displacement(target, source, contraction) >= law.lowest() - radius;
  }

  /** Whether some shift ends right of the target with noise below the radius. */
  boolean reachesRightward(Place target, Place source) {
    return grid.displacement(target, source, contraction) <= law.highest() + radius;
  }

  /** The density at the target, relative error at most {@link #densityError}. */
  double density(Place target, Place source) {
    double displacement = grid.displacement(target, source, contraction);
    double sum = 0;
    for (int i = 0; i < law.size(); i++) {
      double noise = displacement - law.shift(i);
      sum += law.weight(i) * Math.exp(-0.5 * (noise * noise));
    }
    return sum * INVERSE_SQRT_TWO_PI;
  }

  /**
   * Bound of the relative error of densities that {@link #reaches} admits, including the error of
   * the quadrature weight but not underflow. Proof: {@code doc-files/walk-quadrature.md}.
   */
  double densityError(boolean fromStart) {
    double farthest = radius + law.highest() - law.lowest();
    double shift = argumentError(fromStart);
    return farthest * shift * (1 + 0x1p-20)
        + shift * shift
        + ROUNDOFF * (1.5 * farthest * farthest + law.size() + 16)
        + law.weightError();
  }

  /** Bound of the absolute error of a computed noise value. */
  private double argumentError(boolean fromStart) {
    double shift = Math.max(Math.abs(law.highest()), Math.abs(law.lowest()));
    double scale =
        contraction == 1 && !fromStart
            ? radius + 2 * shift + 2 * grid.length
            : 3 * grid.panels * grid.length + shift + 2 * grid.length;
    return 0x1p-50 * (scale + 3 * beyond) + law.shiftError();
  }

  /** The probability to end at or left of a place. */
  Enclosure upTo(Place target, Place source, boolean fromStart) {
    return mixture(i -> lowerTail(noise(target, source, i), fromStart));
  }

  /** The probability to end at or right of a place. */
  Enclosure from(Place target, Place source, boolean fromStart) {
    return mixture(i -> lowerTail(-noise(target, source, i), fromStart));
  }

  /** The probabilities to end between neighbours in a rising sequence of places. */
  Enclosure[] between(Place[] edges, Place source, boolean fromStart) {
    Enclosure[] sums = new Enclosure[edges.length - 1];
    Arrays.fill(sums, Enclosure.ZERO);
    for (int i = 0; i < law.size(); i++) {
      double low = noise(edges[0], source, i);
      Enclosure lowTail = smallerTail(low, fromStart);
      for (int e = 1; e < edges.length; e++) {
        double high = noise(edges[e], source, i);
        Enclosure highTail = smallerTail(high, fromStart);
        sums[e - 1] = sums[e - 1].plus(slice(low, lowTail, high, highTail).times(weight(i)));
        low = high;
        lowTail = highTail;
      }
    }
    return sums;
  }

  private double noise(Place target, Place source, int shift) {
    return grid.displacement(target, source, contraction) - law.shift(shift);
  }

  /**
   * The probability between two ends, computed from the smaller tail at either end. Tails on the
   * same side are subtracted without cancellation.
   */
  private static Enclosure slice(double low, Enclosure lowTail, double high, Enclosure highTail) {
    if (low >= 0) {
      return lowTail.minus(highTail).max(Enclosure.ZERO);
    }
    if (high < 0) {
      return highTail.minus(lowTail).max(Enclosure.ZERO);
    }
    return Enclosure.ONE.minus(lowTail).minus(highTail).max(Enclosure.ZERO);
  }

  /** The smaller tail of a noise value: the lower tail below 0, the upper tail from 0 on. */
  private Enclosure smallerTail(double noise, boolean fromStart) {
    return lowerTail(noise < 0 ? noise : -noise, fromStart);
  }

  private Enclosure lowerTail(double noise, boolean fromStart) {
    double error = argumentError(fromStart) * (1 + 0x1p-40);
    return NormalTail.upperTail(Enclosure.of(-noise - error, -noise + error));
  }

  private interface ShiftProbability {
    Enclosure at(int shift);
  }

  private Enclosure mixture(ShiftProbability probability) {
    Enclosure sum = Enclosure.ZERO;
    for (int i = 0; i < law.size(); i++) {
      sum = sum.plus(probability.at(i).times(weight(i)));
    }
    return sum;
  }

  private Enclosure weight(int shift) {
    double weight = law.weight(shift);
    double slack = weight * law.weightError() * (1 + 0x1p-20);
    return Enclosure.of(Math.max(0, weight - slack), weight + slack);
  }
}
