package org.assay.accountant.curve;

import java.util.function.DoubleFunction;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.words.Brief;
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
  private final DoubleFunction<Enclosure> deltas;

  private PrivacyProfile(Guarantee guarantee) {
    this.guarantee = guarantee;
    this.deltas = guarantee.accept(new Deltas());
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
   * Delta at an epsilon. The upper end is implied by the guarantee. For pure, approximate and
   * Gaussian guarantees, profiles and trade-off curves given by points the enclosure is tight. For
   * Rényi and zero-concentrated guarantees the upper end comes from [@CanonneKamathSteinke2020],
   * and some mechanism within the guarantee attains the lower end.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return deltas.apply(epsilon).max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /** Delta as a function of epsilon, not yet clipped to [0, 1]. */
  private static final class Deltas implements Guarantee.Visitor<DoubleFunction<Enclosure>> {
    @Override
    public DoubleFunction<Enclosure> visitPure(Guarantee.Pure claimed) {
      return epsilon -> belowPure(claimed.epsilon(), epsilon);
    }

    @Override
    public DoubleFunction<Enclosure> visitApproximate(Guarantee.Approximate claimed) {
      return epsilon -> approximate(claimed, epsilon);
    }

    @Override
    public DoubleFunction<Enclosure> visitRenyi(Guarantee.Renyi claimed) {
      return epsilon -> renyi(claimed, epsilon);
    }

    @Override
    public DoubleFunction<Enclosure> visitZeroConcentrated(Guarantee.ZeroConcentrated claimed) {
      return epsilon -> zeroConcentrated(claimed, epsilon);
    }

    @Override
    public DoubleFunction<Enclosure> visitGaussian(Guarantee.Gaussian claimed) {
      return epsilon -> GaussianMechanism.delta(claimed.mu(), epsilon);
    }

    @Override
    public DoubleFunction<Enclosure> visitProfile(Guarantee.Profile claimed) {
      return new ClaimedPoints(claimed)::delta;
    }

    @Override
    public DoubleFunction<Enclosure> visitTradeoff(Guarantee.Tradeoff claimed) {
      return new ClaimedErrors(claimed)::delta;
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
