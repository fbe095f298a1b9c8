package org.assay.cli.claims;

import java.util.Map;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.inference.ClaimFamily;
import org.assay.verify.report.CertifiedInterval;

/**
 * What the accountant proves for the event that a mechanism really spends, in the currency of a
 * claim. Every currency has an analysis of its own: going through another one would give away what
 * sampling gained, since a step that uses few records has no Gaussian bound better than one that
 * uses all.
 */
final class CertifiedBounds implements Guarantee.Visitor<Enclosure> {
  private static final Enclosure NEVER = Enclosure.exact(Double.POSITIVE_INFINITY);

  /**
   * Of convolutions, as fine as any algorithm's own calibration, whose answer else looks missed.
   */
  private static final double ACCURACY = 1e-3;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;

  private CertifiedBounds(DpEvent event, AdjacencyRelation adjacency) {
    this.event = event;
    this.adjacency = adjacency;
  }

  /**
   * The bound of an event; its upper end is a guarantee, infinite where the event satisfies no
   * claim of that currency.
   *
   * @param claim the claim whose relation and currency to use
   * @param event the event
   * @throws UnsupportedEventException if no known theorem bounds the event under the relation
   */
  static CertifiedInterval of(Guarantee claim, DpEvent event) {
    String currency = ClaimFamily.of(claim).currency();
    return new CertifiedInterval(
        currency, claim.accept(new CertifiedBounds(event, claim.adjacency())));
  }

  @Override
  public Enclosure visitPure(Guarantee.Pure claim) {
    return pure();
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
    return rho();
  }

  @Override
  public Enclosure visitGaussian(Guarantee.Gaussian claim) {
    return squaredMu().sqrt();
  }

  @Override
  public Enclosure visitProfile(Guarantee.Profile claim) {
    return scale(claim);
  }

  @Override
  public Enclosure visitTradeoff(Guarantee.Tradeoff claim) {
    return TradeoffScale.certified(claim, squaredMu().sqrt().upper());
  }

  private Enclosure pure() {
    try {
      return new PureAnalysis(adjacency).analyze(event);
    } catch (UnsupportedEventException unbounded) {
      // No epsilon is known to be large enough; whether the relation fits is another question.
      renyi();
      return NEVER;
    }
  }

  private Enclosure epsilon(double delta) {
    return TightestBound.of(event, adjacency).withAccuracy(ACCURACY).epsilon(delta).value();
  }

  /** From the Rényi curve, or from mu where that says as much: an interval instead of a bound. */
  private Enclosure rho() {
    Enclosure slope = Enclosure.of(0, renyi().zeroConcentration());
    try {
      Enclosure halfSquare = squaredMu().times(0.5);
      return slope.upper() < halfSquare.lower() ? slope : halfSquare;
    } catch (UnsupportedEventException noMu) {
      return slope;
    }
  }

  private Enclosure squaredMu() {
    return new GaussianAnalysis(adjacency).analyze(event);
  }

  private RdpCurve renyi() {
    return new RdpAnalysis(adjacency).analyze(event);
  }

  /** The smallest factor by which all claimed epsilons would have to grow to be proved. */
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
    Enclosure proved = delta > 0 ? epsilon(delta) : pure();
    if (epsilon > 0) {
      return proved.dividedBy(epsilon);
    }
    // No factor makes more of an epsilon of 0.
    return Enclosure.of(never(proved.lower()), never(proved.upper()));
  }

  private static double never(double more) {
    return more > 0 ? Double.POSITIVE_INFINITY : 0;
  }

  /** The smallest factor by which all claimed bounds would have to grow to be proved. */
  private Enclosure scale(Guarantee.Renyi claim) {
    RdpCurve curve = renyi();
    Enclosure largest = Enclosure.ZERO;
    for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
      largest = largest.max(scale(curve.at(point.getKey()), point.getValue()));
    }
    return largest;
  }

  private static Enclosure scale(Enclosure proved, double claimed) {
    return claimed > 0
        ? proved.dividedBy(claimed)
        : Enclosure.of(never(proved.lower()), never(proved.upper()));
  }
}
