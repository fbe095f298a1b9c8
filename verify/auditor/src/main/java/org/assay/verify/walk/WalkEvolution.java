package org.assay.verify.walk;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The law of a walk after all its steps, as enclosures of the probabilities of bins and ends: all
 * steps but the last on the nodes of a plan, the last into bins. Proof: {@code
 * doc-files/walk-quadrature.md}.
 */
final class WalkEvolution {
  private static final long REPORT_EVERY = 256;

  private final WalkModel model;
  private final QuadraturePlan plan;
  private final PanelGrid grid;
  private final List<StepDensity> densities;

  private WalkEvolution(WalkModel model, QuadraturePlan plan) {
    this.model = model;
    this.plan = plan;
    this.grid = new PanelGrid(model.width(), plan);
    this.densities =
        model.laws().stream()
            .map(law -> new StepDensity(grid, law, model.contraction(), plan.radius()))
            .toList();
  }

  /**
   * Computes the final law.
   *
   * @param listener hears the number of finished steps now and then
   * @throws CancellationException if the thread was interrupted
   */
  static WalkDistribution run(WalkModel model, QuadraturePlan plan, LongConsumer listener) {
    return new WalkEvolution(model, plan).finalLaw(listener);
  }

  private WalkDistribution finalLaw(LongConsumer listener) {
    StepDensity last = densities.get(model.law(model.steps() - 1));
    BinTable table = new BinTable(grid, last, plan.bins());
    PanelGrid.Place start = grid.at(model.start());
    if (model.steps() == 1) {
      table.addStart(start);
      Enclosure left = last.upTo(grid.leftEnd(), start, true);
      Enclosure right = last.from(grid.rightEnd(), start, true);
      return widened(table, left, right, 0);
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
    table.addLaw(state, samePanels);
    double perStep = kernels.stream().mapToDouble(StepKernel::relativeError).max().orElseThrow();
    // The ends take one more step, like the bins.
    kernels.get(model.law(model.steps() - 1)).apply(state, next);
    return widened(
        table,
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
      BinTable table, Enclosure left, Enclosure right, double relativeError) {
    if (!(relativeError < 0.01)) {
      throw new ArithmeticException(
          "rounding of "
              + model.steps()
              + " steps may change the result by a part of "
              + relativeError
              + ", above 1%: take fewer steps");
    }
    double absolute = plan.absoluteError(model);
    if (!(absolute < 0.5)) {
      throw new ArithmeticException(
          "discretization of "
              + model.steps()
              + " steps may change probabilities by "
              + absolute
              + ", which would make the bounds empty: take fewer steps");
    }
    double shrink = Rounding.expDown(-relativeError);
    double grow = Rounding.expUp(relativeError * 1.02);
    int bins = table.lower().length;
    double[] lower = new double[bins + 2];
    double[] upper = new double[bins + 2];
    for (int i = 0; i < bins + 2; i++) {
      double low = i == 0 ? left.lower() : i == bins + 1 ? right.lower() : table.lower()[i - 1];
      double high = i == 0 ? left.upper() : i == bins + 1 ? right.upper() : table.upper()[i - 1];
      lower[i] = Math.max(0, Rounding.subtractDown(Rounding.multiplyDown(low, shrink), absolute));
      upper[i] = Math.min(1, Rounding.addUp(Rounding.multiplyUp(high, grow), absolute));
    }
    return new WalkDistribution(model.width(), lower, upper);
  }
}
