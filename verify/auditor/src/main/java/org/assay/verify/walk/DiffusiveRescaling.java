package org.assay.verify.walk;

/**
 * A walk of fewer, larger steps that resembles a given one: {@code s²} steps become one, and
 * lengths shrink by the factor s. The rescaled walk steers the search for strong walks and proves
 * nothing.
 */
final class DiffusiveRescaling {
  /**
   * Limits the factor: the smallest width of a rescaled domain, in standard deviations of one
   * step's noise.
   */
  private static final double NARROWEST = 40;

  /** Limits the factor: the smallest number of rescaled steps. */
  private static final double FEWEST_STEPS = 100;

  /**
   * Limits the factor: the largest mean shift of a rescaled step, in standard deviations of its
   * noise.
   */
  private static final double LARGEST_SHIFT = 0.5;

  /**
   * Contractive walks are cut to this many relaxation times, {@code 1/(1 - contraction)} steps
   * each. By then a walk has forgotten its start.
   */
  private static final double FORGOTTEN = 50;

  private DiffusiveRescaling() {}

  /**
   * The first walk, rescaled by a factor that suits both. The laws of both rescaled walks can then
   * be compared.
   */
  static WalkModel of(WalkModel model, WalkModel other) {
    if (model.contraction() < 1) {
      double enough = Math.ceil(FORGOTTEN / (1 - model.contraction()));
      return shortened(model, (long) Math.min((double) model.steps(), enough));
    }
    double shift = Math.max(Math.abs(meanShift(model)), Math.abs(meanShift(other)));
    double scale =
        Math.min(
            Math.min(model.width() / NARROWEST, LARGEST_SHIFT / shift),
            Math.sqrt((double) model.steps() / FEWEST_STEPS));
    if (!(scale > 1 && scale * scale >= (double) model.period())) {
      return shortened(model, model.steps());
    }
    double variance = Math.max(model.active().variance(), other.active().variance());
    double deviation = Math.sqrt(1 + variance);
    StepLaw law = StepLaw.certain(meanShift(model) * scale / deviation, 0);
    return new WalkModel(
        model.width() / scale / deviation,
        1,
        model.start() / scale / deviation,
        Math.round((double) model.steps() / scale / scale),
        1,
        0,
        law,
        law);
  }

  /** The mean shift of the steps after the stages. */
  static double meanShift(WalkModel model) {
    double quietSteps = (double) model.period() - 1;
    return (model.active().mean() + quietSteps * model.quiet().mean()) / (quietSteps + 1);
  }

  private static WalkModel shortened(WalkModel model, long steps) {
    return new WalkModel(
        model.width(),
        model.contraction(),
        model.start(),
        steps,
        model.period(),
        (steps - 1) % model.period(),
        model.active().condensed(),
        model.quiet().condensed());
  }
}
