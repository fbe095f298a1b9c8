package org.assay.accountant.internal.contour;

import org.assay.accountant.numeric.Enclosure;

/** Gaussian steps, which compose to a single one: {@code M(s) = e^(mu² (s + s²)/2)}. */
public record GaussianFactor(Enclosure muSquared) implements LossFactor {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  @Override
  public Enclosure logMoment(double c) {
    Enclosure point = Enclosure.exact(c);
    return point.square().plus(point).times(muSquared).times(0.5);
  }

  @Override
  public double roughLogMoment(double c) {
    return 0.5 * (c + c * c) * muSquared.midpoint();
  }

  @Override
  public double largestLoss() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new Line(c);
  }

  private final class Line implements LossTransform {
    private final double c;
    private final double half;
    private final double halfError;

    Line(double c) {
      this.c = c;
      this.half = muSquared.midpoint() / 2;
      this.halfError = muSquared.width() + 4 * U * half;
    }

    @Override
    public double cost() {
      return 1;
    }

    @Override
    public void addTo(ContourNodes nodes) {
      for (int k = 0; k < nodes.wanted(); k++) {
        double t = k * nodes.step;
        double real = c + c * c - t * t;
        double imaginary = t * (1 + 2 * c);
        // |s + s²| in the worst order of its parts, for the uncertainty of mu and for rounding.
        double size = c + c * c + t * t + imaginary;
        nodes.add(k, half * real, half * imaginary, (halfError + 16 * U * half) * size);
      }
    }

    @Override
    public double logDecayBound(double t) {
      Enclosure square = Enclosure.exact(t).square().times(muSquared).times(0.5);
      return logMoment(c).minus(square).upper();
    }
  }
}
