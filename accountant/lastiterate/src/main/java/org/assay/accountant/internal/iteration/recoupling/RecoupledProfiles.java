package org.assay.accountant.internal.iteration.recoupling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Profiles that clipped re-coupling proves about a run, each computed when it is first asked for.
 */
public final class RecoupledProfiles {
  /** Losses up to this one fit a lattice, however the spacing of its points is rounded. */
  public static final double LARGEST_LOSS = 8000;

  /** So many losses fit a lattice. */
  public static final int MOST_POINTS = ProfileLattice.MOST_POINTS;

  /** What stands for the composition of a run's steps from one point. */
  @FunctionalInterface
  public interface Compositions {
    /**
     * Logarithms of delta after so many steps.
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
   * The profiles of a run, as small as they are proved.
   *
   * @param step the run's step
   * @param walk the run's walk
   * @return its profiles
   */
  public static RecoupledProfiles fine(NoisySgdStep step, MixingWalk walk) {
    return of(step, walk, TwoDataLattice.Resolution.FINE);
  }

  /**
   * The same on a lattice that is good enough to tell which argument is worth a fine one, with
   * estimates of the compositions, so that they are no bounds.
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
   * Whether runs from one point are re-coupled after each step too, which is done where a record
   * that is sampled moves a step by noises.
   *
   * @param step a run's step
   * @return whether profiles of short runs may be less than their compositions
   */
  public static boolean followsSteps(NoisySgdStep step) {
    DistanceGrowth growth = DistanceGrowth.of(step);
    return TwoDataLattice.covers(growth) && TwoDataLattice.reveals(growth);
  }

  /**
   * What an argument proves.
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
   * An argument that proves nearly as much with fewer horizons and stages, as far as these profiles
   * tell.
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
