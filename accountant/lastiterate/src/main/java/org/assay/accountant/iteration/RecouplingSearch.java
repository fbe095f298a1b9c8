package org.assay.accountant.iteration;

import java.util.Comparator;
import java.util.List;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Looks for good arguments {@link NoisySgdArgument.Recoupled}; nothing depends on how well it does.
 */
final class RecouplingSearch {
  private static final double LARGEST_LOSS = 250;

  /** Runs that lose less are private without further ado, and lattices need normal spacings. */
  private static final double SMALLEST_LOSS = 1e-30;

  /** Small losses also need thresholds far above them: up to so many times as much. */
  private static final double FARTHER = 15;

  /** Thresholds beyond this loss are of use to larger losses only. */
  private static final double FAR_ENOUGH = 2;

  /** Points of the lattice on which arguments are compared, and of one that reaches farther. */
  private static final int ROUGH_POINTS = 32;

  private static final int FAR_ROUGH_POINTS = 160;

  /** Points that tell small losses apart on a lattice that reaches far beyond them. */
  private static final int FAR_POINTS = 320;

  /** Arguments within this of the best on the rough lattice are worth a closer look. */
  private static final double NEAR = 1.03;

  private static final int MOST_CLOSE_LOOKS = 3;

  /** Of full batches, whose compositions are Gaussian. */
  private static final int MOST_FULL_BATCH_LOOKS = 6;

  private record Rough(NoisySgdArgument.Recoupled argument, double value) {}

  private final NoisySgdStep step;
  private final RecouplingHorizons horizons;
  private final RecoupledProfiles profiles;
  private final NoisySgdTarget target;

  RecouplingSearch(NoisySgdStep step, MixingWalk walk, NoisySgdTarget target) {
    this.step = step;
    this.horizons = RecouplingHorizons.forLosses(step);
    this.profiles = RecoupledProfiles.rough(step, walk);
    this.target = target;
  }

  /**
   * Arguments that may prove less than a number, at most a few: compared on a rough lattice, with
   * estimates of the compositions.
   *
   * @param lowest the smallest value of the other arguments
   * @param horizon where the split of noise is best
   */
  List<NoisySgdArgument.Recoupled> promising(double lowest, long horizon) {
    double nearest = target.largestLoss(lowest);
    double largestLoss = Math.max(nearest, Math.min(FAR_ENOUGH, FARTHER * nearest));
    boolean usual = largestLoss >= SMALLEST_LOSS && largestLoss <= LARGEST_LOSS;
    if (!usual || !horizons.mayHelp()) {
      return List.of();
    }
    boolean far = largestLoss > 2 * nearest;
    int points = far ? FAR_ROUGH_POINTS : ROUGH_POINTS;
    List<Rough> all =
        horizons.upTo(largestLoss, horizon).stream()
            .map(argument -> new Rough(argument, rough(argument, points)))
            .filter(one -> target.promising(one.value(), lowest))
            .sorted(Comparator.comparingDouble(Rough::value))
            .toList();
    return all.stream()
        .filter(one -> one.value() <= NEAR * all.get(0).value())
        .limit(step.isFullBatch() ? MOST_FULL_BATCH_LOOKS : MOST_CLOSE_LOOKS)
        .map(one -> far ? with(FAR_POINTS, one.argument()) : one.argument())
        .toList();
  }

  /** The same on a lattice that reaches as far with other points. */
  private static NoisySgdArgument.Recoupled with(int points, NoisySgdArgument.Recoupled argument) {
    float spacing = (float) (argument.spacing() * argument.points() / points);
    return new NoisySgdArgument.Recoupled(
        spacing, points, argument.composed(), argument.starts(), argument.stages());
  }

  private double rough(NoisySgdArgument.Recoupled argument, int points) {
    NoisySgdArgument.Recoupled coarse = with(points, argument);
    return target.of(profiles.of(coarse));
  }
}
