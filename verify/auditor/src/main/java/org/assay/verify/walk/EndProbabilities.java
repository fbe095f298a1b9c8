package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.walk.PanelGrid.Place;

/** The probabilities to be clamped to one end of the domain, from each node and from both ends. */
final class EndProbabilities {
  /**
   * Smaller probabilities are replaced by 0: they have no accurate double. The plan's absolute
   * error covers the loss.
   */
  static final double DROPPED = 0x1p-500;

  private final double[] fromNodes;
  private final double fromLeft;
  private final double fromRight;
  private final int first;
  private final int last;
  private final double relativeError;

  private EndProbabilities(PanelGrid grid, Step step) {
    this.fromNodes = new double[grid.size()];
    double error = 0;
    int low = grid.size();
    int high = 0;
    for (int i = 0; i < fromNodes.length; i++) {
      Enclosure value = step.from(grid.node(i / grid.nodes, i % grid.nodes));
      fromNodes[i] = kept(value);
      error = Math.max(error, StepKernel.spread(value));
      if (fromNodes[i] > 0) {
        low = Math.min(low, i);
        high = i + 1;
      }
    }
    Enclosure left = step.from(grid.leftEnd());
    Enclosure right = step.from(grid.rightEnd());
    this.fromLeft = kept(left);
    this.fromRight = kept(right);
    this.first = low;
    this.last = high;
    this.relativeError =
        Math.max(error, Math.max(StepKernel.spread(left), StepKernel.spread(right)));
  }

  private interface Step {
    Enclosure from(Place source);
  }

  static EndProbabilities left(PanelGrid grid, StepDensity density) {
    return new EndProbabilities(
        grid,
        source ->
            density.reachesLeftward(grid.leftEnd(), source)
                ? density.upTo(grid.leftEnd(), source, false)
                : Enclosure.ZERO);
  }

  static EndProbabilities right(PanelGrid grid, StepDensity density) {
    return new EndProbabilities(
        grid,
        source ->
            density.reachesRightward(grid.rightEnd(), source)
                ? density.from(grid.rightEnd(), source, false)
                : Enclosure.ZERO);
  }

  private static double kept(Enclosure value) {
    return value.midpoint() < DROPPED ? 0 : value.midpoint();
  }

  double relativeError() {
    return relativeError;
  }

  double total(WalkState state) {
    double sum = 0;
    for (int i = first; i < last; i++) {
      sum += state.masses[state.margin + i] * fromNodes[i];
    }
    return sum + (state.left * fromLeft + state.right * fromRight);
  }
}
