package org.assay.accountant.internal.iteration.certificate;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.Guarantee;

/**
 * A bound on the last iterate of noisy stochastic gradient descent together with everything needed
 * to check the bound. {@code NoisySgdCertificateChecker} evaluates the argument at its parameters
 * and compares. A certificate by itself proves nothing.
 *
 * @param settings the run
 * @param argument the theorem and its parameters
 * @param guarantee what is claimed, under the settings' adjacency relation: a {@link
 *     Guarantee.Renyi} or a {@link Guarantee.Approximate}
 */
public record NoisySgdCertificate(
    NoisySgd settings, NoisySgdArgument argument, Guarantee guarantee) {
  /**
   * Checks that the parts belong together.
   *
   * @throws IllegalArgumentException if the guarantee is of another kind or under another adjacency
   *     relation
   */
  public NoisySgdCertificate {
    settings.adjacency().requireSame(guarantee.adjacency());
    if (!guarantee.accept(new IsOfAKind())) {
      throw new IllegalArgumentException(
          "guarantee was "
              + guarantee.describe()
              + ": it must be a Rényi or an approximate one; convert it first");
    }
  }

  /** Whether a claim is of a kind that arguments prove. */
  private static final class IsOfAKind extends ClaimVisitor<Boolean> {
    @Override
    public Boolean visitRenyi(Guarantee.Renyi claim) {
      return true;
    }

    @Override
    public Boolean visitApproximate(Guarantee.Approximate claim) {
      return true;
    }

    @Override
    protected Boolean visitOther(Guarantee claim) {
      return false;
    }
  }
}
