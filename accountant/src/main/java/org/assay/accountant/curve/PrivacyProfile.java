package org.assay.accountant.curve;

import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * The privacy profile that a guarantee implies: for every epsilon of at least 0, the smallest delta
 * such that the guarantee proves (epsilon, delta)-differential privacy.
 */
public final class PrivacyProfile {
  private final Guarantee guarantee;

  private PrivacyProfile(Guarantee guarantee) {
    this.guarantee = guarantee;
  }

  /**
   * The profile of a guarantee.
   *
   * @param guarantee any guarantee
   * @return its profile
   */
  public static PrivacyProfile of(Guarantee guarantee) {
    return new PrivacyProfile(guarantee);
  }

  /**
   * The relation of the guarantee.
   *
   * @return the adjacency relation
   */
  public AdjacencyRelation adjacency() {
    return guarantee.adjacency();
  }

  /**
   * Delta at an epsilon. The upper end is implied by the guarantee; for pure, approximate and
   * Gaussian guarantees and for profiles given by points the enclosure is tight, for Rényi and
   * zero-concentrated ones the upper end comes from [@CanonneKamathSteinke2020] and the lower end
   * is what some mechanism within the guarantee attains. For a trade-off curve given by points it
   * is tight where the curve is symmetric.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Enclosure delta = unclipped(epsilon);
    return delta.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  private Enclosure unclipped(double epsilon) {
    if (guarantee instanceof Guarantee.Pure pure) {
      return belowPure(pure.epsilon(), epsilon);
    }
    if (guarantee instanceof Guarantee.Approximate approximate) {
      return approximate(approximate, epsilon);
    }
    if (guarantee instanceof Guarantee.Gaussian gaussian) {
      return GaussianMechanism.delta(gaussian.mu(), epsilon);
    }
    if (guarantee instanceof Guarantee.ZeroConcentrated concentrated) {
      return zeroConcentrated(concentrated.rho(), epsilon);
    }
    if (guarantee instanceof Guarantee.Profile profile) {
      return ClaimedPoints.delta(profile, epsilon);
    }
    if (guarantee instanceof Guarantee.Tradeoff tradeoff) {
      return ClaimedPoints.delta(tradeoff, epsilon);
    }
    return renyi((Guarantee.Renyi) guarantee, epsilon);
  }

  /** Randomized response attains {@code (1 - e^(epsilon-claimed))/(1 + e^-claimed)}. */
  private static Enclosure belowPure(double claimed, double epsilon) {
    if (epsilon >= claimed) {
      return Enclosure.ZERO;
    }
    Enclosure gap = Enclosure.exact(epsilon).minus(claimed).expm1().negate();
    return gap.dividedBy(Enclosure.exact(-claimed).exp().plus(1));
  }

  private static Enclosure approximate(Guarantee.Approximate claimed, double epsilon) {
    if (claimed.epsilon() == Double.POSITIVE_INFINITY) {
      return Enclosure.ONE;
    }
    Enclosure rest = Enclosure.ONE.minus(claimed.delta());
    return belowPure(claimed.epsilon(), epsilon).times(rest).plus(claimed.delta());
  }

  private Enclosure zeroConcentrated(double rho, double epsilon) {
    if (rho == 0) {
      return Enclosure.ZERO;
    }
    RdpCurve curve = RdpCurve.zeroConcentrated(Enclosure.exact(rho), guarantee.adjacency());
    Enclosure converted = RenyiConversion.bestLogDelta(curve, epsilon).exp();
    // The Gaussian mechanism with mu = sqrt(2 rho) satisfies the guarantee.
    double mu = Enclosure.exact(rho).times(2).sqrt().lower();
    double attained = GaussianMechanism.delta(mu, epsilon).lower();
    return Enclosure.of(Math.min(attained, converted.upper()), converted.upper());
  }

  private static Enclosure renyi(Guarantee.Renyi claimed, double epsilon) {
    double smallest = 1;
    for (var entry : claimed.epsilonByOrder().entrySet()) {
      Enclosure rdp = Enclosure.exact(entry.getValue());
      Enclosure logDelta = RenyiConversion.logDelta(entry.getKey(), rdp, epsilon);
      smallest = Math.min(smallest, logDelta.exp().upper());
    }
    return Enclosure.of(0, smallest);
  }
}
