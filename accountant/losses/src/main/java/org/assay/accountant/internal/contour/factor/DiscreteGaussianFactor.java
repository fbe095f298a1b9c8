package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.AtomsTransform;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.DiscreteGaussian;
import org.assay.accountant.numeric.Enclosure;

/**
 * Discrete Gaussian steps whose centres are a whole number m apart, in both directions: {@code M(s)
 * = Σ P(x) e^(s l(x))} with {@code l(x) = m (2x - m)/2σ²}. With little noise the terms around
 * {@code (1 + c) m} are summed. With much noise {@link DiscreteGaussianLine} has the closed form.
 * Proofs: {@code contour/doc-files/contour-inversion.md}.
 */
public record DiscreteGaussianFactor(double sigma, long shift, double count) implements LossFactor {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  private Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    return DiscreteGaussian.renyi(sigma, shift, order).times(order - 1);
  }

  @Override
  public double roughLogMoment(double c) {
    double mu = shift / sigma;
    return hasMuchNoise() ? 0.5 * count * c * (1 + c) * mu * mu : logMoment(c).midpoint();
  }

  private boolean hasMuchNoise() {
    return sigma >= DiscreteGaussianLine.LEAST_SIGMA;
  }

  @Override
  public double largestLoss() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public LossTransform along(double c, double reach) {
    Enclosure logMoment = logMomentOfOne(c);
    if (hasMuchNoise()) {
      return new DiscreteGaussianLine(this, c, logMoment);
    }
    double scale = AtomsTransform.logScale(logMoment);
    LineNodes nodes = new LineNodes();
    double accuracy = 1e-18 / count;
    double deviations = Math.sqrt(-2 * Math.log(accuracy)) + 1;
    boolean known = logMoment.upper() < Double.POSITIVE_INFINITY;
    double omitted = known ? addTerms(nodes, c, deviations, scale) : Double.POSITIVE_INFINITY;
    // Both M(c + it) and M(c) lack the omitted terms.
    LineMoment moment = new LineMoment(nodes, count, logMoment.minus(scale).expm1(), 2 * omitted);
    return new AtomsTransform(moment, scale, logMoment, known);
  }

  /** Adds the terms {@code P(x) e^(c l(x) - scale)} and returns a bound of the omitted ones. */
  private double addTerms(LineNodes nodes, double c, double deviations, double scale) {
    double centre = (1 + c) * shift;
    Enclosure peak =
        Enclosure.ofCount(shift)
            .dividedBy(sigma)
            .square()
            .times(0.5)
            .times(Enclosure.exact(c).plus(1))
            .times(c)
            .minus(DiscreteGaussian.logNormalizer(sigma))
            .minus(scale);
    double first = Math.ceil(centre - deviations * sigma) - 1;
    double last = Math.floor(centre + deviations * sigma) + 1;
    for (double x = first; x <= last; x++) {
      addTerm(nodes, x, centre, peak);
    }
    double heaviest = Math.exp(peak.upper()) * UP;
    double slack = 8 * U * centre;
    double before = tail(centre - (first - 1) - slack);
    return heaviest * (before + tail(last + 1 - centre - slack)) * UP;
  }

  private void addTerm(LineNodes nodes, double x, double centre, Enclosure peak) {
    double distance = (x - centre) / sigma;
    double half = 0.5 * distance * distance;
    // The centre has a relative error of two roundoffs.
    double error =
        peak.width()
            + 8 * U * (half + Math.abs(distance) * (Math.abs(centre) + 1) / sigma)
            + 4 * U * (half + Math.abs(peak.midpoint()) + 1);
    double relative = error < 0.5 ? error + error * error : Double.POSITIVE_INFINITY;
    double loss = 0.5 * (shift / sigma) * ((2 * x - shift) / sigma);
    nodes.add(peak.midpoint() - half, 0, relative, loss, 0, 16 * U * Math.abs(loss));
  }

  /** Bound of {@code Σ e^(-(d+j)²/2σ²)} over {@code j ≥ 0}, whose ratios fall below e^(-d/σ²). */
  private double tail(double d) {
    double distance = d / sigma * (1 - 0x1p-40);
    double ratio = Math.expm1(-distance / sigma);
    return ratio < 0
        ? Math.exp(-0.5 * distance * distance) / -ratio * UP
        : Double.POSITIVE_INFINITY;
  }
}
