package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.DiscreteLaplace;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.divergence.SampledOutcomes;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/** Discrete Laplace noise on a shifted integer. */
final class DiscreteLaplaceStep extends Step {
  private final DiscreteLaplaceEvent noise;

  DiscreteLaplaceStep(DiscreteLaplaceEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  private long shift() {
    return neighbours().shift(noise, noise.sensitivity());
  }

  /** Sensitivity over scale ([@GhoshRoughgardenSundararajan2012]). */
  @Override
  public Enclosure epsilon() {
    return neighbours().steps(noise).times(noise.sensitivity().value()).dividedBy(noise.scale());
  }

  @Override
  Optional<Rational> exactEpsilon() {
    return Optional.of(
        neighbours()
            .exactSteps(noise)
            .times(noise.sensitivity().value())
            .dividedBy(Rational.of(noise.scale())));
  }

  /** The exact sum, or the bound from pure privacy if the sum has too many terms. */
  @Override
  public RdpCurve renyi() {
    long shift = shift();
    if (shift > DiscreteLaplace.LARGEST_SHIFT) {
      return renyiOfPure(epsilon());
    }
    return curve(
        order -> DiscreteLaplace.renyi(noise.scale(), shift, order),
        PureMechanism.zeroConcentration(epsilon()).upper());
  }

  @Override
  public RunShape shape() {
    return shift() > DiscreteLaplace.LARGEST_SHIFT ? RunShape.STEP : RunShape.ATTAINED;
  }

  @Override
  RdpCurve attained() {
    return shape().attainsPairs() ? renyi() : super.attained();
  }

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.discreteLaplace(noise.scale(), shift(), neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    Enclosure rate = Enclosure.ONE.dividedBy(noise.scale());
    return ofKnown(() -> noSteps().withDiscreteLaplace(rate, shift()));
  }

  @Override
  SampledForms onSamples() {
    return shift() > DiscreteLaplace.LARGEST_SHIFT
        ? SampledForms.NONE
        : new OutcomesOnSamples(
            this, () -> SampledOutcomes.ofDiscreteLaplace(noise.scale(), shift()));
  }
}
