package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Noise of a smooth norm. */
final class GeneralizedGaussianStep extends Step {
  private static final String ONLY_CONCENTRATED =
      "only its zero-concentrated differential privacy is known; use the Rényi accountant";

  private final GeneralizedGaussianEvent noise;

  GeneralizedGaussianStep(GeneralizedGaussianEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  private Enclosure mu() {
    return neighbours().steps(noise).dividedBy(noise.noiseMultiplier());
  }

  /** The line {@code κ/2 (sensitivity/s)²}: {@code doc-files/generalized-gaussian.md}. */
  @Override
  public RdpCurve renyi() {
    Enclosure rho = mu().square().times(0.5).times(noise.smoothness());
    return RdpCurve.zeroConcentrated(rho, neighbours().adjacency());
  }

  @Override
  Optional<Rational> exactRho() {
    Rational mu = neighbours().exactSteps(noise).dividedBy(Rational.of(noise.noiseMultiplier()));
    return Optional.of(mu.square().times(0.5).times(noise.smoothness()));
  }

  /** A norm whose square is 1-smooth satisfies the parallelogram law, so its noise is Gaussian. */
  @Override
  public PrivacyLossDistribution losses() {
    if (noise.smoothness() == 1) {
      return PrivacyLossDistribution.gaussian(mu(), neighbours().adjacency());
    }
    throw new UnsupportedEventException(noise.describe(), ONLY_CONCENTRATED);
  }

  @Override
  RdpCurve attained() {
    return noise.smoothness() == 1 ? renyi() : super.attained();
  }

  @Override
  public Enclosure squaredMu() {
    throw new UnsupportedEventException(noise.describe(), ONLY_CONCENTRATED);
  }
}
