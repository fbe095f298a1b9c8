package org.assay.cli.claims;

import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.report.CertifiedInterval;

/**
 * What the accountant proves for the event that a mechanism really spends, in the currency of a
 * claim.
 */
final class CertifiedBounds {
  private CertifiedBounds() {}

  /**
   * The bound of an event; its upper end is a guarantee, infinite where the event satisfies no
   * claim of that currency.
   *
   * @param claim the claim whose relation and currency to use
   * @param event the event
   * @throws UnsupportedEventException if no known theorem bounds the event under the relation
   */
  static CertifiedInterval of(Guarantee claim, DpEvent event) {
    Enclosure muSquared = new GaussianAnalysis(claim.adjacency()).analyze(event);
    if (claim instanceof Guarantee.Pure) {
      return new CertifiedInterval("epsilon", Enclosure.exact(Double.POSITIVE_INFINITY));
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      double delta = approximate.delta();
      return new CertifiedInterval("epsilon at delta " + delta, epsilon(muSquared.sqrt(), delta));
    }
    if (claim instanceof Guarantee.ZeroConcentrated) {
      return new CertifiedInterval("rho", muSquared.times(0.5));
    }
    if (claim instanceof Guarantee.Gaussian) {
      return new CertifiedInterval("mu", muSquared.sqrt());
    }
    return new CertifiedInterval(
        "scale of the Rényi bounds", scale(muSquared, (Guarantee.Renyi) claim));
  }

  private static Enclosure epsilon(Enclosure mu, double delta) {
    double lower = mu.lower() > 0 ? GaussianMechanism.epsilon(mu.lower(), delta).lower() : 0;
    double upper =
        mu.upper() < Double.POSITIVE_INFINITY
            ? GaussianMechanism.epsilon(mu.upper(), delta).upper()
            : Double.POSITIVE_INFINITY;
    return Enclosure.of(lower, upper);
  }

  /** The smallest factor by which all claimed bounds would have to grow to be proved. */
  private static Enclosure scale(Enclosure muSquared, Guarantee.Renyi claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.epsilonByOrder().entrySet()) {
      Enclosure proved = muSquared.times(0.5).times(point.getKey());
      largest =
          largest.max(
              point.getValue() > 0
                  ? proved.dividedBy(point.getValue())
                  : Enclosure.exact(Double.POSITIVE_INFINITY));
    }
    return largest;
  }
}
