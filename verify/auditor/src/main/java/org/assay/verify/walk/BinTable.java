package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.walk.PanelGrid.Place;

/**
 * Enclosures of the probabilities of neighbouring bins after the last step, summed over all places
 * before the step. The bins are those of the domain, or wider parts of the line outside a wall.
 */
final class BinTable {
  private final PanelGrid grid;
  private final StepDensity density;
  private final int perPanel;
  private final int origin;
  private final int stride;
  private final double[] lower;
  private final double[] upper;

  /**
   * @param origin where the first bin begins, counted in bins of the domain from the left wall
   * @param stride how many bins of the domain each of these is wide
   */
  private BinTable(
      PanelGrid grid, StepDensity density, int perPanel, int origin, int stride, int count) {
    this.grid = grid;
    this.density = density;
    this.perPanel = perPanel;
    this.origin = origin;
    this.stride = stride;
    this.lower = new double[count];
    this.upper = new double[count];
  }

  /** The bins between the walls. */
  static BinTable inside(PanelGrid grid, StepDensity density, int perPanel) {
    return new BinTable(grid, density, perPanel, 0, 1, grid.panels * perPanel);
  }

  /** The parts left of the domain, which end at the wall. */
  static BinTable leftOf(PanelGrid grid, StepDensity density, int perPanel, BeyondWalls parts) {
    int origin = -parts.left() * parts.stride();
    return new BinTable(grid, density, perPanel, origin, parts.stride(), parts.left());
  }

  /** The parts right of the domain, which begin at the wall. */
  static BinTable rightOf(PanelGrid grid, StepDensity density, int perPanel, BeyondWalls parts) {
    int origin = grid.panels * perPanel;
    return new BinTable(grid, density, perPanel, origin, parts.stride(), parts.right());
  }

  double[] lower() {
    return lower;
  }

  double[] upper() {
    return upper;
  }

  /** Adds a unit mass at the start, without any cut. */
  void addStart(Place start) {
    Enclosure[] values = density.between(edges(0, lower.length), start, true);
    for (int bin = 0; bin < lower.length; bin++) {
      lower[bin] = values[bin].lower();
      upper[bin] = values[bin].upper();
    }
  }

  /** Adds a law. If steps do not contract, the probabilities are computed once for all panels. */
  void addLaw(WalkState state, boolean alike) {
    boolean samePanels = alike && stride == 1 && origin == 0;
    for (int k = 0; k < grid.nodes; k++) {
      BinSlice shared = samePanels ? slice(grid.node(0, k), 1 - grid.panels) : BinSlice.NONE;
      for (int p = 0; p < grid.panels; p++) {
        double mass = state.masses[state.margin + p * grid.nodes + k];
        if (mass > 0) {
          BinSlice slice = samePanels ? shared : slice(grid.node(p, k), 0);
          add(slice, mass, samePanels ? p * perPanel : 0);
        }
      }
    }
    add(slice(grid.leftEnd(), 0), state.left, 0);
    add(slice(grid.rightEnd(), 0), state.right, 0);
  }

  /** Probabilities of consecutive bins. */
  private static final class BinSlice {
    static final BinSlice NONE = new BinSlice(0, 0);

    final int first;
    final double[] lower;
    final double[] upper;

    BinSlice(int first, int count) {
      this.first = first;
      this.lower = new double[count];
      this.upper = new double[count];
    }
  }

  private Place edge(int bin) {
    int place = origin + bin * stride;
    int panel = Math.floorDiv(place, perPanel);
    return new Place(panel, Math.floorMod(place, perPanel) * (grid.length / perPanel));
  }

  private Place[] edges(int from, int to) {
    Place[] edges = new Place[to - from + 1];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = edge(from + i);
    }
    return edges;
  }

  /** The bins within reach of a place, starting with the bins of a panel. */
  private BinSlice slice(Place source, int firstPanel) {
    int low = firstPanel * perPanel;
    int end = lower.length;
    while (low < end && !density.reachesLeftward(edge(low + 1), source)) {
      low++;
    }
    int high = low;
    while (high < end && density.reachesRightward(edge(high), source)) {
      high++;
    }
    BinSlice slice = new BinSlice(low, high - low);
    Enclosure[] values = density.between(edges(low, high), source, false);
    for (int i = 0; i < values.length; i++) {
      slice.lower[i] = values[i].lower();
      slice.upper[i] = values[i].upper();
    }
    return slice;
  }

  private void add(BinSlice slice, double mass, int offset) {
    int from = Math.max(0, -slice.first - offset);
    int to = Math.min(slice.lower.length, lower.length - slice.first - offset);
    for (int i = from; i < to; i++) {
      int bin = slice.first + offset + i;
      lower[bin] = Rounding.addDown(lower[bin], Rounding.multiplyDown(mass, slice.lower[i]));
      upper[bin] = Rounding.addUp(upper[bin], Rounding.multiplyUp(mass, slice.upper[i]));
    }
  }
}
