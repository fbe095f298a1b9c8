package org.assay.accountant.iteration;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.Guarantee;

/**
 * A bound on the last iterate of noisy stochastic gradient descent together with what is needed to
 * check it, whatever the way of sampling: see {@link LastIterateChecker}. A certificate by itself
 * proves nothing.
 */
public sealed interface LastIterateCertificate {
  /**
   * The run.
   *
   * @return the settings
   */
  NoisySgd settings();

  /**
   * What is claimed.
   *
   * @return a Rényi or an approximate guarantee
   */
  Guarantee guarantee();

  /**
   * By {@link NoisySgdBound}.
   *
   * @param certificate its certificate
   */
  record Sampled(NoisySgdCertificate certificate) implements LastIterateCertificate {
    @Override
    public NoisySgd settings() {
      return certificate.settings();
    }

    @Override
    public Guarantee guarantee() {
      return certificate.guarantee();
    }
  }

  /**
   * For full and cyclic batches, by {@link AmplificationByIteration#onBoundedSet}, in units of the
   * noise that reaches the parameter: a Gaussian mechanism, of which the guarantee is a
   * consequence.
   *
   * @param settings the run
   * @param allocation the allocation of the shifts and its cost, the Gaussian's squared mu
   * @param guarantee what is claimed
   */
  record Scheduled(NoisySgd settings, AllocationCertificate allocation, Guarantee guarantee)
      implements LastIterateCertificate {
    /**
     * Checks that the parts belong together.
     *
     * @throws IllegalArgumentException if the guarantee is under another adjacency relation
     */
    public Scheduled {
      settings.adjacency().requireSame(guarantee.adjacency());
    }
  }
}
