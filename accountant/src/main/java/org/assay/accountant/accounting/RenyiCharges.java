package org.assay.accountant.accounting;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
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
                Parameters.requireNonNegative("charge at order " + order, bound(charge, order)))
        .toList();
  }

  private static double bound(Guarantee charge, double order) {
    if (charge instanceof Guarantee.Renyi renyi) {
      return nextOrder(renyi, order);
    }
    if (charge instanceof Guarantee.ZeroConcentrated concentrated) {
      return Rounding.multiplyUp(order, concentrated.rho());
    }
    if (charge instanceof Guarantee.Gaussian gaussian) {
      return halfSquare(order, gaussian.mu());
    }
    if (charge instanceof Guarantee.Pure pure) {
      // [@BunSteinke2016], Proposition 1.4; no order exceeds the largest loss.
      return Math.min(pure.epsilon(), halfSquare(order, pure.epsilon()));
    }
    throw new IllegalArgumentException(
        "charge was " + charge.describe() + ": it bounds no Rényi divergence; charge the event");
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
