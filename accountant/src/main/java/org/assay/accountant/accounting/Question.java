package org.assay.accountant.accounting;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/** What is asked of a privacy profile, in whichever form the profile is at hand. */
sealed interface Question {
  Enclosure of(GaussianComposition composition);

  Enclosure of(PrivacyLossDistribution distribution);

  Enclosure of(Accountant accountant);

  /** An interval from 0 to what is proved about the last iterate. */
  Enclosure of(NoisySgdBound bound);

  /** The answer for the Gaussian mechanism, which rises with mu. */
  Enclosure ofGaussian(double mu);

  /** Epsilon at a delta, convolutions to a relative accuracy. */
  record EpsilonAt(double delta, double accuracy) implements Question {
    @Override
    public Enclosure of(GaussianComposition composition) {
      return composition.epsilon(delta);
    }

    @Override
    public Enclosure of(PrivacyLossDistribution distribution) {
      return distribution.epsilon(delta, accuracy);
    }

    @Override
    public Enclosure of(Accountant accountant) {
      return accountant.epsilonAt(delta);
    }

    @Override
    public Enclosure of(NoisySgdBound bound) {
      Guarantee proved = bound.certifyEpsilon(delta).guarantee();
      return Enclosure.of(0, ((Guarantee.Approximate) proved).epsilon());
    }

    @Override
    public Enclosure ofGaussian(double mu) {
      return mu > 0 ? GaussianMechanism.epsilon(mu, delta) : Enclosure.ZERO;
    }
  }

  /** Delta at an epsilon, convolutions to a relative accuracy. */
  record DeltaAt(double epsilon, double accuracy) implements Question {
    @Override
    public Enclosure of(GaussianComposition composition) {
      return composition.delta(epsilon);
    }

    @Override
    public Enclosure of(PrivacyLossDistribution distribution) {
      return distribution.delta(epsilon, accuracy);
    }

    @Override
    public Enclosure of(Accountant accountant) {
      return accountant.deltaAt(epsilon);
    }

    @Override
    public Enclosure of(NoisySgdBound bound) {
      Guarantee proved = bound.certifyDelta(epsilon).guarantee();
      return Enclosure.of(0, ((Guarantee.Approximate) proved).delta());
    }

    @Override
    public Enclosure ofGaussian(double mu) {
      return GaussianMechanism.delta(mu, epsilon);
    }
  }
}
