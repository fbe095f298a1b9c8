package org.assay.testing.assertion;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;

/** The common claims. Parameters are checked when a relation is given. */
public final class Claims {
  /** Rényi orders of a claim about an event. */
  private static final double[] ORDERS = {1.1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64};

  private Claims() {}

  /**
   * Pure differential privacy.
   *
   * @param epsilon finite, at least 0
   * @return the claim
   */
  public static Claim pureDp(double epsilon) {
    return adjacency -> new Guarantee.Pure(epsilon, adjacency);
  }

  /**
   * Approximate differential privacy.
   *
   * @param epsilon at least 0
   * @param delta in [0, 1)
   * @return the claim
   */
  public static Claim approximateDp(double epsilon, double delta) {
    return adjacency -> new Guarantee.Approximate(epsilon, delta, adjacency);
  }

  /**
   * Zero-concentrated differential privacy.
   *
   * @param rho finite, at least 0
   * @return the claim
   */
  public static Claim zcdp(double rho) {
    return adjacency -> new Guarantee.ZeroConcentrated(rho, adjacency);
  }

  /**
   * Gaussian differential privacy.
   *
   * @param mu finite, at least 0
   * @return the claim
   */
  public static Claim gdp(double mu) {
    return adjacency -> new Guarantee.Gaussian(mu, adjacency);
  }

  /**
   * Rényi differential privacy at one order.
   *
   * @param order above 1
   * @param epsilon finite, at least 0
   * @return the claim
   */
  public static Claim rdp(double order, double epsilon) {
    return adjacency -> new Guarantee.Renyi(new TreeMap<>(Map.of(order, epsilon)), adjacency);
  }

  /**
   * What an accountant certifies for an event at a delta. A refutation shows that the run did
   * something else than the event says, or that the accountant is wrong.
   *
   * @param event the declared event of a run
   * @param delta strictly between 0 and 1
   * @return the claim; under a relation other than the event's it may throw, like the accountant
   */
  public static Claim spentBy(DpEvent event, double delta) {
    return adjacency -> Accountant.rdp(adjacency).compose(event).guaranteeAt(delta);
  }

  /**
   * What an accountant certifies for an event at all Rényi orders of a fixed list, from 1.1 to 64.
   * An audit sees the whole curve, so it needs fewer runs than for a small delta.
   *
   * @param event the declared event of a run
   * @return the claim. It throws if no order of the list has a finite bound; under a relation other
   *     than the event's it may throw, like the accountant
   */
  public static Claim spentBy(DpEvent event) {
    return adjacency -> {
      RdpCurve curve = Accountant.rdp(adjacency).compose(event).curve();
      NavigableMap<Double, Double> bounds = new TreeMap<>();
      for (double order : ORDERS) {
        double bound = curve.at(order).upper();
        if (bound < Double.POSITIVE_INFINITY) {
          bounds.put(order, bound);
        }
      }
      return new Guarantee.Renyi(bounds, adjacency);
    };
  }

  /**
   * A claim with its relation.
   *
   * @param guarantee the claim
   * @return the claim; it throws under another relation
   */
  public static Claim of(Guarantee guarantee) {
    return adjacency -> {
      guarantee.adjacency().requireSame(adjacency);
      return guarantee;
    };
  }
}
