package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.stream.DoubleStream;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.RunShape;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * Lower bounds of what an event costs: some program that fits the event's description costs so
 * much. A bound is what two concrete neighbours attain, and 0 if no such neighbours are known.
 * Proofs: {@code internal/analysis/doc-files/attained.md}.
 */
final class AttainedCost {
  /**
   * Rényi orders at which rho is read off, as divergence over order. Bounded losses have the
   * largest quotient next to order 1, Gaussian tails at large orders. Not tuned: more orders could
   * only raise the lower bound.
   */
  private static final double[] ORDERS = {
    1 + 0x1p-40, 1 + 0x1p-20, 1 + 0x1p-10, 1.0625, 1.5, 2, 3, 4, 8, 16, 64, 256, 0x1p12, 0x1p16
  };

  /** The order whose divergence stands for the largest loss, which is the limit of orders. */
  private static final double LARGEST_ORDER = 0x1p40;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final Steps steps;
  private final RdpCurve divergences;
  private final RunShape shape;

  AttainedCost(DpEvent event, AdjacencyRelation adjacency) {
    this.event = event;
    this.adjacency = adjacency;
    this.steps = Steps.of(event, adjacency);
    this.divergences = steps.attained();
    this.shape = steps.shape();
  }

  /** The Rényi divergence of an order. */
  double renyi(double order) {
    return divergences.at(Parameters.requireOrder(order)).lower();
  }

  /** The least rho with divergences of at most rho times the order, at the orders above. */
  double rho() {
    return DoubleStream.of(ORDERS)
        .map(order -> Rounding.divideDown(renyi(order), order))
        .max()
        .orElseThrow();
  }

  /**
   * The mu of Gaussian differential privacy. A mechanism that is mu-GDP has rho at most {@code
   * mu²/2}, and at epsilon 0 its delta is at most the Gaussian one. Both give a least mu.
   */
  double mu() {
    if (shape.gaussian() && shape.attainsPairs()) {
      return steps.squaredMu().sqrt().lower();
    }
    double byLine = Rounding.sqrtDown(Rounding.multiplyDown(2, rho()));
    return byLine < Double.POSITIVE_INFINITY && shape.attainsProfile()
        ? Math.max(byLine, muOfDelta())
        : byLine;
  }

  private double muOfDelta() {
    Bound bound = TightestBound.of(event, adjacency).delta(0);
    double delta = bound.method().exact() ? bound.value().lower() : 0;
    return delta > 0 && delta < 1 ? GaussianMechanism.mu(0, delta).lower() : 0;
  }

  /**
   * The epsilon of pure differential privacy: the largest loss. The epsilon is infinite if the
   * pairs are attained and their losses are unbounded.
   */
  double pureEpsilon() {
    return shape.attainsPairs() ? largestLoss() : renyi(LARGEST_ORDER);
  }

  private double largestLoss() {
    return ifKnown(() -> steps.epsilon().lower()).orElse(Double.POSITIVE_INFINITY);
  }
}
