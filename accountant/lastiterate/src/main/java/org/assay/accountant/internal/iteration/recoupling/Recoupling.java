package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;

/**
 * The profile of the last iterate by clipped re-coupling, {@code doc-files/recoupling.md}. A bound
 * for any two starts after the first horizon is improved by stages. Each stage uses the profile a
 * horizon earlier. The result holds for every run of at least as many steps as all stages take.
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

  /**
   * The bound that the argument proves, with all of its horizons and stages, but without the
   * addition for large Poisson samples.
   */
  LatticeProfile profile() {
    LatticeProfile profile = start();
    for (List<Long> stage : argument.stages()) {
      Optional<LatticePair> pair = LatticePair.of(profile);
      if (pair.isEmpty()) {
        return argument.composed() > 0 ? trivial() : profile;
      }
      RecouplingStep before = new RecouplingStep(pair.get());
      // A bound for any starts stays valid later; a composition is a bound for its own steps only.
      LatticeProfile next = argument.composed() > 0 ? trivial() : profile;
      for (long horizon : stage) {
        next = next.min(before.after(horizons.same(horizon), horizons.any(horizon)));
      }
      profile = next;
    }
    return profile;
  }

  /**
   * The argument without the horizons, and without the last stages, that hardly lower the bound on
   * its lattice: nearly the same bound at less cost.
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

  /** Horizons whose profiles, one for each horizon, are needed for the smallest profile. */
  private static final class NeededHorizons {
    /** Largest excess of a logarithm over the smallest one that is ignored. Not tuned. */
    private static final double TRIFLE = 1e-4;

    private final LatticeProfile before;
    private final Map<Long, LatticeProfile> profiles = new TreeMap<>();

    /** Begins with a profile that holds without any horizon. */
    NeededHorizons(LatticeProfile before) {
      this.before = before;
    }

    /** Adds a profile, and removes earlier ones that are no longer needed. */
    void add(long horizon, LatticeProfile profile) {
      profiles.put(horizon, profile);
      for (Map.Entry<Long, LatticeProfile> one : List.copyOf(profiles.entrySet())) {
        if (isIdle(one)) {
          profiles.remove(one.getKey());
        }
      }
    }

    /** Whether the others and the profile before are nearly as small everywhere. */
    private boolean isIdle(Map.Entry<Long, LatticeProfile> one) {
      for (int i = 0; i <= before.lattice().points(); i++) {
        double others = before.logAt(i);
        for (Map.Entry<Long, LatticeProfile> other : profiles.entrySet()) {
          if (!other.getKey().equals(one.getKey())) {
            others = Math.min(others, other.getValue().logAt(i));
          }
        }
        if (one.getValue().logAt(i) < others - TRIFLE) {
          return false;
        }
      }
      return true;
    }

    /** The horizons that are needed, in rising order. */
    List<Long> horizons() {
      return List.copyOf(profiles.keySet());
    }

    /** The profile that the needed horizons prove together. */
    LatticeProfile profile() {
      return profiles.values().stream().reduce(before, LatticeProfile::min);
    }
  }
}
