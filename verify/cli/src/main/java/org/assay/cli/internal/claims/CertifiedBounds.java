package org.assay.cli.internal.claims;

import java.util.Map;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.report.CertifiedInterval;

/**
 * The accountant's bound for the event of a mechanism, in the currency of a claim. Claims of
 * several numbers are compared by the smallest factor by which all of them would have to grow to be
 * proved.
 */
final class CertifiedBounds implements Guarantee.Visitor<Enclosure> {
  private final Cost cost;

  private CertifiedBounds(Cost cost) {
    this.cost = cost;
  }

  /**
   * The bound of an event; its upper end is a guarantee, infinite where the event satisfies no
   * claim of that currency.
   *
   * @param claim the claim with the relation and the currency
   * @param event the event
   * @throws UnsupportedEventException if no known theorem bounds the event under the relation
   */
  static CertifiedInterval of(Guarantee claim, DpEvent event) {
    String currency = ClaimFamily.of(claim).currency();
    Cost cost = Cost.of(event, claim.adjacency()).withAccuracy(Cost.CALIBRATION_ACCURACY);
    return new CertifiedInterval(currency, claim.accept(new CertifiedBounds(cost)));
  }

  @Override
  public Enclosure visitPure(Guarantee.Pure claim) {
    return cost.pureEpsilonOrInfinity();
  }

  @Override
  public Enclosure visitApproximate(Guarantee.Approximate claim) {
    return epsilon(claim.delta());
  }

  @Override
  public Enclosure visitRenyi(Guarantee.Renyi claim) {
    return scale(claim);
  }

  @Override
  public Enclosure visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    return cost.rho();
  }

  @Override
  public Enclosure visitGaussian(Guarantee.Gaussian claim) {
    return cost.mu();
  }

  @Override
  public Enclosure visitProfile(Guarantee.Profile claim) {
    return scale(claim);
  }

  @Override
  public Enclosure visitTradeoff(Guarantee.Tradeoff claim) {
    return TradeoffScale.certified(claim, cost.mu().upper());
  }

  private Enclosure epsilon(double delta) {
    return cost.epsilon(delta).value();
  }

  /** The smallest factor by which the profile would have to grow to be proved. */
  private Enclosure scale(Guarantee.Profile claim) {
    Enclosure largest = Enclosure.ZERO;
    for (Map.Entry<Double, Double> point : claim.deltaByEpsilon().entrySet()) {
      largest = largest.max(scale(point.getKey(), point.getValue()));
    }
    return largest;
  }

  private Enclosure scale(double epsilon, double delta) {
    if (delta == 1) {
      return Enclosure.ZERO;
    }
    if (epsilon == 0) {
      // At epsilon 0 the family grows along delta, since no factor enlarges epsilon 0.
      return scale(cost.delta(0).value(), delta);
    }
    Enclosure proved = delta > 0 ? epsilon(delta) : cost.pureEpsilonOrInfinity();
    return proved.dividedBy(epsilon);
  }

  private static double never(double more) {
    return more > 0 ? Double.POSITIVE_INFINITY : 0;
  }

  /** The smallest factor by which all claimed bounds would have to grow to be proved. */
  private Enclosure scale(Guarantee.Renyi claim) {
    Enclosure largest = Enclosure.ZERO;
    for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
      largest = largest.max(scale(cost.renyi(point.getKey()), point.getValue()));
    }
    return largest;
  }

  private static Enclosure scale(Enclosure proved, double claimed) {
    return claimed > 0
        ? proved.dividedBy(claimed)
        : Enclosure.of(never(proved.lower()), never(proved.upper()));
  }

  /**
   * The factor by which a claimed trade-off curve must be scaled for the Gaussian mechanism to
   * satisfy it. The mechanism satisfies a curve if its profile is at most {@code 1 - c} at slope E
   * for every line {@code c - E alpha} through neighbouring points: then its curve lies above all
   * of these lines.
   */
  static final class TradeoffScale {
    private static final double LARGEST = 1e6;
    private static final int BISECTIONS = 40;

    private TradeoffScale() {}

    /**
     * The scale.
     *
     * @param claim the claimed curve
     * @param mu an upper bound of the distance in standard deviations
     * @return from 0 to a scale that is proved, infinite if none is
     */
    static Enclosure certified(Guarantee.Tradeoff claim, double mu) {
      ClaimFamily family = ClaimFamily.of(claim);
      double failing = 0;
      double proved = 1;
      while (!holds((Guarantee.Tradeoff) family.at(proved), mu)) {
        failing = proved;
        proved *= 2;
        if (proved > LARGEST) {
          return Enclosure.of(0, Double.POSITIVE_INFINITY);
        }
      }
      for (int i = 0; i < BISECTIONS; i++) {
        double middle = failing + (proved - failing) / 2;
        boolean holds = holds((Guarantee.Tradeoff) family.at(middle), mu);
        proved = holds ? middle : proved;
        failing = holds ? failing : middle;
      }
      return Enclosure.of(0, proved);
    }

    private static boolean holds(Guarantee.Tradeoff member, double mu) {
      if (mu == 0) {
        return true;
      }
      double alpha = 1;
      double beta = 0;
      for (Map.Entry<Double, Double> point :
          member.typeTwoByTypeOne().headMap(1.0, false).descendingMap().entrySet()) {
        if (!isAbove(mu, point.getKey(), point.getValue(), alpha, beta)) {
          return false;
        }
        alpha = point.getKey();
        beta = point.getValue();
      }
      return true;
    }

    /** Whether the Gaussian curve certainly lies above the line through two points. */
    private static boolean isAbove(double mu, double left, double high, double right, double low) {
      if (high == 0 && low == 0) {
        return true;
      }
      if (!(high > low)) {
        return false;
      }
      Enclosure slope =
          Enclosure.exact(high).minus(low).dividedBy(Enclosure.exact(right).minus(left));
      Enclosure rest = Enclosure.ONE.minus(slope.times(left).plus(high));
      // The curve is symmetric, so a flat line is as good as its steep mirror image.
      Enclosure steep = slope.max(Enclosure.ONE.dividedBy(slope));
      Enclosure mirrored = Enclosure.ONE.minus(slope.times(left).plus(high).dividedBy(slope));
      double least = Math.max(0, steep.log().lower());
      double allowed = (slope.lower() >= 1 ? rest : mirrored).lower();
      boolean decided = slope.lower() >= 1 || slope.upper() <= 1;
      double both = decided ? allowed : Math.min(rest.lower(), mirrored.lower());
      return GaussianMechanism.delta(mu, least).upper() <= both;
    }
  }
}
