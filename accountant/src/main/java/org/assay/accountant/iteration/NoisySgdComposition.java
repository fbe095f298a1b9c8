package org.assay.accountant.iteration;

import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.divergence.SampledGaussianComposition;
import org.assay.accountant.numeric.Enclosure;

/**
 * (epsilon, delta) of a Gaussian mechanism composed with many copies of the one-step pair, without
 * a detour over Rényi divergences. Known where nothing is sampled, which is one Gaussian mechanism,
 * and for Poisson samples under add-or-remove without the Gaussian factor.
 */
final class NoisySgdComposition {
  private final NoisySgdStep step;
  private final long count;
  private final double split;
  private final double hiddenSquare;

  NoisySgdComposition(NoisySgdStep step, long count, double split, double hiddenSquare) {
    this.step = step;
    this.count = count;
    this.split = split;
    this.hiddenSquare = hiddenSquare;
  }

  boolean isKnown() {
    return isGaussian() || (step.addsOrRemoves() && hiddenSquare == 0);
  }

  /** Upper bound of epsilon; infinite where nothing is known. */
  double epsilon(double delta) {
    if (isGaussian()) {
      double mu = gaussianMu();
      return mu < Double.POSITIVE_INFINITY ? GaussianMechanism.epsilon(mu, delta).upper() : mu;
    }
    return isKnown() ? sampled().epsilon(delta).upper() : Double.POSITIVE_INFINITY;
  }

  /** Upper bound of delta; 1 where nothing is known. */
  double delta(double epsilon) {
    if (isGaussian()) {
      double mu = gaussianMu();
      return mu < Double.POSITIVE_INFINITY ? GaussianMechanism.delta(mu, epsilon).upper() : 1;
    }
    return isKnown() ? sampled().delta(epsilon).upper() : 1;
  }

  private boolean isGaussian() {
    return step.share().lower() == 1 && step.settings().sampling() != NoisySgdSampling.POISSON;
  }

  private double gaussianMu() {
    Enclosure gradients = step.mu(split).square().times((double) count);
    return gradients.plus(hiddenSquare).sqrt().upper();
  }

  /** Privacy falls with the share and with the reciprocal of the noise, so both are rounded up. */
  private SampledGaussianComposition sampled() {
    double multiplier = Enclosure.ONE.dividedBy(step.mu(split)).lower();
    return SampledGaussianComposition.of(
        step.share().upper(), Math.min(multiplier, Double.MAX_VALUE), count);
  }
}
