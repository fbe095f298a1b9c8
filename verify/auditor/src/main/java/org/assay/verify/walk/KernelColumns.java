package org.assay.verify.walk;

import org.assay.verify.walk.PanelGrid.Place;

/**
 * Four neighbouring columns of a step's matrix, on one range of rows. A column holds the masses
 * that arrive at the nodes from a unit mass at one place.
 */
final class KernelColumns {
  /**
   * Number of columns that one sweep over the rows adds. Plans have a multiple of this many nodes
   * in a panel.
   */
  static final int GROUP = 4;

  private final int first;
  private final double[][] entries;
  private final double relativeError;

  private KernelColumns(int first, double[][] entries, double relativeError) {
    this.first = first;
    this.entries = entries;
    this.relativeError = relativeError;
  }

  /** A group of nodes; rows count from the first node of panel 0. */
  static KernelColumns of(PanelGrid grid, StepDensity density, int group, boolean samePanels) {
    Place[] sources = new Place[GROUP];
    for (int i = 0; i < GROUP; i++) {
      int column = group * GROUP + i;
      sources[i] = grid.node(column / grid.nodes, column % grid.nodes);
    }
    int from = samePanels ? (1 - grid.panels) * grid.nodes : 0;
    return between(grid, density, sources, from, grid.size());
  }

  /** The two ends, in a group with two columns that stay empty. */
  static KernelColumns ofEnds(PanelGrid grid, StepDensity density) {
    Place[] sources = {grid.leftEnd(), grid.rightEnd()};
    return between(grid, density, sources, 0, grid.size());
  }

  private static KernelColumns between(
      PanelGrid grid, StepDensity density, Place[] sources, int from, int to) {
    int low = to;
    int high = from;
    for (int row = from; row < to; row++) {
      for (Place source : sources) {
        if (density.reaches(node(grid, row), source)) {
          low = Math.min(low, row);
          high = row + 1;
        }
      }
    }
    double[][] entries = new double[GROUP][Math.max(0, high - low)];
    for (int column = 0; column < sources.length; column++) {
      for (int row = low; row < high; row++) {
        Place target = node(grid, row);
        if (density.reaches(target, sources[column])) {
          entries[column][row - low] =
              grid.weight(Math.floorMod(row, grid.nodes))
                  * density.density(target, sources[column]);
        }
      }
    }
    return new KernelColumns(low < high ? low : 0, entries, density.densityError(false));
  }

  private static Place node(PanelGrid grid, int row) {
    return grid.node(Math.floorDiv(row, grid.nodes), Math.floorMod(row, grid.nodes));
  }

  /** The first row. */
  int first() {
    return first;
  }

  /** One past the last row. */
  int last() {
    return first + entries[0].length;
  }

  double relativeError() {
    return relativeError;
  }

  /** Adds the columns, weighted with four masses, to the rows that start at an offset. */
  void addTo(double[] rows, int offset, double[] masses, int index) {
    double a = masses[index];
    double b = masses[index + 1];
    double c = masses[index + 2];
    double d = masses[index + 3];
    if (a == 0 && b == 0 && c == 0 && d == 0) {
      return;
    }
    accumulate(rows, offset + first, a, b, c, d);
  }

  private void accumulate(double[] rows, int start, double a, double b, double c, double d) {
    double[] first = entries[0];
    double[] second = entries[1];
    double[] third = entries[2];
    double[] fourth = entries[3];
    for (int i = 0; i < first.length; i++) {
      rows[start + i] += (a * first[i] + b * second[i]) + (c * third[i] + d * fourth[i]);
    }
  }
}
