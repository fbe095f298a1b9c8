package org.assay.cli.claims;

import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.analysis.rdp.RdpAnalysis;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.inference.ClaimFamily;
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
    try {
      return byGaussian(claim, event);
    } catch (UnsupportedEventException noMu) {
      return byOtherMeans(claim, event, noMu);
    }
  }

  /** For events without a known mu: what is proved in the currency itself. */
  private static CertifiedInterval byOtherMeans(
      Guarantee claim, DpEvent event, UnsupportedEventException noMu) {
    if (claim instanceof Guarantee.Approximate approximate) {
      double delta = approximate.delta();
      double upper = TightestBound.of(event, claim.adjacency()).epsilon(delta).value().upper();
      return new CertifiedInterval("epsilon at delta " + delta, Enclosure.of(0, upper));
    }
    if (claim instanceof Guarantee.ZeroConcentrated) {
      double upper = new RdpAnalysis(claim.adjacency()).analyze(event).zeroConcentration();
      return new CertifiedInterval("rho", Enclosure.of(0, upper));
    }
    throw noMu;
  }

  private static CertifiedInterval byGaussian(Guarantee claim, DpEvent event) {
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
    String currency = ClaimFamily.of(claim).currency();
    if (claim instanceof Guarantee.Profile profile) {
      return new CertifiedInterval(currency, scale(muSquared.sqrt(), profile));
    }
    if (claim instanceof Guarantee.Tradeoff tradeoff) {
      return new CertifiedInterval(
          currency, TradeoffScale.certified(tradeoff, muSquared.sqrt().upper()));
    }
    return new CertifiedInterval(currency, scale(muSquared, (Guarantee.Renyi) claim));
  }

  /** The smallest factor by which all claimed epsilons would have to grow to be proved. */
  private static Enclosure scale(Enclosure mu, Guarantee.Profile claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      largest = largest.max(scale(mu, point.getKey(), point.getValue()));
    }
    return largest;
  }

  private static Enclosure scale(Enclosure mu, double epsilon, double delta) {
    Enclosure never = Enclosure.exact(Double.POSITIVE_INFINITY);
    if (mu.upper() == 0 || delta == 1) {
      return Enclosure.ZERO;
    }
    if (delta == 0) {
      return mu.lower() > 0 ? never : Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    Enclosure proved = epsilon(mu, delta);
    if (epsilon > 0) {
      return proved.dividedBy(epsilon);
    }
    // No factor makes more of an epsilon of 0.
    double lower = proved.lower() > 0 ? Double.POSITIVE_INFINITY : 0;
    return Enclosure.of(lower, proved.upper() > 0 ? Double.POSITIVE_INFINITY : 0);
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
