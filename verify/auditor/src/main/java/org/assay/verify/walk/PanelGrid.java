package org.assay.verify.walk;

import org.assay.accountant.internal.calculus.GaussLegendre;

/**
 * The nodes of a plan: node {@code k} of panel {@code p} is at {@code p · length + offset[k]} and
 * has weight {@code weight[k]}. A place is kept as a panel and an offset. Distances between places
 * in neighbouring panels are then computed without cancellation.
 */
final class PanelGrid {
  final int panels;
  final int nodes;
  final double length;
  private final double[] offsets;
  private final double[] weights;

  PanelGrid(double width, QuadraturePlan plan) {
    this.panels = plan.panels();
    this.nodes = plan.nodes();
    this.length = width / panels;
    this.offsets = new double[nodes];
    this.weights = new double[nodes];
    GaussLegendre rule = GaussLegendre.withNodes(nodes);
    for (int i = 0; i < nodes / 2; i++) {
      double half = length / 2 * rule.point(i).midpoint();
      offsets[i] = length / 2 - half;
      offsets[nodes - 1 - i] = length / 2 + half;
      weights[i] = length / 2 * rule.weight(i).midpoint();
      weights[nodes - 1 - i] = weights[i];
    }
  }

  int size() {
    return panels * nodes;
  }

  double weight(int local) {
    return weights[local];
  }

  /** A point of the domain: a node, an end or the start. */
  record Place(int panel, double offset) {}

  Place node(int panel, int local) {
    return new Place(panel, offsets[local]);
  }

  Place leftEnd() {
    return new Place(0, 0);
  }

  Place rightEnd() {
    return new Place(panels, 0);
  }

  Place at(double position) {
    int panel = (int) Math.min(panels - 1.0, Math.floor(position / length));
    return new Place(panel, position - panel * length);
  }

  /** {@code to - contraction · from}. */
  double displacement(Place to, Place from, double contraction) {
    if (contraction == 1) {
      return (to.panel - from.panel) * length + (to.offset - from.offset);
    }
    return (to.panel * length + to.offset) - contraction * (from.panel * length + from.offset);
  }
}
