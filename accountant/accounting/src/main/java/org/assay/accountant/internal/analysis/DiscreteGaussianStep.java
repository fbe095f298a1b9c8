package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.DiscreteGaussian;
import org.assay.accountant.internal.divergence.FixedSizeDiscreteGaussian;
import org.assay.accountant.internal.divergence.SampledDiscreteGaussian;
import org.assay.accountant.internal.divergence.SampledWithReplacement;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Discrete Gaussian noise on a shifted integer. */
final class DiscreteGaussianStep extends Step {
  private final DiscreteGaussianEvent noise;

  DiscreteGaussianStep(DiscreteGaussianEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  private long shift() {
    return neighbours().shift(noise, noise.sensitivity());
  }

  /** [@CanonneKamathSteinke2020], Proposition 5, with its correction between whole multiples. */
  @Override
  public RdpCurve renyi() {
    long shift = shift();
    return curve(order -> DiscreteGaussian.renyi(noise.sigma(), shift, order), rho(shift));
  }

  private double rho(long shift) {
    return Enclosure.ofCount(shift).dividedBy(noise.sigma()).square().times(0.5).upper();
  }

  @Override
  Optional<Rational> exactRho() {
    Rational mu = Rational.ofCount(shift()).dividedBy(Rational.of(noise.sigma()));
    return Optional.of(mu.square().times(0.5));
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
    return DominatingPairs.discreteGaussian(noise.sigma(), shift(), neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(() -> noSteps().withDiscreteGaussian(noise.sigma(), shift()));
  }

  @Override
  public Enclosure squaredMu() {
    throw new UnsupportedEventException(
        noise.describe(), "only its Rényi divergences are known here; use the Rényi accountant");
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
      long shift = shift();
      return Optional.of(
          curve(
              order -> SampledDiscreteGaussian.renyiForward(q, noise.sigma(), shift, order),
              rho(shift)));
    }

    @Override
    Optional<RdpCurve> renyiOfFixedSizeSample(SampledStep sampled, Enclosure share) {
      long shift = shift();
      return Optional.of(
          curve(
              order -> FixedSizeDiscreteGaussian.renyi(share, noise.sigma(), shift, order),
              rho(shift)));
    }

    @Override
    Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
      double q = probability.lower();
      long shift = shift();
      return Optional.of(
          atLeast(order -> SampledDiscreteGaussian.renyiForward(q, noise.sigma(), shift, order)));
    }

    @Override
    Optional<RdpCurve> renyiOfDraws(long sampleSize, Supplier<SampledWithReplacement> draws) {
      SampledWithReplacement counts = draws.get();
      long shift = shift();
      Neighbours allDraws = neighbours().times(noise, sampleSize);
      return Optional.of(
          curve(
              order -> counts.discreteGaussian(noise.sigma(), shift, order),
              rho(allDraws.shift(noise, noise.sensitivity()))));
    }
  }
}
