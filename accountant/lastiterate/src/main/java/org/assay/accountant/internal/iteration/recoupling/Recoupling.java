package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.starts.TwoStartTable;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Rounding;

/**
 * The profile of the last iterate by clipped re-coupling, {@code doc-files/recoupling.md}: a bound
 * for any two starts after the first horizon, improved by stages, each of which looks at the
 * profile some steps earlier. It holds for every run of at least as many steps as all stages take.
 */
final class Recoupling {
  /** By how much a rough lattice may be above a fine one, in logarithms of delta. */
  private static final double ROUGHLY = 0.2;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdArgument.Recoupled argument;
  private final RecoupledProfiles.Compositions compositions;
  private final ProfileLattice lattice;
  private final Optional<TwoDataBound> twoData;

  /** Of random batches, whose fine lattice may cost more than it is worth. */
  private final Optional<TwoDataBound> roughTwoData;

  private final Map<Long, LatticeProfile> same = new HashMap<>();
  private final Map<Long, LatticeProfile> any = new HashMap<>();

  /** The profile is a bound if the compositions are. */
  Recoupling(
      NoisySgdStep step,
      MixingWalk walk,
      NoisySgdArgument.Recoupled argument,
      TwoDataLattice.Resolution resolution,
      RecoupledProfiles.Compositions compositions) {
    this.step = step;
    this.walk = walk;
    this.argument = argument;
    this.compositions = compositions;
    this.lattice = new ProfileLattice(argument.spacing(), argument.points());
    this.twoData = TwoDataBound.of(step, resolution);
    this.roughTwoData =
        step.isFullBatch()
            ? Optional.empty()
            : TwoDataBound.of(step, TwoDataLattice.Resolution.ROUGH);
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

  /**
   * The argument without the horizons, and the last stages, that hardly matter on its lattice: it
   * proves nearly as much at less cost.
   */
  NoisySgdArgument.Recoupled trimmed() {
    if (argument.composed() > 0) {
      return argument;
    }
    NeededHorizons starts = new NeededHorizons(trivial());
    argument.starts().forEach(horizon -> starts.add(horizon, any(horizon)));
    LatticeProfile profile = starts.profile();
    List<List<Long>> stages = new ArrayList<>();
    for (List<Long> stage : argument.stages()) {
      NeededHorizons needed = new NeededHorizons(profile);
      LatticePair.of(profile)
          .map(RecouplingStep::new)
          .ifPresent(before -> stage.forEach(k -> needed.add(k, before.after(same(k), any(k)))));
      if (needed.horizons().isEmpty()) {
        break;
      }
      stages.add(needed.horizons());
      profile = needed.profile();
    }
    return starts.horizons().isEmpty()
        ? argument
        : new NoisySgdArgument.Recoupled(
            argument.spacing(), argument.points(), 0, starts.horizons(), stages);
  }

  private LatticeProfile start() {
    if (argument.composed() > 0) {
      return LatticeProfile.of(lattice, same(argument.composed())::logAt);
    }
    LatticeProfile profile = trivial();
    for (long horizon : argument.starts()) {
      profile = profile.min(any(horizon));
    }
    return profile;
  }

  private LatticeProfile trivial() {
    return LatticeProfile.of(lattice, i -> 0);
  }

  /** Two runs on neighbouring data from one point. */
  private LatticeProfile same(long horizon) {
    return same.computeIfAbsent(
        horizon,
        steps -> {
          double[] losses = lattice.losses(2 * lattice.points());
          double[] bounds = compositions.logDeltas(steps, losses);
          return LatticeProfile.extended(
              lattice, i -> Math.min(bounds[i], together(steps, losses[i])));
        });
  }

  private double together(long steps, double loss) {
    return twoData.map(bound -> Rounding.logUp(bound.together(steps, loss))).orElse(0.0);
  }

  /**
   * Two runs on neighbouring data from any two points: the triangle over one on each, and tilted
   * reflection, which for random batches is done roughly first to see whether it helps.
   */
  private LatticeProfile any(long horizon) {
    return any.computeIfAbsent(
        horizon,
        steps -> {
          LatticeProfile triangle =
              LatticeProfile.of(lattice, new ProfileTriangle(same(steps), moved(steps)));
          return twoData.isPresent() && mayHelp(triangle, steps)
              ? LatticeProfile.of(
                  lattice, i -> Math.min(triangle.logAt(i), reflected(twoData, steps, i)))
              : triangle;
        });
  }

  private boolean mayHelp(LatticeProfile triangle, long horizon) {
    return step.isFullBatch()
        || IntStream.rangeClosed(0, lattice.points())
            .anyMatch(i -> reflected(roughTwoData, horizon, i) < triangle.logAt(i) + ROUGHLY);
  }

  private double reflected(Optional<TwoDataBound> bounds, long horizon, int index) {
    return bounds
        .map(bound -> Rounding.logUp(bound.bound(horizon, lattice.loss(index))))
        .orElse(0.0);
  }

  /** Two runs on the same data from any two points. */
  private LatticeProfile moved(long horizon) {
    double diameter = step.settings().diameterOverNoise().upper();
    double alive = Rounding.logUp(walk.survival(horizon));
    double mu =
        step.hiddenSquare(step.settings().diameterOverNoise(), (double) horizon).sqrt().upper();
    TwoStartTable table = TwoStartTable.shipped();
    int row = step.contractionMinusOne().upper() <= 0 ? table.row(diameter, horizon) : -1;
    return LatticeProfile.extended(
        lattice,
        i -> {
          double reflected = Rounding.logUp(table.bound(row, lattice.loss(i)));
          return Math.min(
              Math.min(alive, reflected), NoisySgdComposition.logGaussian(mu, lattice.loss(i)));
        });
  }
}
