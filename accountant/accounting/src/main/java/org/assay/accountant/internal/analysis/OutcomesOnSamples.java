package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.divergence.SampledOutcomes;
import org.assay.accountant.numeric.Enclosure;

/**
 * A mechanism with few losses on a random sample. An involution of the outcomes exchanges the pair,
 * so the mixture against the base is the worse direction: {@code doc-files/sampled-directions.md}.
 */
final class OutcomesOnSamples extends SampledForms {
  private final Step once;
  private final Supplier<SampledOutcomes> outcomes;

  /**
   * The form of a step.
   *
   * @param once the step, for one record
   * @param outcomes the step's losses
   */
  OutcomesOnSamples(Step once, Supplier<SampledOutcomes> outcomes) {
    this.once = once;
    this.outcomes = outcomes;
  }

  /** For one record present or absent. */
  @Override
  Optional<RdpCurve> renyiOfPoissonSample(SampledStep sampled, double q) {
    if (once.neighbours().replace()) {
      return Optional.empty();
    }
    double amplified = PureMechanism.zeroConcentration(sampled.epsilonOfOne()).upper();
    double unsampled = once.renyi().zeroConcentration();
    SampledOutcomes known = outcomes.get();
    return Optional.of(once.curve(order -> known.renyi(q, order), Math.min(amplified, unsampled)));
  }

  @Override
  Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
    SampledOutcomes known = outcomes.get();
    return Optional.of(once.atLeast(order -> known.renyi(probability.lower(), order)));
  }
}
