package org.assay.accountant.iteration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Profiles that clipped re-coupling proves about a run, each computed when it is first asked for.
 */
final class RecoupledProfiles {
  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final TwoDataLattice.Resolution resolution;
  private final Map<NoisySgdArgument.Recoupled, LatticeProfile> profiles =
      new ConcurrentHashMap<>();

  RecoupledProfiles(NoisySgdStep step, MixingWalk walk) {
    this(step, walk, TwoDataLattice.Resolution.FINE);
  }

  RecoupledProfiles(NoisySgdStep step, MixingWalk walk, TwoDataLattice.Resolution resolution) {
    this.step = step;
    this.walk = walk;
    this.resolution = resolution;
  }

  LatticeProfile of(NoisySgdArgument.Recoupled argument) {
    return profiles.computeIfAbsent(
        argument, missing -> new Recoupling(step, walk, missing, resolution).profile());
  }
}
