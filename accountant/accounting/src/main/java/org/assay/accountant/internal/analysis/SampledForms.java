package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.divergence.SampledWithReplacement;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * A mechanism on a random sample. Amplification theorems depend on the sampled mechanism, so every
 * kind of noise has its own pairs. A method is empty if no pair is known; the sample is then
 * bounded through its amplified epsilon or the pairs of several records.
 *
 * <p>Rényi divergences and mu are for neighbours one step of the relation apart.
 */
abstract class SampledForms {
  /** The forms of a mechanism with a known epsilon or known pairs only. */
  static final SampledForms NONE = new SampledForms() {};

  /** One record present or absent, or replaced, in an independent sample. */
  Optional<RdpCurve> renyiOfPoissonSample(SampledStep sampled, double samplingProbability) {
    return Optional.empty();
  }

  /**
   * A unit of several records present or absent, which are sampled independently.
   *
   * @param rule the bound from single records, to be improved
   */
  Optional<RdpCurve> renyiOfPoissonSampledUnit(Neighbours unit, double q, RdpCurve rule) {
    return Optional.empty();
  }

  /** One record replaced, which a sample of fixed size contains with a probability. */
  Optional<RdpCurve> renyiOfFixedSizeSample(SampledStep sampled, Enclosure share) {
    return Optional.empty();
  }

  /**
   * One record replaced, which may be drawn any number of times.
   *
   * @param sampleSize the number of draws, all of which may be the replaced record
   * @param draws distribution of the number of times that the record is drawn
   */
  Optional<RdpCurve> renyiOfDraws(long sampleSize, Supplier<SampledWithReplacement> draws) {
    return Optional.empty();
  }

  /** One record exchanged for another with a probability, against none. */
  Optional<RdpCurve> renyiOfExchange(Enclosure share) {
    return Optional.empty();
  }

  /** A unit of several records, which are sampled independently. */
  Optional<PrivacyLossDistribution> lossesOfPoissonSample(Neighbours unit, double probability) {
    return Optional.empty();
  }

  /** A unit of several records, of which a sample of fixed size contains a random number. */
  Optional<PrivacyLossDistribution> lossesOfFixedSizeSample(Neighbours unit, HitCounts hits) {
    return Optional.empty();
  }

  /** The square of a mu that no sampling improves. */
  Optional<Enclosure> squaredMu() {
    return Optional.empty();
  }

  /** The squared mu as a fraction of the mechanism's parameters, if it is one. */
  Optional<Rational> exactSquaredMu() {
    return Optional.empty();
  }

  /** One independent sample as a composition with an exact profile. */
  Optional<GaussianComposition> compositionOfPoissonSample(double samplingProbability) {
    return Optional.empty();
  }

  /** One sample of fixed size as a composition with an exact profile. */
  Optional<GaussianComposition> compositionOfFixedSizeSample(Enclosure share) {
    return Optional.empty();
  }

  /** The shape of a run of one independent sample; empty if the step decides. */
  Optional<RunShape> shapeOfPoissonSample(Neighbours unit) {
    return Optional.empty();
  }

  /** The shape of a run of one sample of fixed size; empty if the step decides. */
  Optional<RunShape> shapeOfFixedSizeSample(Neighbours unit) {
    return Optional.empty();
  }

  /**
   * The attained divergence of one record present in the sample with a probability, against its
   * absence, see {@link Step#attained}.
   */
  Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
    return Optional.empty();
  }

  /**
   * The attained divergence of a unit whose records are in the sample independently with a
   * probability.
   */
  Optional<RdpCurve> renyiOfMixtureOfUnit(Neighbours unit, double q) {
    return Optional.empty();
  }
}
