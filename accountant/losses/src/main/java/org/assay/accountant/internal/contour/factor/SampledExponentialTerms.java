package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * The terms of the moment of sampled {@link ExponentialLosses} at a real point c, as functions of
 * an unsampled step's loss u. A term is the mass without the record times {@code r^p}, with p = 1 +
 * c for removing the record or -c for adding it.
 */
final class SampledExponentialTerms {
  /** Largest exponent of a moment; the square of a larger one would overflow. */
  static final double LARGEST_EXPONENT = 350;

  final double q;
  final ExponentialLosses losses;
  final boolean removing;
  final double c;
  private final Enclosure power;
  private final Enclosure logQ;
  private final Enclosure gain;
  private final Enclosure fall;

  SampledExponentialTerms(SampledExponentialFactor factor, double c) {
    this.q = factor.q();
    this.losses = factor.losses();
    this.removing = factor.removing();
    this.c = c;
    this.power = removing ? Enclosure.exact(c).plus(1) : Enclosure.exact(-c);
    this.logQ = Enclosure.exact(q).log();
    this.gain = logRatio(losses.range());
    this.fall = logRatio(losses.range().negate()).negate();
  }

  /** Bound of the exponents of all terms. */
  double largestExponent() {
    return (1 + c) * Math.max(gain.upper(), fall.upper());
  }

  /** Difference of the largest and the smallest loss. */
  double lossRange() {
    return gain.plus(fall).upper();
  }

  /** Logarithm of the term of the mass at {@code u = e}. */
  Enclosure upperAtom() {
    return logTerm(losses.logUpperMass(), gain);
  }

  /** Logarithm of the term of the mass at {@code u = -e}. */
  Enclosure lowerAtom() {
    return logTerm(losses.logLowerMass(), fall.negate());
  }

  /** Losses at the two masses. */
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
    return losses.logDensity(u);
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
