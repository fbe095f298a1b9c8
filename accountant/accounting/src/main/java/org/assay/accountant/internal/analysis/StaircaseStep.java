package org.assay.accountant.internal.analysis;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.divergence.SampledOutcomes;
import org.assay.accountant.numeric.Enclosure;

/**
 * Staircase noise on one number: with some probability the output reveals nothing, and otherwise it
 * reveals the answer of randomized response. For several steps of the relation only epsilon is
 * used: {@code doc-files/piecewise-noise.md}.
 */
final class StaircaseStep extends Step {
  private final StaircaseEvent noise;

  StaircaseStep(StaircaseEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  @Override
  public Enclosure epsilon() {
    return neighbours().steps(noise).times(noise.epsilon());
  }

  /** {@code |1-2γ| (1 - e^-ε) u/(2(γ + (1-γ) e^-ε))}, u being 1 or, for γ below 1/2, e^-ε. */
  private Enclosure erasure() {
    Enclosure fall = Enclosure.exact(-noise.epsilon()).exp();
    Enclosure gamma = Enclosure.exact(noise.gamma());
    Enclosure skew = gamma.times(2).minus(1);
    Enclosure height = noise.gamma() < 0.5 ? skew.negate().times(fall) : skew;
    Enclosure drop = Enclosure.exact(-noise.epsilon()).expm1().negate();
    Enclosure area = gamma.plus(Enclosure.ONE.minus(gamma).times(fall)).times(2);
    return height.times(drop).dividedBy(area);
  }

  private boolean oneStep() {
    return neighbours().stepCount(noise) == 1;
  }

  @Override
  public RdpCurve renyi() {
    return oneStep() ? renyiOfStep() : renyiOfPure(epsilon());
  }

  private RdpCurve renyiOfStep() {
    Enclosure telling = Enclosure.ONE.minus(erasure());
    Enclosure epsilon = Enclosure.exact(noise.epsilon());
    return curve(
        order -> mixedWithNothing(telling, PureMechanism.renyi(epsilon, order), order),
        PureMechanism.zeroConcentration(epsilon).upper());
  }

  @Override
  public RunShape shape() {
    return oneStep() ? RunShape.ATTAINED : RunShape.STEP;
  }

  /** Data sets several steps apart include those one step apart. */
  @Override
  RdpCurve attained() {
    return renyiOfStep();
  }

  @Override
  public PrivacyLossDistribution losses() {
    if (!oneStep()) {
      return DominatingPairs.pureSteps(
          noise.epsilon(), neighbours().stepCount(noise), neighbours().adjacency());
    }
    Enclosure erasure = erasure();
    return PrivacyLossDistribution.published(
        List.of(Enclosure.ONE.minus(erasure)),
        List.of(DominatingPairs.approximate(noise.epsilon(), 0, neighbours().adjacency())),
        erasure,
        0);
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(
        () ->
            oneStep()
                ? noSteps().withErasedResponse(noise.epsilon(), erasure())
                : noSteps()
                    .withDiscreteLaplace(
                        Enclosure.exact(noise.epsilon()), neighbours().stepCount(noise)));
  }

  @Override
  SampledForms onSamples() {
    return new OutcomesOnSamples(
        this, () -> SampledOutcomes.ofStaircase(noise.epsilon(), Enclosure.ONE.minus(erasure())));
  }
}
