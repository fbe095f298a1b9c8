package org.assay.accountant.curve;

import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Brief;
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
    Enclosure delta = guarantee.accept(new DeltaAt(epsilon));
    return delta.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** Delta at an epsilon before rounding errors beyond [0, 1] are cut off. */
  private record DeltaAt(double epsilon) implements Guarantee.Visitor<Enclosure> {
    @Override
    public Enclosure visitPure(Guarantee.Pure claimed) {
      return belowPure(claimed.epsilon(), epsilon);
    }

    @Override
    public Enclosure visitApproximate(Guarantee.Approximate claimed) {
      return approximate(claimed, epsilon);
    }

    @Override
    public Enclosure visitRenyi(Guarantee.Renyi claimed) {
      return renyi(claimed, epsilon);
    }

    @Override
    public Enclosure visitZeroConcentrated(Guarantee.ZeroConcentrated claimed) {
      return zeroConcentrated(claimed, epsilon);
    }

    @Override
    public Enclosure visitGaussian(Guarantee.Gaussian claimed) {
      return GaussianMechanism.delta(claimed.mu(), epsilon);
    }

    @Override
    public Enclosure visitProfile(Guarantee.Profile claimed) {
      return ClaimedPoints.delta(claimed, epsilon);
    }

    @Override
    public Enclosure visitTradeoff(Guarantee.Tradeoff claimed) {
      return ClaimedPoints.delta(claimed, epsilon);
    }
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

  private static Enclosure zeroConcentrated(Guarantee.ZeroConcentrated claimed, double epsilon) {
    double rho = claimed.rho();
    if (rho == 0) {
      return Enclosure.ZERO;
    }
    RdpCurve curve = RdpCurve.zeroConcentrated(Enclosure.exact(rho), claimed.adjacency());
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

  /** The guarantee. */
  @Override
  public String toString() {
    return "privacy profile of " + Brief.of(guarantee.describe());
  }
}
