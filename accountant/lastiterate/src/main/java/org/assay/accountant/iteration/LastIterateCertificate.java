package org.assay.accountant.iteration;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.privacy.Guarantee;

/**
 * A bound on the last iterate of noisy stochastic gradient descent together with the numbers needed
 * to check the bound ({@link LastIterateChecker}), for every way of sampling. A certificate by
 * itself proves nothing.
 */
public sealed interface LastIterateCertificate {
  /**
   * The run.
   *
   * @return the settings
   */
  NoisySgd settings();

  /**
   * The claim that the certificate proves.
   *
   * @return a Rényi or an approximate guarantee
   */
  Guarantee guarantee();

  /**
   * Dispatch on the way of sampling.
   *
   * @param visitor what to do with each kind
   * @param <R> the result
   * @return what the visitor returned
   */
  <R> R accept(Visitor<R> visitor);

  /**
   * A certificate of {@link NoisySgdBound}.
   *
   * @param certificate the certificate
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

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitSampled(this);
    }
  }

  /**
   * A certificate for full and cyclic batches, by {@link AmplificationByIteration#onBoundedSet}.
   * The last iterate is at most as revealing as a Gaussian mechanism, and the guarantee follows
   * from the mechanism. Distances are in units of the noise that reaches the parameter.
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

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitScheduled(this);
    }
  }

  /**
   * What to do with each kind of certificate.
   *
   * @param <R> the result
   */
  interface Visitor<R> {
    /**
     * Random batches.
     *
     * @param certificate the certificate
     * @return the result
     */
    R visitSampled(Sampled certificate);

    /**
     * Full and cyclic batches.
     *
     * @param certificate the certificate
     * @return the result
     */
    R visitScheduled(Scheduled certificate);
  }
}
