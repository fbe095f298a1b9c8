package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.walk.PanelGrid.Place;

/**
 * One step of a discretized walk: a banded matrix between nodes, bordered by the two ends. If steps
 * do not contract, the matrix is the same for all panels, and the columns of one panel are kept.
 */
final class StepKernel {
  /** Unit roundoff of double precision. */
  private static final double ROUNDOFF = 0x1p-53;

  private final PanelGrid grid;
  private final StepDensity density;
  private final boolean samePanels;
  private final KernelColumns[] groups;
  private final KernelColumns ends;
  private final EndProbabilities toLeft;
  private final EndProbabilities toRight;

  StepKernel(PanelGrid grid, StepDensity density, boolean samePanels) {
    this.grid = grid;
    this.density = density;
    this.samePanels = samePanels;
    int columns = samePanels ? grid.nodes : grid.size();
    this.groups = new KernelColumns[columns / KernelColumns.GROUP];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = KernelColumns.of(grid, density, g, samePanels);
    }
    this.ends = KernelColumns.ofEnds(grid, density);
    this.toLeft = EndProbabilities.left(grid, density);
    this.toRight = EndProbabilities.right(grid, density);
  }

  /** Number of entries outside the nodes that a step may write, on either side. */
  int margin() {
    int margin = 0;
    for (KernelColumns group : groups) {
      margin = Math.max(margin, Math.max(-group.first(), group.last() - grid.nodes));
    }
    return samePanels ? Math.max(0, margin) : 0;
  }

  /** Bound of the relative error of a step, in exact masses of the discretized walk. */
  double relativeError() {
    double entry =
        Math.max(
            Math.max(density.densityError(false), ends.relativeError()),
            Math.max(toLeft.relativeError(), toRight.relativeError()));
    return entry + ROUNDOFF * (grid.size() + 24.0);
  }

  /** Moves a law one step on. */
  void apply(WalkState from, WalkState to) {
    to.clear();
    for (int base = 0; base < grid.size(); base += groups.length * KernelColumns.GROUP) {
      for (int g = 0; g < groups.length; g++) {
        int column = from.margin + base + g * KernelColumns.GROUP;
        groups[g].addTo(to.masses, to.margin + base, from.masses, column);
      }
    }
    ends.addTo(to.masses, to.margin, new double[] {from.left, from.right, 0, 0}, 0);
    to.left = toLeft.total(from);
    to.right = toRight.total(from);
  }

  /** The first step, from a single point, into an empty law; returns a bound of relative errors. */
  double start(Place start, WalkState to) {
    to.clear();
    for (int p = 0; p < grid.panels; p++) {
      for (int k = 0; k < grid.nodes; k++) {
        Place target = grid.node(p, k);
        if (density.reaches(target, start)) {
          to.masses[to.margin + p * grid.nodes + k] =
              grid.weight(k) * density.density(target, start);
        }
      }
    }
    Enclosure left = density.upTo(grid.leftEnd(), start, true);
    Enclosure right = density.from(grid.rightEnd(), start, true);
    to.left = left.midpoint();
    to.right = right.midpoint();
    double tails = Math.max(spread(left), spread(right));
    return Math.max(density.densityError(true), tails) + 24 * ROUNDOFF;
  }

  /**
   * The largest error of an enclosure's middle, relative to the value; 0 for values that are
   * dropped.
   */
  static double spread(Enclosure value) {
    return value.midpoint() < EndProbabilities.DROPPED
        ? 0
        : (value.upper() - value.lower()) / value.lower() * (1 + 0x1p-40);
  }
}
