package org.assay.accountant.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.HitCounts;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.divergence.SampledWithReplacement;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * A mechanism on a random sample. Amplification theorems are about what is sampled, so every kind
 * of noise has its own pairs; each method is empty where none is known, and the sample is then
 * bounded through its amplified epsilon or the pairs of several records.
 *
 * <p>Rényi divergences and mu are for neighbours one step apart.
 */
abstract class SampledForms {
  /** Of a mechanism that is known through its epsilon or its pairs only. */
  static final SampledForms NONE = new SampledForms() {};

  /** One record present or absent, or replaced, in an independent sample. */
  Optional<RdpCurve> renyiOfPoissonSample(SampledStep sampled, double samplingProbability) {
    return Optional.empty();
  }

  /**
   * A unit of several records present or absent, of which each is sampled on its own.
   *
   * @param rule the bound from single records, where nothing better is computed
   */
  Optional<RdpCurve> renyiOfPoissonSampledUnit(Neighbours unit, double q, RdpCurve rule) {
    return Optional.empty();
  }

  /** One record replaced, which a sample of fixed size contains with a probability. */
  Optional<RdpCurve> renyiOfFixedSizeSample(SampledStep sampled, Enclosure share) {
    return Optional.empty();
  }

  /**
   * One record replaced, which is drawn any number of times.
   *
   * @param sampleSize how many draws there are, all of which may be that record
   * @param draws how often it is drawn
   */
  Optional<RdpCurve> renyiOfDraws(long sampleSize, Supplier<SampledWithReplacement> draws) {
    return Optional.empty();
  }

  /** One record exchanged for another with a probability, against none. */
  Optional<RdpCurve> renyiOfExchange(Enclosure share) {
    return Optional.empty();
  }

  /** A unit of several records, of which each is sampled on its own. */
  Optional<PrivacyLossDistribution> lossesOfPoissonSample(Neighbours unit, double probability) {
    return Optional.empty();
  }

  /** A unit of several records, of which a sample of fixed size has a random number. */
  Optional<PrivacyLossDistribution> lossesOfFixedSizeSample(Neighbours unit, HitCounts hits) {
    return Optional.empty();
  }

  /** The square of a mu that no sampling improves. */
  Optional<Enclosure> squaredMu() {
    return Optional.empty();
  }

  /** The same as a fraction of the mechanism's parameters, where it is one. */
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

  /** The shape of a run of one independent sample; the step knows it where the form does not. */
  Optional<RunShape> shapeOfPoissonSample(Neighbours unit) {
    return Optional.empty();
  }

  /** The shape of a run of one sample of fixed size, likewise. */
  Optional<RunShape> shapeOfFixedSizeSample(Neighbours unit) {
    return Optional.empty();
  }

  /**
   * One record present in the sample with a probability, against its absence: what some neighbours
   * lose, see {@link Step#attained}.
   */
  Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
    return Optional.empty();
  }

  /** The same for a unit whose records are each in the sample with that probability. */
  Optional<RdpCurve> renyiOfMixtureOfUnit(Neighbours unit, double q) {
    return Optional.empty();
  }
}
