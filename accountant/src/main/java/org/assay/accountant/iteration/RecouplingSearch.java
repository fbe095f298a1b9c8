package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Looks for good horizons of {@link NoisySgdArgument.Recoupled}; nothing depends on how well it
 * does. Horizons near the one at which hiding the diameter costs as much as the gradients are best,
 * but no longer ones than it takes to forget a good part of the start.
 */
final class RecouplingSearch {
  private static final int POINTS = 60;
  private static final int STAGES = 4;

  /** Each stage tries these multiples of the central horizon. */
  private static final double[] MULTIPLES = {0.4, 0.7, 1, 1.5};

  /** Squared mu at which a diameter is nearly forgotten. */
  private static final double FORGOTTEN = 1.5;

  private static final double LARGEST_LOSS = 250;

  /** Contours are slow where the record is sampled less often than this on average. */
  private static final double FEWEST_SAMPLED = 20;

  private final NoisySgdStep step;

  RecouplingSearch(NoisySgdStep step) {
    this.step = step;
  }

  /**
   * An argument with losses up to a given one.
   *
   * @param largestLoss the loss
   * @param horizon where the split of noise is best
   */
  Optional<NoisySgdArgument.Recoupled> find(double largestLoss, long horizon) {
    double diameter = step.settings().diameterOverNoise().upper();
    float spacing = (float) (largestLoss / POINTS);
    boolean usable = largestLoss <= LARGEST_LOSS && spacing >= Float.MIN_NORMAL;
    if (!(usable && diameter < Double.POSITIVE_INFINITY)) {
      return Optional.empty();
    }
    List<Long> horizons = horizons(Math.min(horizon, forgetting(horizon)));
    if (horizons.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NoisySgdArgument.Recoupled(
            spacing, POINTS, horizons, Collections.nCopies(STAGES, horizons)));
  }

  /** The smallest horizon of at most the given one after which a diameter is nearly forgotten. */
  private long forgetting(long most) {
    long low = 0;
    long high = most;
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      double square =
          step.hiddenSquare(step.settings().diameterOverNoise(), (double) middle).upper();
      if (square <= FORGOTTEN) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** Multiples of the center that fit into the run for all stages and the start. */
  private List<Long> horizons(long center) {
    double longest = MULTIPLES[MULTIPLES.length - 1];
    double fitting = step.settings().steps() / (longest * (STAGES + 1));
    List<Long> horizons = new ArrayList<>();
    for (double multiple : MULTIPLES) {
      long horizon = (long) (multiple * Math.min((double) center, fitting));
      double sampled = step.share().upper() * (double) horizon;
      if (horizon >= 1 && sampled >= fewestSampled() && !horizons.contains(horizon)) {
        horizons.add(horizon);
      }
    }
    return horizons;
  }

  private double fewestSampled() {
    return step.share().lower() == 1 ? 0 : FEWEST_SAMPLED;
  }
}
