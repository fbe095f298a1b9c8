package org.assay.accountant.accounting;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/** What a computation costs at fixed Rényi orders, rounded up. */
final class RenyiCharges {
  private final AdjacencyRelation adjacency;
  private final List<Double> orders;

  RenyiCharges(AdjacencyRelation adjacency, Collection<Double> orders) {
    this.adjacency = adjacency;
    this.orders = orders.stream().sorted().distinct().toList();
    this.orders.forEach(Parameters::requireOrder);
  }

  List<Double> orders() {
    return orders;
  }

  /** The upper ends of the event's curve. */
  List<Double> of(DpEvent event) {
    RdpCurve curve = new RdpAnalysis(adjacency).analyze(event);
    return orders.stream()
        .map(
            order ->
                Parameters.requireNonNegative(
                    "charge of " + event.describe() + " at order " + order,
                    curve.at(order).upper()))
        .toList();
  }

  /** What the guarantee implies at the orders. */
  List<Double> of(Guarantee charge) {
    adjacency.requireSame(charge.adjacency());
    return orders.stream()
        .map(
            order ->
                Parameters.requireNonNegative(
                    "charge at order " + order, charge.accept(new BoundAt(order))))
        .toList();
  }

  /** What each kind of guarantee implies at one order. */
  private static final class BoundAt extends DefaultGuaranteeVisitor<Double> {
    private final double order;

    BoundAt(double order) {
      this.order = order;
    }

    /** [@BunSteinke2016], Proposition 1.4; no order exceeds the largest loss. */
    @Override
    public Double visitPure(Guarantee.Pure charge) {
      return Math.min(charge.epsilon(), halfSquare(order, charge.epsilon()));
    }

    @Override
    public Double visitRenyi(Guarantee.Renyi charge) {
      return nextOrder(charge, order);
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
      return Rounding.multiplyUp(order, charge.rho());
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian charge) {
      return halfSquare(order, charge.mu());
    }

    @Override
    protected Double visitOther(Guarantee charge) {
      throw new IllegalArgumentException(
          "charge was " + charge.describe() + ": it bounds no Rényi divergence; charge the event");
    }
  }

  private static double halfSquare(double order, double value) {
    return Rounding.multiplyUp(order, Rounding.multiplyUp(0.5, Rounding.multiplyUp(value, value)));
  }

  /** Divergences rise with the order ([@VanErvenHarremoes2014], Theorem 3). */
  private static double nextOrder(Guarantee.Renyi charge, double order) {
    Map.Entry<Double, Double> entry = charge.epsilonByOrder().ceilingEntry(order);
    if (entry == null) {
      throw new IllegalArgumentException(
          "charge was "
              + charge.describe()
              + ": it must bound order "
              + order
              + " or a larger one, because divergences rise with the order");
    }
    return entry.getValue();
  }
}
