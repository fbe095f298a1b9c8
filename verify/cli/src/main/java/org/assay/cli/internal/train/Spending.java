package org.assay.cli.internal.train;

import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/**
 * The cost that the accountant certifies for an event when one record is replaced.
 *
 * @param event the event in words
 * @param guarantee the statement in the currency of a target
 * @param tightest (epsilon, delta) with epsilon by the tightest bound
 * @param citation the source of the tightest bound
 */
public record Spending(
    String event, Guarantee guarantee, Guarantee.Approximate tightest, Citation citation) {
  /** Delta of a statement whose target names none. */
  public static final double USUAL_DELTA = 1e-5;

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
    double delta = target.asApproximate().map(Guarantee.Approximate::delta).orElse(USUAL_DELTA);
    Cost cost = Cost.of(event, ADJACENCY).withAccuracy(Cost.CALIBRATION_ACCURACY);
    TightestBound.Bound bound = cost.epsilon(delta);
    Guarantee.Approximate tightest =
        new Guarantee.Approximate(bound.value().upper(), delta, ADJACENCY);
    Guarantee inCurrency = target.accept(new InCurrency(cost, tightest));
    return new Spending(event.describe(ADJACENCY), inCurrency, tightest, bound.method().citation());
  }

  /**
   * What both cost together when no record is part of both, which is decided by a record's slot
   * alone: a replaced record changes one of them, and the other is post-processing. So each
   * statement is the weaker of both, whatever relations the events are stated under.
   *
   * @param other what was run on the other records, bounded for the same target
   * @return what the whole spends
   */
  Spending beside(Spending other) {
    Spending louder = other.tightest.epsilon() > tightest.epsilon() ? other : this;
    return new Spending(
        event + " beside, on other records, " + other.event,
        weaker(other, louder),
        louder.tightest,
        louder.citation);
  }

  private Guarantee weaker(Spending other, Spending louder) {
    if (guarantee.getClass() != other.guarantee.getClass()) {
      return louder.tightest;
    }
    boolean mine = guarantee.accept(new Amount()) >= other.guarantee.accept(new Amount());
    return mine ? guarantee : other.guarantee;
  }

  /** What is certified in the currency of a target, or else the tightest bound. */
  private static final class InCurrency extends DefaultGuaranteeVisitor<Guarantee> {
    private final Cost cost;
    private final Guarantee.Approximate tightest;

    InCurrency(Cost cost, Guarantee.Approximate tightest) {
      this.cost = cost;
      this.tightest = tightest;
    }

    /** By the curve alone, as calibrations are. */
    @Override
    public Guarantee visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      double rho = cost.rhoByCurve().upper();
      return rho < Double.POSITIVE_INFINITY
          ? new Guarantee.ZeroConcentrated(rho, ADJACENCY)
          : tightest;
    }

    @Override
    public Guarantee visitGaussian(Guarantee.Gaussian target) {
      return new Guarantee.Gaussian(cost.mu().upper(), ADJACENCY);
    }

    @Override
    protected Guarantee visitOther(Guarantee target) {
      return tightest;
    }
  }

  /**
   * Whether the cost exceeds the target by more than rounding.
   *
   * @param target the target
   * @return whether the target is missed
   */
  public boolean exceeds(Guarantee target) {
    return !(guarantee.getClass() == target.getClass()
        && guarantee.accept(new Amount()) <= target.accept(new Amount()) * SLACK);
  }

  private static final class Amount extends TargetVisitor<Double> {
    @Override
    public Double visitApproximate(Guarantee.Approximate guarantee) {
      return guarantee.epsilon();
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated guarantee) {
      return guarantee.rho();
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian guarantee) {
      return guarantee.mu();
    }
  }
}
