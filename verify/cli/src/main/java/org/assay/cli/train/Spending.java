package org.assay.cli.train;

import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;

/**
 * What the accountant certifies for an event when one record is replaced.
 *
 * @param event what was run
 * @param guarantee the statement in the currency of a target
 * @param tightest (epsilon, delta) with epsilon by the tightest bound
 * @param citation where the tightest bound is proved
 */
public record Spending(
    DpEvent event, Guarantee guarantee, Guarantee.Approximate tightest, Citation citation) {
  /** Delta of a statement whose target names none. */
  public static final double USUAL_DELTA = 1e-5;

  /**
   * Of convolutions, as fine as any algorithm's own calibration, whose answer else looks missed.
   */
  private static final double ACCURACY = 1e-3;

  /** More than rounding can make of a target that was met. */
  private static final double SLACK = 1 + 1e-9;

  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  /**
   * Bounds an event.
   *
   * @param event what was run
   * @param target its kind chooses the currency, its delta the tightest bound's
   * @return what the event spends, rounded up
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no known theorem bounds it
   */
  public static Spending of(DpEvent event, Guarantee target) {
    double delta =
        target instanceof Guarantee.Approximate approximate ? approximate.delta() : USUAL_DELTA;
    TightestBound.Bound bound =
        TightestBound.of(event, ADJACENCY).withAccuracy(ACCURACY).epsilon(delta);
    Guarantee.Approximate tightest =
        new Guarantee.Approximate(bound.value().upper(), delta, ADJACENCY);
    return new Spending(
        event, inCurrency(event, target, tightest), tightest, bound.method().citation());
  }

  private static Guarantee inCurrency(
      DpEvent event, Guarantee target, Guarantee.Approximate tightest) {
    if (target instanceof Guarantee.ZeroConcentrated) {
      double rho = new RdpAnalysis(ADJACENCY).analyze(event).zeroConcentration();
      return rho < Double.POSITIVE_INFINITY
          ? new Guarantee.ZeroConcentrated(rho, ADJACENCY)
          : tightest;
    }
    return target instanceof Guarantee.Gaussian
        ? new Guarantee.Gaussian(
            new GaussianAnalysis(ADJACENCY).analyze(event).sqrt().upper(), ADJACENCY)
        : tightest;
  }

  /**
   * Whether more was spent than was wanted, by more than rounding.
   *
   * @param target what was wanted
   * @return whether the target is missed
   */
  public boolean exceeds(Guarantee target) {
    return !(guarantee.getClass() == target.getClass()
        && amount(guarantee) <= amount(target) * SLACK);
  }

  private static double amount(Guarantee guarantee) {
    if (guarantee instanceof Guarantee.ZeroConcentrated concentrated) {
      return concentrated.rho();
    }
    return guarantee instanceof Guarantee.Gaussian gaussian
        ? gaussian.mu()
        : ((Guarantee.Approximate) guarantee).epsilon();
  }
}
