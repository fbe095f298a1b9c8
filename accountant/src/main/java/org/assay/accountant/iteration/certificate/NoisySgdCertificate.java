package org.assay.accountant.iteration.certificate;

import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * A bound on the last iterate of noisy stochastic gradient descent together with everything that is
 * needed to check it: {@code NoisySgdCertificateChecker} evaluates the argument at its parameters
 * and compares. A certificate by itself proves nothing.
 *
 * @param settings the run
 * @param argument the theorem and its parameters
 * @param conversionOrder the Rényi order from which an (epsilon, delta) statement is converted;
 *     empty for Rényi statements and where the composed pairs are evaluated themselves
 * @param guarantee what is claimed, under the settings' adjacency relation: a {@link
 *     Guarantee.Renyi} or a {@link Guarantee.Approximate}
 */
public record NoisySgdCertificate(
    NoisySgd settings,
    NoisySgdArgument argument,
    OptionalDouble conversionOrder,
    Guarantee guarantee) {
  /**
   * Checks that the parts belong together.
   *
   * @throws IllegalArgumentException if the guarantee is of another kind or under another adjacency
   *     relation, or the order is not above 1
   */
  public NoisySgdCertificate {
    settings.adjacency().requireSame(guarantee.adjacency());
    conversionOrder.ifPresent(Parameters::requireOrder);
    boolean converted = guarantee.accept(new MayBeConverted());
    if (!converted && conversionOrder.isPresent()) {
      throw new IllegalArgumentException(
          "conversionOrder was " + conversionOrder + ": a Rényi guarantee is not converted");
    }
  }

  /** Whether Rényi divergences are converted to what is claimed. */
  private static final class MayBeConverted extends ClaimVisitor<Boolean> {
    @Override
    public Boolean visitRenyi(Guarantee.Renyi claim) {
      return false;
    }

    @Override
    public Boolean visitApproximate(Guarantee.Approximate claim) {
      return true;
    }

    @Override
    protected Boolean visitOther(Guarantee claim) {
      throw new IllegalArgumentException(
          "guarantee was "
              + claim.describe()
              + ": it must be a Rényi or an approximate one; convert it first");
    }
  }
}
