package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/**
 * The profile of the last iterate by clipped re-coupling, {@code doc-files/recoupling.md}: a bound
 * for any two starts after the first horizon, improved by stages, each of which looks at the
 * profile some steps earlier. It holds for every run of at least as many steps as all stages take.
 */
final class Recoupling {
  private final NoisySgdArgument.Recoupled argument;
  private final HorizonProfiles horizons;
  private final ProfileLattice lattice;

  /**
   * An argument.
   *
   * @param argument whose horizon fits the run
   * @param horizons on the argument's lattice
   */
  Recoupling(NoisySgdArgument.Recoupled argument, HorizonProfiles horizons) {
    this.argument = argument;
    this.horizons = horizons;
    this.lattice = horizons.lattice();
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
        next = next.min(before.after(horizons.same(horizon), horizons.any(horizon)));
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
    argument.starts().forEach(horizon -> starts.add(horizon, horizons.any(horizon)));
    LatticeProfile profile = starts.profile();
    List<List<Long>> stages = new ArrayList<>();
    for (List<Long> stage : argument.stages()) {
      NeededHorizons needed = new NeededHorizons(profile);
      LatticePair.of(profile)
          .map(RecouplingStep::new)
          .ifPresent(
              before ->
                  stage.forEach(
                      k -> needed.add(k, before.after(horizons.same(k), horizons.any(k)))));
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
      return LatticeProfile.of(lattice, horizons.same(argument.composed())::logAt);
    }
    LatticeProfile profile = trivial();
    for (long horizon : argument.starts()) {
      profile = profile.min(horizons.any(horizon));
    }
    return profile;
  }

  private LatticeProfile trivial() {
    return LatticeProfile.of(lattice, i -> 0);
  }
}
