package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/** A computation on an independent sample, bounded through a record's presence in the sample. */
final class PoissonSampleStep extends SampledStep {
  private final double samplingProbability;

  PoissonSampleStep(PoissonSampledEvent event, Neighbours neighbours) {
    super(event, neighbours, event.event());
    this.samplingProbability = event.samplingProbability();
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requirePresence(event());
    RdpCurve rule =
        forms()
            .renyiOfPoissonSample(this, samplingProbability)
            .orElseGet(this::renyiThroughEpsilon)
            .forGroupsOf(neighbours().size());
    return neighbours().areSingle()
        ? rule
        : forms().renyiOfPoissonSampledUnit(neighbours(), samplingProbability, rule).orElse(rule);
  }

  /** The unit's records are present or absent together, and are sampled independently. */
  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requirePresence(event());
    if (samplingProbability == 0) {
      return PrivacyLossDistribution.zero(neighbours().adjacency());
    }
    Optional<PrivacyLossDistribution> known =
        forms().lossesOfPoissonSample(neighbours(), samplingProbability);
    if (known.isPresent()) {
      return known.get();
    }
    return neighbours().replace() && neighbours().areSingle()
        ? lossesOfReplacedRecord()
        : orThroughEpsilon(this::independent);
  }

  private PrivacyLossDistribution independent() {
    Enclosure q = Enclosure.exact(samplingProbability);
    return amplified(HitCounts.binomial(neighbours().size(), q));
  }

  /**
   * Samples with the old record and with the new one are both close to the sample without either.
   * Bounds of the presence are therefore better than bounds of the distance between the two.
   */
  private PrivacyLossDistribution lossesOfReplacedRecord() {
    Optional<Double> largest = ifKnown(() -> epsilon().upper());
    if (largest.isEmpty()) {
      return independent();
    }
    PrivacyLossDistribution presence = Steps.of(event(), AdjacencyRelation.ADD_OR_REMOVE).losses();
    return DominatingPairs.replacing(presence, largest.get());
  }

  /**
   * {@code log(1 + q (e^ε - 1))} for one record present or absent ([@BalleBartheGaboardi2018],
   * Theorem 8), and {@code log((1 - q + q e^ε)/(1 - q + q e^-ε))} for a replaced one. In the second
   * case, given the rest of the sample, both mixtures share the distribution without the record,
   * which is within ε of either.
   */
  @Override
  Enclosure epsilonOfOne() {
    neighbours().requirePresence(event());
    double q = samplingProbability;
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (!neighbours().replace()) {
      return amplifiedEpsilon(q, Steps.of(child(), neighbours().single()).epsilon());
    }
    Enclosure epsilon = Steps.of(child(), AdjacencyRelation.ADD_OR_REMOVE).epsilon();
    Enclosure apart = logMixture(Enclosure.exact(q), epsilon.negate());
    return amplifiedEpsilon(q, epsilon).minus(apart).max(Enclosure.ZERO);
  }

  private static Enclosure amplifiedEpsilon(double q, Enclosure epsilon) {
    return logMixture(Enclosure.exact(q), epsilon).min(epsilon).max(Enclosure.ZERO);
  }

  /**
   * The mu of the unsampled Gaussian: sampling never lowers mu, because the far tails decide it.
   */
  @Override
  long copies() {
    return 1;
  }

  /**
   * The divergence of the mixture against the base, or under replace-one of the record's two
   * values. For a unit all records count if this case is known, otherwise one record.
   */
  @Override
  RdpCurve attained() {
    neighbours().requirePresence(event());
    return forms()
        .renyiOfMixtureOfUnit(neighbours(), samplingProbability)
        .or(
            () ->
                neighbours().replace()
                    ? forms().renyiOfPoissonSample(this, samplingProbability)
                    : forms().renyiOfMixture(Enclosure.exact(samplingProbability)))
        .orElseGet(super::attained);
  }

  @Override
  public RunShape shape() {
    return forms()
        .shapeOfPoissonSample(neighbours())
        .orElseGet(() -> neighbours().replace() ? RunShape.STEP : shapeOfMixture());
  }

  @Override
  Optional<MixedComposition> composition() {
    neighbours().requirePresence(event());
    if (!neighbours().areSingle()) {
      return Optional.empty();
    }
    return forms()
        .compositionOfPoissonSample(samplingProbability)
        .map(MixedComposition::of)
        .or(() -> compositionOfPresence(samplingProbability));
  }
}
