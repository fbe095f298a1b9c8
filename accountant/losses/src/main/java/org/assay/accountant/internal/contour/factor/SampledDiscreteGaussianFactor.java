package org.assay.accountant.internal.contour.factor;

import java.util.Optional;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.SampledDiscreteGaussian;
import org.assay.accountant.numeric.Enclosure;

/**
 * Discrete Gaussian steps on Poisson samples, one record removed or added. {@link RealLine} sums
 * over all integers or some of them. The transform need not decay, so its modulus is bounded by the
 * value on the real axis. Proofs: {@code contour/doc-files/unlike-steps.md}.
 *
 * @param q sampling probability, strictly between 0 and 1
 */
public record SampledDiscreteGaussianFactor(
    double q, NormalNoise.Discrete noise, double count, boolean removing) implements LossFactor {
  /** Target of the error of the logarithm of all steps together. Not tuned. */
  private static final double ACCURACY = 1e-16;

  /** Accuracy of rough moments, relative to the squared effect of sampling. Not tuned. */
  private static final double ROUGHLY = 1e-2;

  /** Smallest accuracy of rough moments. Not tuned. */
  private static final double FINEST = 1e-12;

  /**
   * Largest number of quadrature nodes. Values far from the real axis need many, but with many
   * steps only the first values matter. Not tuned: bounds the time.
   */
  private static final int MOST_NODES = 20_000;

  /**
   * Largest logarithm of a moment that is computed: the square of a larger moment could overflow.
   */
  private static final double LARGEST_EXPONENT = 350;

  private RealLine prepared(double c, double reach) {
    RealLine line = new RealLine(MOST_NODES);
    line.prepare(q, noise, removing, c, reach, ACCURACY / count);
    return line;
  }

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  private Enclosure logMomentOfOne(double c) {
    RealLine line = prepared(c, 0);
    return line.known ? line.logMoment() : certified(c);
  }

  /** {@code log M(c)} of one step from the Rényi divergence, at any c. */
  private Enclosure certified(double c) {
    double order = 1 + c;
    Enclosure divergence =
        removing
            ? SampledDiscreteGaussian.renyiForward(q, noise.sigma(), noise.shift(), order)
            : SampledDiscreteGaussian.renyiReverse(q, noise.sigma(), noise.shift(), order);
    return divergence.times(Enclosure.exact(order).minus(1));
  }

  @Override
  public double roughLogMoment(double c) {
    double change = q * Math.min(1, 1 / noise.multiplier());
    double accuracy = Math.max(FINEST, ROUGHLY * change * change);
    return count * new RealLine().roughLogMoment(q, noise, removing, c, accuracy);
  }

  @Override
  public double largestLoss() {
    return removing
        ? Double.POSITIVE_INFINITY
        : Enclosure.exact(-q).log1p().negate().times(count).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new Line(c, reach, logMomentOfOne(c));
  }

  private final class Line implements LossTransform {
    private final double c;
    private final Enclosure logMoment;
    private final double cost;

    Line(double c, double reach, Enclosure logMoment) {
      this.c = c;
      this.logMoment = logMoment;
      RealLine line = new RealLine(MOST_NODES);
      line.place(q, noise, removing, c, reach, ACCURACY / count);
      boolean known = line.known && logMoment.upper() < LARGEST_EXPONENT;
      this.cost = known ? line.size() : Double.POSITIVE_INFINITY;
    }

    @Override
    public double cost() {
      return cost;
    }

    @Override
    public Optional<LossTransform> reaching(double reach) {
      return Optional.of(new Line(c, reach, logMoment));
    }

    @Override
    public void addTo(ContourNodes nodes) {
      RealLine line = prepared(c, nodes.wanted() * nodes.step);
      if (line.known) {
        line.along(count).addTo(nodes);
        return;
      }
      for (int k = 0; k < nodes.wanted(); k++) {
        nodes.addBound(k, logMoment.times(count).upper());
      }
    }

    @Override
    public double logDecayBound(double t) {
      return logMoment.times(count).upper();
    }
  }
}
