package org.assay.accountant.internal.iteration.recoupling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/** Profiles of a run by clipped re-coupling, each computed when it is first asked for. */
public final class RecoupledProfiles {
  /** Largest loss that fits a lattice for every rounding of the spacing. */
  public static final double LARGEST_LOSS = 8000;

  /** Largest number of losses of a lattice. */
  public static final int MOST_POINTS = ProfileLattice.MOST_POINTS;

  /** Bounds or estimates of the composition of a run's steps from one point. */
  @FunctionalInterface
  public interface Compositions {
    /**
     * Logarithms of delta after a number of steps.
     *
     * @param steps their number, at least 1
     * @param losses at least 0 and rising
     * @return the logarithm of delta at each loss
     */
    double[] logDeltas(long steps, double[] losses);
  }

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final TwoDataLattice.Resolution resolution;
  private final Compositions compositions;
  private final Map<NoisySgdArgument.Recoupled, LatticeProfile> profiles =
      new ConcurrentHashMap<>();

  private record Lattice(double spacing, int points) {}

  private final Map<Lattice, HorizonProfiles> horizons = new ConcurrentHashMap<>();

  private RecoupledProfiles(
      NoisySgdStep step,
      MixingWalk walk,
      TwoDataLattice.Resolution resolution,
      Compositions compositions) {
    this.step = step;
    this.walk = walk;
    this.resolution = resolution;
    this.compositions = compositions;
  }

  /**
   * The profiles of a run as upper bounds.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @return its profiles
   */
  public static RecoupledProfiles fine(NoisySgdStep step, MixingWalk walk) {
    return of(step, walk, TwoDataLattice.Resolution.FINE);
  }

  /**
   * Profiles on a coarse lattice with estimates of the compositions, to choose the arguments that
   * are worth a fine lattice. These profiles are not bounds.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @return its profiles
   */
  public static RecoupledProfiles rough(NoisySgdStep step, MixingWalk walk) {
    return of(step, walk, TwoDataLattice.Resolution.ROUGH);
  }

  private static RecoupledProfiles of(
      NoisySgdStep step, MixingWalk walk, TwoDataLattice.Resolution resolution) {
    return new RecoupledProfiles(step, walk, resolution, resolution.compositions(step));
  }

  /**
   * Whether runs from one point are re-coupled after each step too. Single steps are followed if a
   * sampled record moves a step by more than about one noise standard deviation.
   *
   * @param step a run's step
   * @return whether profiles of short runs may be less than their compositions
   */
  public static boolean followsSteps(NoisySgdStep step) {
    DistanceGrowth growth = DistanceGrowth.of(step);
    return TwoDataLattice.covers(growth) && TwoDataLattice.reveals(growth);
  }

  /**
   * The profile that an argument proves.
   *
   * @param argument one whose horizon fits the run
   * @return the profile
   * @throws IllegalArgumentException if the spacing or the number of points of the argument is out
   *     of range
   */
  public LatticeProfile of(NoisySgdArgument.Recoupled argument) {
    return profiles.computeIfAbsent(
        argument, missing -> new Recoupling(missing, horizons(missing)).profile());
  }

  /**
   * An argument that proves nearly the same with fewer horizons and stages, judged by these
   * profiles.
   *
   * @param argument one whose horizon fits the run
   * @return an argument with the same lattice, and some of the horizons
   * @throws IllegalArgumentException if the spacing or the number of points of the argument is out
   *     of range
   */
  public NoisySgdArgument.Recoupled trimmed(NoisySgdArgument.Recoupled argument) {
    return new Recoupling(argument, horizons(argument)).trimmed();
  }

  private HorizonProfiles horizons(NoisySgdArgument.Recoupled argument) {
    return horizons.computeIfAbsent(
        new Lattice(argument.spacing(), argument.points()),
        missing ->
            new HorizonProfiles(
                step,
                walk,
                new ProfileLattice(missing.spacing(), missing.points()),
                resolution,
                compositions));
  }
}
