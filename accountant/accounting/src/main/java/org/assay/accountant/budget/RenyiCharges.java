package org.assay.accountant.budget;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/** The cost of an event or a guarantee: its Rényi divergences at fixed orders. */
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

  /** The divergences of an event at the orders. */
  List<Rational> of(DpEvent event) {
    return ExactCosts.renyi(event, adjacency, orders);
  }

  /** The divergences that a guarantee implies at the orders. */
  List<Rational> of(Guarantee charge) {
    adjacency.requireSame(charge.adjacency());
    return charge.accept(new Implied());
  }

  /** The divergences that each kind of guarantee implies. */
  private final class Implied extends DefaultGuaranteeVisitor<List<Rational>> {
    @Override
    public List<Rational> visitPure(Guarantee.Pure charge) {
      return of(DpEvent.pure(charge.epsilon(), adjacency));
    }

    @Override
    public List<Rational> visitRenyi(Guarantee.Renyi charge) {
      return orders.stream().map(order -> nextOrder(charge, order)).toList();
    }

    @Override
    public List<Rational> visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
      return line(Rational.of(charge.rho()));
    }

    @Override
    public List<Rational> visitGaussian(Guarantee.Gaussian charge) {
      return line(Rational.of(charge.mu()).square().times(0.5));
    }

    @Override
    protected List<Rational> visitOther(Guarantee charge) {
      throw new IllegalArgumentException(
          "charge was " + charge.describe() + ": it bounds no Rényi divergence; charge the event");
    }
  }

  private List<Rational> line(Rational rho) {
    return orders.stream().map(rho::times).toList();
  }

  /** Divergences rise with the order ([@VanErvenHarremoes2014], Theorem 3). */
  private static Rational nextOrder(Guarantee.Renyi charge, double order) {
    Map.Entry<Double, Double> entry = charge.epsilonByOrder().ceilingEntry(order);
    if (entry == null) {
      throw new IllegalArgumentException(
          "charge was "
              + charge.describe()
              + ": it must bound order "
              + order
              + " or a larger one, because divergences rise with the order");
    }
    return Rational.of(entry.getValue());
  }
}
