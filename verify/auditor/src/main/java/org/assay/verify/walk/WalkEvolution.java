package org.assay.verify.walk;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.walk.PanelGrid.Place;

/**
 * The law of a walk after all its steps, as enclosures of the probabilities of bins and ends. All
 * steps but the last move masses between the nodes of a plan; the last step moves them into bins.
 * Proof: {@code doc-files/walk-quadrature.md}.
 */
final class WalkEvolution {
  /**
   * Number of steps between two reports of progress, each with a check of the thread's
   * interruption.
   */
  private static final long REPORT_EVERY = 256;

  private final WalkModel model;
  private final QuadraturePlan plan;
  private final BeyondWalls parts;
  private final PanelGrid grid;
  private final List<StepDensity> densities;

  private WalkEvolution(WalkModel model, QuadraturePlan plan, BeyondWalls parts) {
    this.model = model;
    this.plan = plan;
    this.parts = parts;
    this.grid = new PanelGrid(model.width(), plan);
    this.densities =
        model.laws().stream()
            .map(law -> new StepDensity(grid, law, model.contraction(), plan.radius()))
            .toList();
  }

  /**
   * Computes the final law.
   *
   * @param parts the partition outside the walls, for the position before the last projection
   * @param listener hears the number of finished steps now and then
   * @throws CancellationException if the thread was interrupted
   */
  static WalkDistribution run(
      WalkModel model, QuadraturePlan plan, BeyondWalls parts, LongConsumer listener) {
    return new WalkEvolution(model, plan, parts).finalLaw(listener);
  }

  private WalkDistribution finalLaw(LongConsumer listener) {
    StepDensity last = densities.get(model.law(model.steps() - 1));
    StepDensity released = last.upToBeyond(parts.reach(grid, plan.bins()));
    List<BinTable> tables =
        List.of(
            BinTable.inside(grid, last, plan.bins()),
            BinTable.leftOf(grid, released, plan.bins(), parts),
            BinTable.rightOf(grid, released, plan.bins(), parts));
    PanelGrid.Place start = grid.at(model.start());
    if (model.steps() == 1) {
      tables.forEach(table -> table.addStart(start));
      Enclosure left = last.upTo(grid.leftEnd(), start, true);
      Enclosure right = last.from(grid.rightEnd(), start, true);
      return widened(tables, left, right, 0);
    }
    boolean samePanels = model.contraction() == 1;
    List<StepKernel> kernels =
        densities.stream().map(density -> new StepKernel(grid, density, samePanels)).toList();
    WalkState state = new WalkState(grid.size());
    WalkState next = new WalkState(grid.size());
    double error = kernels.get(model.law(0)).start(start, state);
    state.flush(plan.flush());
    for (long step = 1; step < model.steps() - 1; step++) {
      kernels.get(model.law(step)).apply(state, next);
      next.flush(plan.flush());
      WalkState other = state;
      state = next;
      next = other;
      report(listener, step);
    }
    for (BinTable table : tables) {
      table.addLaw(state, samePanels);
    }
    double perStep = kernels.stream().mapToDouble(StepKernel::relativeError).max().orElseThrow();
    // The ends take one more step, like the bins.
    kernels.get(model.law(model.steps() - 1)).apply(state, next);
    return widened(
        tables,
        Enclosure.exact(next.left),
        Enclosure.exact(next.right),
        error + perStep * (model.steps() * (1 + 0x1p-40)));
  }

  private static void report(LongConsumer listener, long step) {
    if (step % REPORT_EVERY == 0) {
      if (Thread.interrupted()) {
        throw new CancellationException("interrupted after " + step + " steps of the walk");
      }
      listener.accept(step);
    }
  }

  /** Adds the relative rounding error of the masses and the absolute error of the plan. */
  private WalkDistribution widened(
      List<BinTable> tables, Enclosure left, Enclosure right, double relativeError) {
    if (!(relativeError < 0.01)) {
      throw new ArithmeticException(
          String.format(
              "rounding of %s steps may change the result by a part of %s, above 1%%: take fewer"
                  + " steps",
              model.steps(), relativeError));
    }
    double absolute = plan.absoluteError(model);
    if (!(absolute < 0.5)) {
      throw new ArithmeticException(
          String.format(
              "discretization of %s steps may change probabilities by %s, which would make the"
                  + " bounds empty: take fewer steps",
              model.steps(), absolute));
    }
    double shrink = Rounding.expDown(-relativeError);
    double grow = Rounding.expUp(relativeError * 1.02);
    BinTable inside = tables.get(0);
    double[] low =
        joined(new double[] {left.lower()}, inside.lower(), new double[] {right.lower()});
    double[] high =
        joined(new double[] {left.upper()}, inside.upper(), new double[] {right.upper()});
    double[] lowBeyond = joined(tables.get(1).lower(), tables.get(2).lower());
    double[] highBeyond = joined(tables.get(1).upper(), tables.get(2).upper());
    return new WalkDistribution(
        model.width(),
        Arrays.stream(low).map(value -> down(value, shrink, absolute)).toArray(),
        Arrays.stream(high).map(value -> up(value, grow, absolute)).toArray(),
        Arrays.stream(lowBeyond).map(value -> down(value, shrink, absolute)).toArray(),
        Arrays.stream(highBeyond).map(value -> up(value, grow, absolute)).toArray());
  }

  private static double[] joined(double[]... pieces) {
    return Arrays.stream(pieces).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double down(double value, double shrink, double absolute) {
    return Math.max(0, Rounding.subtractDown(Rounding.multiplyDown(value, shrink), absolute));
  }

  private static double up(double value, double grow, double absolute) {
    return Math.min(1, Rounding.addUp(Rounding.multiplyUp(value, grow), absolute));
  }

  /**
   * Enclosures of the probabilities of neighbouring bins after the last step, summed over all
   * places before the step. The bins are those of the domain, or wider parts of the line outside a
   * wall.
   */
  private static final class BinTable {
    private final PanelGrid grid;
    private final StepDensity density;
    private final int perPanel;
    private final int origin;
    private final int stride;
    private final double[] lower;
    private final double[] upper;

    /**
     * @param origin where the first bin begins, counted in bins of the domain from the left wall
     * @param stride width of each bin, in bins of the domain
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
          double mass = state.masses[p * grid.nodes + k];
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
}
