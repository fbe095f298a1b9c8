package org.assay.accountant.iteration;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.assay.accountant.divergence.GaussianMechanism;

/**
 * The profile of the last iterate by clipped re-coupling, {@code doc-files/recoupling.md}: a bound
 * for any two starts after the first horizon, improved by stages, each of which looks at the
 * profile some steps earlier. It holds for every run of at least as many steps as all stages take.
 */
final class Recoupling {
  /** Bounds of delta below this are not worth their cost where every one is an inversion. */
  private static final double NEGLIGIBLE = 1e-14;

  /** Close to the smallest normal double: divergences of larger orders look far into the tail. */
  private static final double NEGLIGIBLE_FOR_FULL_BATCHES = 1e-280;

  /** More than the relative rounding error of a product and a sum. */
  private static final double SLACK = 1 + 0x1p-50;

  /** Bounds of delta after steps from one point, at rising losses. */
  interface Compositions {
    double[] deltas(long steps, double[] losses);
  }

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdArgument.Recoupled argument;
  private final Compositions compositions;
  private final ProfileLattice lattice;
  private final Optional<TwoDataBound> twoData;
  private final Map<Long, LatticeProfile> same = new HashMap<>();
  private final Map<Long, LatticeProfile> any = new HashMap<>();

  Recoupling(
      NoisySgdStep step,
      MixingWalk walk,
      NoisySgdArgument.Recoupled argument,
      TwoDataLattice.Resolution resolution) {
    this(
        step,
        walk,
        argument,
        resolution,
        (steps, losses) ->
            new NoisySgdComposition(step, steps, 0, 0).deltaBounds(losses, negligible(step)));
  }

  /** The profile is a bound if the compositions are. */
  Recoupling(
      NoisySgdStep step,
      MixingWalk walk,
      NoisySgdArgument.Recoupled argument,
      TwoDataLattice.Resolution resolution,
      Compositions compositions) {
    this.step = step;
    this.walk = walk;
    this.argument = argument;
    this.compositions = compositions;
    this.lattice = new ProfileLattice(argument.spacing(), argument.points());
    this.twoData = TwoDataBound.of(step, resolution);
  }

  /** The bound that the argument proves; nothing is left out but the large Poisson samples. */
  LatticeProfile profile() {
    LatticeProfile profile = start();
    for (List<Long> stage : argument.stages()) {
      Optional<LatticePair> pair = LatticePair.of(profile);
      if (pair.isEmpty()) {
        return argument.composed() > 0 ? trivial() : profile;
      }
      RecouplingStep before = new RecouplingStep(pair.get());
      // What holds for any starts still holds; a composition only for its own steps.
      LatticeProfile next = argument.composed() > 0 ? trivial() : profile;
      for (long horizon : stage) {
        next = next.min(before.after(same(horizon), any(horizon)));
      }
      profile = next;
    }
    return profile;
  }

  private LatticeProfile start() {
    if (argument.composed() > 0) {
      return LatticeProfile.of(lattice, same(argument.composed())::at);
    }
    LatticeProfile profile = trivial();
    for (long horizon : argument.starts()) {
      profile = profile.min(any(horizon));
    }
    return profile;
  }

  private LatticeProfile trivial() {
    return LatticeProfile.of(lattice, i -> 1);
  }

  /** Two runs on neighbouring data from one point. */
  private LatticeProfile same(long horizon) {
    return same.computeIfAbsent(
        horizon,
        steps -> {
          double[] losses = lattice.losses(2 * lattice.points());
          double[] bounds = compositions.deltas(steps, losses);
          return LatticeProfile.extended(lattice, i -> bounds[i], negligible(step));
        });
  }

  /**
   * Two runs on neighbouring data from any two points: the triangle over one on each, and for full
   * batches tilted reflection.
   */
  private LatticeProfile any(long horizon) {
    return any.computeIfAbsent(
        horizon,
        steps -> {
          IntToDoubleFunction triangle = triangle(same(steps), moved(steps));
          return LatticeProfile.of(
              lattice, i -> Math.min(triangle.applyAsDouble(i), reflected(steps, i)));
        });
  }

  private double reflected(long horizon, int index) {
    return twoData.map(bound -> bound.bound(horizon, lattice.loss(index))).orElse(1.0);
  }

  /** Two runs on the same data from any two points. */
  private LatticeProfile moved(long horizon) {
    double diameter = step.settings().diameterOverNoise().upper();
    double alive = walk.survival(horizon);
    double mu =
        step.hiddenSquare(step.settings().diameterOverNoise(), (double) horizon).sqrt().upper();
    TwoStartTable table = TwoStartTable.shipped();
    int row = step.contractionMinusOne().upper() <= 0 ? table.row(diameter, horizon) : -1;
    return LatticeProfile.extended(
        lattice,
        i -> Math.min(Math.min(alive, hidden(mu, i)), table.bound(row, lattice.loss(i))),
        negligible(step));
  }

  private static double negligible(NoisySgdStep step) {
    return step.share().lower() == 1 ? NEGLIGIBLE_FOR_FULL_BATCHES : NEGLIGIBLE;
  }

  private double hidden(double mu, int index) {
    return mu < Double.POSITIVE_INFINITY
        ? GaussianMechanism.delta(mu, lattice.loss(index)).upper()
        : 1;
  }

  /** {@code inf over η of H_η(P‖Q) + ηH_{γ/η}(Q‖R)}, for both orders of the two bounds. */
  private IntToDoubleFunction triangle(LatticeProfile first, LatticeProfile second) {
    int points = lattice.points();
    double[] one = values(first);
    double[] two = values(second);
    return i -> {
      double best = 1;
      for (int j = -points; j <= 2 * points; j++) {
        double power = lattice.powerUp(j);
        int here = j + 2 * points;
        int rest = i - j + 2 * points;
        best = Math.min(best, one[here] + power * two[rest]);
        best = Math.min(best, two[here] + power * one[rest]);
      }
      return best * SLACK + Double.MIN_NORMAL;
    };
  }

  /** At all indices from minus twice the points to twice the points. */
  private double[] values(LatticeProfile profile) {
    double[] values = new double[4 * lattice.points() + 1];
    Arrays.setAll(values, i -> profile.at(i - 2 * lattice.points()));
    return values;
  }
}
