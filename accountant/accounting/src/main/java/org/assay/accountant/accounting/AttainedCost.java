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
 * What an event costs at least in each currency: no program of its description satisfies less
 * between all neighbours. Each number is that of concrete neighbours ({@code
 * internal/analysis/doc-files/attained.md}), or 0 where none are known.
 */
final class AttainedCost {
  /**
   * Orders at which divergences are compared with a line through the origin: next to 1, where those
   * of bounded losses are largest beside their order, up to where only Gaussian tails decide.
   */
  private static final double[] ORDERS = {
    1 + 0x1p-40, 1 + 0x1p-20, 1 + 0x1p-10, 1.0625, 1.5, 2, 3, 4, 8, 16, 64, 256, 0x1p12, 0x1p16
  };

  /** Here a divergence is almost the largest loss. */
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

  /** The rho of zero-concentrated differential privacy: no order's divergence is above its line. */
  double rho() {
    return DoubleStream.of(ORDERS)
        .map(order -> Rounding.divideDown(renyi(order), order))
        .max()
        .orElseThrow();
  }

  /**
   * The mu of Gaussian differential privacy: a Gaussian satisfies {@code mu²/2}, and its delta at
   * epsilon 0 is no smaller than that of what it bounds.
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
   * The epsilon of pure differential privacy: the largest loss. Where the pairs are attained and no
   * epsilon is known there is none.
   */
  double pureEpsilon() {
    return shape.attainsPairs() ? largestLoss() : renyi(LARGEST_ORDER);
  }

  private double largestLoss() {
    return ifKnown(() -> steps.epsilon().lower()).orElse(Double.POSITIVE_INFINITY);
  }
}
