package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The terms of a sampled Laplace pair's moment at a real point c, as functions of the loss u of an
 * unsampled step: masses of the law without the record times {@code r^p}, p = 1 + c or -c.
 */
final class SampledLaplaceTerms {
  static final double LARGEST_EXPONENT = 600;

  private static final Enclosure LOG_HALF = Enclosure.exact(0.5).log();
  private static final Enclosure LOG_QUARTER = Enclosure.exact(0.25).log();

  final double q;
  final Enclosure ratio;
  final boolean removing;
  final double c;
  private final Enclosure power;
  private final Enclosure logQ;
  private final Enclosure gain;
  private final Enclosure fall;

  SampledLaplaceTerms(SampledLaplaceFactor factor, double c) {
    this.q = factor.q();
    this.ratio = factor.ratio();
    this.removing = factor.removing();
    this.c = c;
    this.power = removing ? Enclosure.exact(c).plus(1) : Enclosure.exact(-c);
    this.logQ = Enclosure.exact(q).log();
    this.gain = logRatio(ratio);
    this.fall = logRatio(ratio.negate()).negate();
  }

  /** Bound of the exponents of all terms. */
  double largestExponent() {
    return (1 + c) * Math.max(gain.upper(), fall.upper());
  }

  /** How far losses are apart. */
  double lossRange() {
    return gain.plus(fall).upper();
  }

  /** Logarithm of the term of the mass at {@code u = e}. */
  Enclosure upperAtom() {
    return logTerm(LOG_HALF.minus(ratio), gain);
  }

  /** Logarithm of the term of the mass at {@code u = -e}. */
  Enclosure lowerAtom() {
    return logTerm(LOG_HALF, fall.negate());
  }

  /** Losses where the masses are. */
  Enclosure upperLoss() {
    return loss(gain);
  }

  Enclosure lowerLoss() {
    return loss(fall.negate());
  }

  Enclosure logRatio(Enclosure u) {
    return PairIntegrand.logMixture(q, u);
  }

  Enclosure loss(Enclosure logRatio) {
    return removing ? logRatio : logRatio.negate();
  }

  /** Logarithm of the density between the masses. */
  Enclosure logDensity(Enclosure u) {
    return u.plus(ratio).times(-0.5).plus(LOG_QUARTER);
  }

  /** Logarithm of a mass times the ratio's power. */
  Enclosure logTerm(Enclosure logMass, Enclosure logRatio) {
    return logMass.plus(logRatio.times(power));
  }

  /** The density's term over the derivative of the logarithm of the ratio. */
  Enclosure swing(Enclosure u) {
    Enclosure logRatio = logRatio(u);
    Enclosure slope = logQ.plus(u).minus(logRatio);
    return logTerm(logDensity(u), logRatio).minus(slope).exp();
  }
}
