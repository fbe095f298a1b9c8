package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/**
 * A second evaluation of {@link NoisySgdArgument.SmoothedMixing}, in plain doubles. The weak
 * triangle inequality separates the gradients of the last steps from their noise. The noise makes
 * the divergence of runs from two starting points finite, by shifts or by a reflection coupling.
 * The other last steps, if any, contract it.
 */
final class PlainSmoothedMixing extends PlainEvaluation {
  private final PlainRun run;
  private final PlainStep step;
  private final NoisySgdArgument.SmoothedMixing mixing;

  PlainSmoothedMixing(PlainRun run, NoisySgdArgument.SmoothedMixing mixing) {
    this.run = run;
    this.step = new PlainStep(run);
    this.mixing = mixing;
  }

  @Override
  double renyi(double order) {
    double large = step.afterLarge(horizon(), gradients(order) * weight(order), order);
    return applicable(order) + large;
  }

  @Override
  double applicable(double order) {
    double b = mixing.exponent() / (mixing.exponent() - 1) * weight(order);
    double exponent = (b - 1) * smoothed(b);
    double rest = horizon() - mixing.smoothing();
    double alive = rest == 0 ? 1 : PlainSurvival.of(run, run.width(), rest);
    double moment = PlainRecoupling.sum(Math.log1p(-alive), Math.log(alive) + exponent);
    return weight(order) / (order - 1) * gradients(order) + moment / (b - 1);
  }

  /**
   * The Rényi divergence between runs from two starting points, at an order: the smaller one of the
   * bounds by shifted noise and by a reflection coupling.
   */
  private double smoothed(double order) {
    double start = run.distanceBefore(horizon());
    double steps = (double) mixing.smoothing();
    double met = 1 - PlainSurvival.of(run, start, steps);
    double shifted = order / 2 * run.hidden(start, steps);
    return met > 0 ? Math.min(shifted, -4 * order * Math.log(met)) : shifted;
  }

  private double gradients(double order) {
    return horizon() * step.pair(mixing.exponent() * order, 0);
  }

  private double weight(double order) {
    return order - 1 / mixing.exponent();
  }

  private double horizon() {
    return (double) mixing.horizon();
  }
}
