package org.assay.accountant.divergence;

import org.assay.accountant.numeric.AnalyticIntegral;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of the sampled Laplace pair along a line: its two atoms, and the stretch between the
 * centres by Gauss-Legendre panels that are short enough for every t up to the reach. The modulus
 * falls with t to the share of the atoms. Proofs: {@code doc-files/sampled-laplace.md}.
 */
final class SampledLaplaceTransform implements LossTransform, AnalyticIntegral.NodeListener {
  /** Larger phases are not worth the nodes that they need. */
  private static final double LARGEST_PHASE = 2e4;

  private static final double LARGEST_EXPONENT = 600;
  private static final double LARGEST_RATIO = 100;
  private static final Enclosure LOG_HALF = Enclosure.exact(0.5).log();
  private static final Enclosure LOG_QUARTER = Enclosure.exact(0.25).log();

  private final SampledLaplaceFactor factor;
  private final double c;
  private final double reach;
  private final LineNodes line = new LineNodes();
  private final Enclosure logMoment;
  private final LineMoment moment;
  private final boolean known;

  /** What the atoms hold at c, and a bound of what the stretch holds at c + it, times t. */
  private final Enclosure atoms;

  private final Enclosure stretch;

  SampledLaplaceTransform(SampledLaplaceFactor factor, double c, double reach) {
    this.factor = factor;
    this.c = c;
    this.reach = reach;
    this.logMoment = factor.logMomentOfOne(c);
    this.known = isInReach();
    double error = known ? addNodes() : Double.POSITIVE_INFINITY;
    this.moment = new LineMoment(line, factor.count(), logMoment.expm1(), error);
    Enclosure e = factor.ratio();
    this.atoms = logTerm(LOG_HALF.minus(e), e).exp().plus(logTerm(LOG_HALF, e.negate()).exp());
    this.stretch = swing(e).plus(swing(e.negate())).times(2);
  }

  /** Logarithm of a mass of the law without the record times the ratio's power, at c. */
  private Enclosure logTerm(Enclosure logMass, Enclosure u) {
    return logMass.plus(logRatio(u).times(power()));
  }

  private Enclosure power() {
    return factor.removing() ? Enclosure.exact(c).plus(1) : Enclosure.exact(-c);
  }

  /** The density at c over the derivative of the logarithm of the ratio. */
  private Enclosure swing(Enclosure u) {
    Enclosure slope = Enclosure.exact(factor.q()).log().plus(u).minus(logRatio(u));
    return logTerm(logDensity(u), u).minus(slope).exp();
  }

  private Enclosure logDensity(Enclosure u) {
    return u.plus(factor.ratio()).times(-0.5).plus(LOG_QUARTER);
  }

  private boolean isInReach() {
    Enclosure e = factor.ratio();
    Enclosure gain = logRatio(e);
    Enclosure fall = logRatio(e.negate()).negate();
    double losses = gain.plus(fall).upper();
    return logMoment.upper() < LARGEST_EXPONENT
        && (1 + c) * Math.max(gain.upper(), fall.upper()) < LARGEST_EXPONENT
        && e.upper() <= LARGEST_RATIO
        && reach * losses < LARGEST_PHASE;
  }

  private Enclosure logRatio(Enclosure u) {
    return PairIntegrand.logMixture(factor.q(), u);
  }

  /** Adds atoms and panels, and returns a bound of the error of {@code M(c + it) - M(c)}. */
  private double addNodes() {
    Enclosure e = factor.ratio();
    add(LOG_HALF.minus(e), e);
    add(LOG_HALF, e.negate());
    Integrand integrand = new Integrand();
    double end = e.lower();
    Enclosure integral = AnalyticIntegral.of(integrand, -end, end, this);
    // What rounding of the ends may add or leave out is at most the width times the largest value.
    double edge =
        Math.max(integrand.supremum(-e.upper(), -end, 0), integrand.supremum(end, e.upper(), 0));
    return 2 * (integral.width() + 2.1 * e.width() * edge) * (1 + 0x1p-40);
  }

  @Override
  public void node(Enclosure u, Enclosure weight) {
    add(logDensity(u).plus(weight.log()), u);
  }

  /** Adds an outcome with a mass of the law without the record. */
  private void add(Enclosure logMass, Enclosure u) {
    Enclosure ratio = logRatio(u);
    line.addReal(logTerm(logMass, u), factor.removing() ? ratio : ratio.negate());
  }

  @Override
  public double cost() {
    return known ? line.size : Double.POSITIVE_INFINITY;
  }

  @Override
  public void addTo(ContourNodes nodes) {
    moment.addTo(nodes);
  }

  @Override
  public double logDecayBound(double t) {
    Enclosure falling = stretch.dividedBy(t).plus(atoms).log();
    return Enclosure.exact(Math.min(logMoment.upper(), falling.upper()))
        .times(factor.count())
        .upper();
  }

  /** The density times the ratio's power, at c; bounded for all imaginary parts up to the reach. */
  private final class Integrand implements AnalyticIntegral.Integrand {
    @Override
    public Enclosure at(Enclosure u) {
      return logTerm(logDensity(u), u).exp();
    }

    @Override
    public double supremum(double from, double to, double height) {
      if (!(height < 3.1)) {
        return Double.POSITIVE_INFINITY;
      }
      double q = factor.q();
      double argument = height;
      if (height <= 1.5) {
        // The shifted component's share, and with it the argument, is largest at the right end.
        double weight = q * Math.exp(Math.min(700, to));
        argument = Math.atan2(weight * Math.sin(height), (1 - q) + weight * Math.cos(height));
      }
      double smallest = PairIntegrand.logMixture(q, from) + Math.log(Math.cos(height / 2));
      double power = factor.removing() ? (1 + c) * PairIntegrand.logMixture(q, to) : -c * smallest;
      double log = power - (from + factor.ratio().lower()) / 2 + reach * argument;
      return log < LARGEST_EXPONENT
          ? 0.25 * Math.exp(log + 1e-3 + 1e-12 * (1 + c))
          : Double.POSITIVE_INFINITY;
    }
  }
}
