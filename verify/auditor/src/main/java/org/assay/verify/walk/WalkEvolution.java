package org.assay.verify.walk;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The law of a walk after all its steps, as enclosures of the probabilities of bins and ends. All
 * steps but the last move masses between the nodes of a plan; the last step moves them into bins.
 * Proof: {@code doc-files/walk-quadrature.md}.
 */
final class WalkEvolution {
  /**
   * Number of steps between two reports of progress; the thread's interruption is looked at then
   * too.
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
    int margin = kernels.stream().mapToInt(StepKernel::margin).max().orElseThrow();
    WalkState state = new WalkState(grid.size(), margin);
    WalkState next = new WalkState(grid.size(), margin);
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
}
