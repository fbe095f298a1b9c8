package org.assay.accountant.iteration.check;

import org.assay.accountant.iteration.certificate.NoisySgdArgument;

/** Mixing for divergences: the weak triangle inequality, then contraction. */
final class PlainSmoothedMixing extends PlainDivergence {
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
    double p = mixing.exponent();
    double k = (double) mixing.horizon();
    double weight = order - 1 / p;
    double b = p / (p - 1) * weight;
    double gradients = k * step.pair(p * order, 0);
    double start = run.distanceBefore(k);
    double exponent = b * (b - 1) / 2 * run.hidden(start, (double) mixing.smoothing());
    double rest = k - mixing.smoothing();
    double alive = rest == 0 ? 1 : PlainSurvival.of(run, run.width(), rest);
    double moment = PlainRecoupling.sum(Math.log1p(-alive), Math.log(alive) + exponent);
    return weight / (order - 1) * gradients
        + moment / (b - 1)
        + step.afterLarge(k, gradients * weight, order);
  }
}
