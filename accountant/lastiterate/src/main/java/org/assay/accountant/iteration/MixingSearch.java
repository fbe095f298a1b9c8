package org.assay.accountant.iteration;

import java.util.Optional;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Looks for good parameters of {@link NoisySgdArgument.SmoothedMixing} in plain doubles. Poor
 * parameters make the bound larger, never wrong.
 */
final class MixingSearch {
  /** Hölder exponents that are tried. Not tuned. */
  private static final double[] EXPONENTS = {1.05, 1.1, 1.2, 1.4, 1.7, 2, 2.5, 3.5, 6};

  /**
   * Exponents near 1, for orders at which the divergence of a step rises steeply, so that
   * contraction hardly counts. Not tuned.
   */
  private static final double[] SMALL_EXPONENTS = {1.005, 1.02};

  /**
   * Trials on either side of the center in each direction of a grid. Not tuned: bounds the time.
   */
  private static final int POINTS = 3;

  /** Number of ever finer grids. Not tuned: each is 2.5 times as fine as the one before. */
  private static final int ROUNDS = 6;

  /** Largest exponent whose exponential is computed: e^700 is near the largest double. */
  private static final double LARGE_EXPONENT = 700;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdSearch search;
  private final double order;
  private double lowest;
  private Optional<NoisySgdArgument.SmoothedMixing> best = Optional.empty();

  private double exponent;
  private double perStep;
  private double mixedOrder;

  MixingSearch(
      NoisySgdStep step, MixingWalk walk, NoisySgdSearch search, double order, double toBeat) {
    this.step = step;
    this.walk = walk;
    this.search = search;
    this.order = order;
    this.lowest = toBeat;
  }

  /** The best parameters found, if they beat the given value. */
  Optional<NoisySgdArgument.SmoothedMixing> find() {
    return find(halfLife());
  }

  /** The best parameters if all steps of the horizon smooth: these cost far less to find. */
  Optional<NoisySgdArgument.SmoothedMixing> findSmoothing() {
    return find(0);
  }

  private Optional<NoisySgdArgument.SmoothedMixing> find(long mixing) {
    for (double candidate : SMALL_EXPONENTS) {
      descend(candidate, 0);
    }
    for (double candidate : EXPONENTS) {
      descend(candidate, mixing);
    }
    for (double ratio = 0.25; ratio > 0.01 && best.isPresent(); ratio /= 2) {
      double excess = best.get().exponent() - 1;
      descend(1 + excess * (1 + ratio), mixing);
      descend(1 + excess / (1 + ratio), mixing);
    }
    return best;
  }

  /**
   * Steps after which the survival probability of the walk is one half; 0 if the run is shorter.
   */
  private long halfLife() {
    long steps = step.settings().steps();
    long low = 0;
    long high = 1;
    while (high <= steps && walk.quickSurvival(step.settings().diameterOverNoise(), high) > 0.5) {
      low = high;
      high *= 2;
    }
    return high <= steps ? (low + high) / 2 + 1 : 0;
  }

  private void descend(double candidate, long mixing) {
    exponent = candidate;
    double weight = order - 1 / exponent;
    perStep = step.divergenceEstimate(exponent * order, 0) * weight / (order - 1);
    mixedOrder = weight * exponent / (exponent - 1);
    long alone = search.horizon(k -> perStep * k + mixedOrder / 2 * alone(k));
    tryOut(alone, 0);
    if (mixing > 0 && perStep * mixing / 10 < lowest) {
      descend(Math.log((double) mixing));
    }
  }

  private double alone(long steps) {
    return walk.divergenceSquare(step.distanceBefore(steps), steps).upper();
  }

  /** Searches grids of decreasing spacing over the numbers of smoothing and of mixing steps. */
  private void descend(double logMixing) {
    double[] center = {logMixing, logMixing};
    double reach = Math.log(30);
    for (int round = 0; round < ROUNDS; round++, reach /= 2.5) {
      center = around(center, reach / POINTS);
    }
  }

  private double[] around(double[] center, double spacing) {
    double smallest = Double.POSITIVE_INFINITY;
    double[] found = center;
    for (int i = -POINTS; i <= POINTS; i++) {
      for (int j = -POINTS; j <= POINTS; j++) {
        double[] trial = {center[0] + i * spacing, center[1] + j * spacing};
        double value = tryOut(count(trial[0]), count(trial[1]));
        if (value < smallest) {
          smallest = value;
          found = trial;
        }
      }
    }
    return found;
  }

  private static long count(double log) {
    return Math.max(1, Math.round(Math.exp(log)));
  }

  private double tryOut(long smoothing, long mixing) {
    long horizon = smoothing + mixing;
    double gradients = perStep * horizon;
    if (!(horizon <= step.settings().steps() && gradients < lowest)) {
      return Double.POSITIVE_INFINITY;
    }
    double square = walk.divergenceSquare(step.distanceBefore(horizon), smoothing).upper();
    double alive = mixing == 0 ? 1 : walk.survival(mixing);
    double value = gradients + contracted(square, alive) / (mixedOrder - 1);
    if (value < lowest) {
      lowest = value;
      best = Optional.of(new NoisySgdArgument.SmoothedMixing(horizon, smoothing, exponent));
    }
    return value;
  }

  private double contracted(double square, double alive) {
    double exponent = mixedOrder * (mixedOrder - 1) * square / 2;
    return exponent < LARGE_EXPONENT
        ? Math.log1p(alive * Math.expm1(exponent))
        : Math.max(0, exponent + Math.log(alive));
  }
}
