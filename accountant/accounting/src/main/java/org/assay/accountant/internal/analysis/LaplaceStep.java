package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.LaplaceMechanism;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledLaplace;
import org.assay.accountant.internal.divergence.SampledWithReplacement;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * Laplace noise, moved by the whole sensitivity on one coordinate: the worst case of log-concave
 * noise.
 */
final class LaplaceStep extends Step {
  private final LaplaceEvent noise;

  LaplaceStep(LaplaceEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  /** Sensitivity over scale ([@DworkMcSherryNissimSmith2006], Proposition 1). */
  @Override
  public Enclosure epsilon() {
    return neighbours().steps(noise).dividedBy(noise.noiseMultiplier());
  }

  @Override
  Optional<Rational> exactEpsilon() {
    return Optional.of(
        neighbours().exactSteps(noise).dividedBy(Rational.of(noise.noiseMultiplier())));
  }

  /** [@Mironov2017], Proposition 6. */
  @Override
  public RdpCurve renyi() {
    Enclosure t = epsilon();
    return curve(
        order -> LaplaceMechanism.renyi(t, order), LaplaceMechanism.zeroConcentration(t).upper());
  }

  @Override
  public RunShape shape() {
    return RunShape.ATTAINED;
  }

  @Override
  RdpCurve attained() {
    return renyi();
  }

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.laplace(epsilon(), neighbours().adjacency());
  }

  /** Both errors are {@code e^(-ε/2)/2}: {@code doc-files/attained.md}. */
  @Override
  public Enclosure squaredMu() {
    return squaredMuOfErrors(
        epsilon(), e -> Enclosure.exact(-e).dividedBy(2).minus(Enclosure.exact(2).log()));
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(() -> noSteps().withLaplace(epsilon()));
  }

  @Override
  SampledForms onSamples() {
    return new OnSamples();
  }

  private final class OnSamples extends SampledForms {
    /** For one record present or absent: {@code doc-files/sampled-directions.md}. */
    @Override
    Optional<RdpCurve> renyiOfPoissonSample(SampledStep sampled, double q) {
      if (neighbours().replace()) {
        return Optional.empty();
      }
      Enclosure t = Enclosure.ONE.dividedBy(noise.noiseMultiplier());
      return Optional.of(
          curve(order -> SampledLaplace.renyiForward(q, t, order), smallestRho(sampled)));
    }

    @Override
    Optional<RdpCurve> renyiOfFixedSizeSample(SampledStep sampled, Enclosure share) {
      Enclosure t = epsilon();
      return Optional.of(
          curve(order -> ReplacedRecord.fixedSizeLaplace(share, t, order), smallestRho(sampled)));
    }

    @Override
    Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
      Enclosure t = epsilon();
      return Optional.of(
          atLeast(order -> SampledLaplace.renyiForward(probability.lower(), t, order)));
    }

    @Override
    Optional<RdpCurve> renyiOfDraws(long sampleSize, Supplier<SampledWithReplacement> draws) {
      SampledWithReplacement counts = draws.get();
      Enclosure t = epsilon();
      Enclosure allDraws = t.times(Enclosure.ofCount(sampleSize));
      double rho = LaplaceMechanism.zeroConcentration(allDraws).upper();
      return Optional.of(curve(order -> counts.laplace(t, order), rho));
    }

    /** The rho for one record, like the curve. */
    private double smallestRho(SampledStep sampled) {
      double amplified = PureMechanism.zeroConcentration(sampled.epsilonOfOne()).upper();
      return Math.min(renyi().zeroConcentration(), amplified);
    }
  }
}
