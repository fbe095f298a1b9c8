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
  private final KernelColumns[] groups;
  private final KernelColumns ends;
  private final EndProbabilities toLeft;
  private final EndProbabilities toRight;

  StepKernel(PanelGrid grid, StepDensity density, boolean samePanels) {
    this.grid = grid;
    this.density = density;
    int columns = samePanels ? grid.nodes : grid.size();
    this.groups = new KernelColumns[columns / KernelColumns.GROUP];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = KernelColumns.of(grid, density, g, samePanels);
    }
    this.ends = KernelColumns.ofEnds(grid, density);
    this.toLeft = EndProbabilities.left(grid, density);
    this.toRight = EndProbabilities.right(grid, density);
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
    int period = groups.length * KernelColumns.GROUP;
    for (int g = 0; g < groups.length; g++) {
      for (int base = 0; base < grid.size(); base += period) {
        groups[g].addTo(to.masses, base, from.masses, base + g * KernelColumns.GROUP);
      }
    }
    ends.addTo(to.masses, 0, new double[] {from.left, from.right, 0, 0}, 0);
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
          to.masses[p * grid.nodes + k] = grid.weight(k) * density.density(target, start);
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

  /**
   * The probabilities to be clamped to one end of the domain, from each node and from both ends.
   */
  static final class EndProbabilities {
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
        sum += state.masses[i] * fromNodes[i];
      }
      return sum + (state.left * fromLeft + state.right * fromRight);
    }
  }

  /**
   * Four neighbouring columns of a step's matrix, on one range of rows. A column holds the masses
   * that arrive at the nodes from a unit mass at one place.
   */
  static final class KernelColumns {
    /**
     * Number of columns that one sweep over the rows adds. Plans have a multiple of this many nodes
     * in a panel.
     */
    static final int GROUP = 4;

    private final int first;
    private final double[][] entries;
    private final double[] window;
    private final double relativeError;

    private KernelColumns(int first, double[][] entries, double relativeError) {
      this.first = first;
      this.entries = entries;
      this.window = new double[entries[0].length];
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

    double relativeError() {
      return relativeError;
    }

    /** Adds the columns, weighted with four masses, to the rows; row 0 is that at an offset. */
    void addTo(double[] rows, int offset, double[] masses, int index) {
      double a = masses[index];
      double b = masses[index + 1];
      double c = masses[index + 2];
      double d = masses[index + 3];
      int start = offset + first;
      int from = Math.max(0, -start);
      int to = Math.min(entries[0].length, rows.length - start);
      if (from < to && (a != 0 || b != 0 || c != 0 || d != 0)) {
        System.arraycopy(rows, start + from, window, from, to - from);
        accumulate(window, from, to, a, b, c, d);
        System.arraycopy(window, from, rows, start + from, to - from);
      }
    }

    /**
     * Adds four weighted columns. All arrays share one index, because only then does the JVM add
     * several rows in one instruction.
     */
    private void accumulate(
        double[] sums, int from, int to, double a, double b, double c, double d) {
      double[] first = entries[0];
      double[] second = entries[1];
      double[] third = entries[2];
      double[] fourth = entries[3];
      for (int i = from; i < to; i++) {
        sums[i] += (a * first[i] + b * second[i]) + (c * third[i] + d * fourth[i]);
      }
    }
  }
}
