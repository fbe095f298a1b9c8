package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.assay.accountant.divergence.GaussianMechanism;

/**
 * Looks for good horizons of {@link NoisySgdArgument.Recoupled}; nothing depends on how well it
 * does. Horizons near the one at which hiding the diameter costs as much as the gradients are best,
 * but no longer ones than it takes to forget a good part of the start.
 */
final class RecouplingSearch {
  private static final int POINTS = 120;

  /** Compositions of samples are dear, at every point. */
  private static final int SAMPLED_POINTS = 80;

  /** More stages than fit into a short run force shorter horizons upon it. */
  private static final int[] STAGES = {5, 2};

  /** Each stage tries these multiples of the central horizon. */
  private static final double[] MULTIPLES = {0.25, 0.4, 0.55, 0.7, 0.85, 1.05, 1.3};

  private static final double[] SAMPLED_MULTIPLES = {0.3, 0.55, 0.8, 1.2};

  /** Parts of a run that may follow upon composed steps. */
  private static final double[] LAST_PARTS = {0.3, 0.45, 0.6, 0.75};

  private static final int[] LAST_STAGES = {1, 3, 5};

  private static final double[] SAMPLED_LAST_PARTS = {0.4};

  /** Squared mu at which a good part of the start is forgotten. */
  private static final double FORGOTTEN = 1.4;

  /** Squared mu above which a run is too short for the bound to matter. */
  private static final double REMEMBERED = 10;

  private static final double LARGEST_LOSS = 250;

  /** Runs that lose less are private without further ado, and lattices need normal spacings. */
  private static final double SMALLEST_LOSS = 1e-30;

  /** Contours are slow where the record is sampled less often than this on average. */
  private static final double FEWEST_SAMPLED = 5;

  /** Points of the lattice on which arguments are compared. */
  private static final int ROUGH_POINTS = 32;

  /** Arguments within this of the best on the rough lattice are worth a closer look. */
  private static final double NEAR = 1.01;

  private static final int MOST_CLOSE_LOOKS = 2;

  private record Rough(NoisySgdArgument.Recoupled argument, double value) {}

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdTarget target;

  /** Squared mu of the Gaussian mechanism that stands for a step where arguments are compared. */
  private final double stepSquare;

  /**
   * A search.
   *
   * @param order at which a step's divergence is that of the Gaussian mechanism that stands for it
   */
  RecouplingSearch(NoisySgdStep step, MixingWalk walk, NoisySgdTarget target, double order) {
    this.step = step;
    this.walk = walk;
    this.target = target;
    this.stepSquare = 2 * step.divergenceEstimate(order, 0) / order;
  }

  /** Whether the run is so long that the start is not simply remembered. */
  private boolean mayHelp() {
    return hidden(step.settings().steps()) <= REMEMBERED;
  }

  /**
   * Arguments that may prove less than a number, at most a few: compared on a rough lattice, with
   * Gaussian mechanisms for the steps.
   *
   * @param lowest the smallest value of the other arguments
   * @param horizon where the split of noise is best
   */
  List<NoisySgdArgument.Recoupled> promising(double lowest, long horizon) {
    double largestLoss = target.largestLoss(lowest);
    boolean usual = largestLoss >= SMALLEST_LOSS && largestLoss <= LARGEST_LOSS;
    if (!usual || !mayHelp() || !(stepSquare < Double.POSITIVE_INFINITY)) {
      return List.of();
    }
    List<Rough> all =
        find((float) (largestLoss / points()), horizon).stream()
            .map(argument -> new Rough(argument, rough(argument)))
            .filter(one -> target.promising(one.value(), lowest))
            .sorted(Comparator.comparingDouble(Rough::value))
            .toList();
    return all.stream()
        .filter(one -> one.value() <= NEAR * all.get(0).value())
        .limit(MOST_CLOSE_LOOKS)
        .map(Rough::argument)
        .toList();
  }

  private double rough(NoisySgdArgument.Recoupled argument) {
    float spacing = (float) (argument.spacing() * argument.points() / ROUGH_POINTS);
    NoisySgdArgument.Recoupled coarse =
        new NoisySgdArgument.Recoupled(
            spacing, ROUGH_POINTS, argument.composed(), argument.starts(), argument.stages());
    return target.of(new Recoupling(step, walk, coarse, this::gaussian).profile());
  }

  private double[] gaussian(long steps, double[] losses) {
    double mu = Math.sqrt(stepSquare * (double) steps);
    return Arrays.stream(losses)
        .map(loss -> GaussianMechanism.delta(mu, loss).midpoint())
        .toArray();
  }

  private List<NoisySgdArgument.Recoupled> find(double spacing, long horizon) {
    long center = Math.min(horizon, forgetting(horizon));
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>();
    for (int stages : STAGES) {
      double longest = (double) step.settings().steps() / (stages + 1);
      List<Long> horizons = horizons((double) center, longest);
      boolean fits = (double) center * multiples()[multiples().length - 1] <= longest;
      if (!horizons.isEmpty()) {
        found.add(
            new NoisySgdArgument.Recoupled(
                spacing, points(), 0, horizons, Collections.nCopies(stages, horizons)));
      }
      if (fits) {
        return found;
      }
    }
    found.addAll(afterComposition(spacing));
    return found;
  }

  /** Short runs are compositions of most of their steps. */
  private List<NoisySgdArgument.Recoupled> afterComposition(double spacing) {
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>();
    for (double part : isFullBatch() ? LAST_PARTS : SAMPLED_LAST_PARTS) {
      for (int stages : isFullBatch() ? LAST_STAGES : new int[] {1}) {
        long steps = step.settings().steps();
        long horizon = (long) (part * (double) steps / stages);
        if (isLongEnough(horizon) && horizon * stages < steps) {
          List<List<Long>> last = Collections.nCopies(stages, List.of(horizon));
          long composed = steps - horizon * stages;
          found.add(new NoisySgdArgument.Recoupled(spacing, points(), composed, List.of(), last));
        }
      }
    }
    return found;
  }

  private double hidden(long horizon) {
    return step.hiddenSquare(step.settings().diameterOverNoise(), (double) horizon).upper();
  }

  /** The smallest horizon of at most the given one after which a diameter is nearly forgotten. */
  private long forgetting(long most) {
    long low = 0;
    long high = most;
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (hidden(middle) <= FORGOTTEN) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** Multiples of the center, all made shorter if the longest would be too long. */
  private List<Long> horizons(double center, double longest) {
    double[] multiples = multiples();
    double fitting = Math.min(center, longest / multiples[multiples.length - 1]);
    List<Long> horizons = new ArrayList<>();
    for (double multiple : multiples) {
      long horizon = (long) (multiple * fitting);
      if (isLongEnough(horizon) && !horizons.contains(horizon)) {
        horizons.add(horizon);
      }
    }
    return horizons;
  }

  private boolean isLongEnough(long horizon) {
    double sampled = step.share().upper() * (double) horizon;
    return horizon >= 1 && (isFullBatch() || sampled >= FEWEST_SAMPLED);
  }

  private int points() {
    return isFullBatch() ? POINTS : SAMPLED_POINTS;
  }

  private double[] multiples() {
    return isFullBatch() ? MULTIPLES : SAMPLED_MULTIPLES;
  }

  private boolean isFullBatch() {
    return step.share().lower() == 1;
  }
}
