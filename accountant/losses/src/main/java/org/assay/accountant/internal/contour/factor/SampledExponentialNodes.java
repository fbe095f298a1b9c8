package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * Quadrature nodes for {@code M(c + it)} of sampled {@link ExponentialLosses}: the atoms, and
 * Gauss-Legendre panels of the density, short enough for every t up to the reach. Proofs: {@code
 * doc-files/sampled-exponential-losses.md}.
 */
final class SampledExponentialNodes implements AnalyticIntegral.Integrand {
  private final SampledExponentialTerms terms;
  private final double reach;
  private final LineNodes line = new LineNodes();
  private final double error;

  SampledExponentialNodes(SampledExponentialTerms terms, double reach) {
    this.terms = terms;
    this.reach = reach;
    if (terms.losses.hasMasses()) {
      line.addReal(terms.upperAtom(), terms.upperLoss());
      line.addReal(terms.lowerAtom(), terms.lowerLoss());
    }
    this.error = addStretch();
  }

  LineNodes nodes() {
    return line;
  }

  /** Bound of the error of {@code M(c + it) - M(c)}. */
  double error() {
    return error;
  }

  private double addStretch() {
    double end = terms.losses.range().lower();
    Enclosure integral = AnalyticIntegral.of(this, -end, end, this::add);
    return 2 * (integral.width() + terms.losses.edges(this)) * (1 + 0x1p-40);
  }

  private void add(Enclosure u, Enclosure weight) {
    Enclosure logRatio = terms.logRatio(u);
    Enclosure logMass = terms.logDensity(u).plus(weight.log());
    line.addReal(terms.logTerm(logMass, logRatio), terms.loss(logRatio));
  }

  @Override
  public Enclosure at(Enclosure u) {
    return terms.logTerm(terms.logDensity(u), terms.logRatio(u)).exp();
  }

  @Override
  public double roughly(double u) {
    double logRatio = PairIntegrand.logMixture(terms.q, u);
    double power = terms.removing ? 1 + terms.c : -terms.c;
    double logDensity = terms.losses.logScale().lower() - 0.5 * (u + terms.losses.range().lower());
    return Math.exp(power * logRatio + logDensity);
  }

  /** The density times the ratio's power, for all imaginary parts up to the reach. */
  @Override
  public double supremum(double from, double to, double height) {
    if (!(height < 3.1)) {
      return Double.POSITIVE_INFINITY;
    }
    double q = terms.q;
    double argument = height;
    if (height <= 1.5) {
      // The shifted component's share, and with it the argument, is largest at the right end.
      double weight = q * Math.exp(Math.min(700, to));
      argument = Math.atan2(weight * Math.sin(height), (1 - q) + weight * Math.cos(height));
    }
    double c = terms.c;
    double smallest = PairIntegrand.logMixture(q, from) + Math.log(Math.cos(height / 2));
    double power = terms.removing ? (1 + c) * PairIntegrand.logMixture(q, to) : -c * smallest;
    double logDensity = terms.losses.logScale().upper() - (from + terms.losses.range().lower()) / 2;
    double log = power + logDensity + reach * argument;
    return log < SampledExponentialTerms.LARGEST_EXPONENT
        ? Math.exp(log + 1e-3 + 1e-12 * (1 + c))
        : Double.POSITIVE_INFINITY;
  }
}
