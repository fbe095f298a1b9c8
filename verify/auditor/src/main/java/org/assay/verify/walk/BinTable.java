package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.walk.PanelGrid.Place;

/**
 * Enclosures of the probabilities that the last step ends in each bin, summed over the places it
 * may come from.
 */
final class BinTable {
  private final PanelGrid grid;
  private final StepDensity density;
  private final int perPanel;
  private final double[] lower;
  private final double[] upper;

  BinTable(PanelGrid grid, StepDensity density, int perPanel) {
    this.grid = grid;
    this.density = density;
    this.perPanel = perPanel;
    this.lower = new double[grid.panels * perPanel];
    this.upper = new double[grid.panels * perPanel];
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

  /** Adds a law; without contraction the probabilities are computed once for all panels. */
  void addLaw(WalkState state, boolean samePanels) {
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
    int panel = Math.floorDiv(bin, perPanel);
    return new Place(panel, Math.floorMod(bin, perPanel) * (grid.length / perPanel));
  }

  private Place[] edges(int from, int to) {
    Place[] edges = new Place[to - from + 1];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = edge(from + i);
    }
    return edges;
  }

  /** The bins within reach of a place, from a panel on. */
  private BinSlice slice(Place source, int firstPanel) {
    int low = firstPanel * perPanel;
    int end = grid.panels * perPanel;
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
