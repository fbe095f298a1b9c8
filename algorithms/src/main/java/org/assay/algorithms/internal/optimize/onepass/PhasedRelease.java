package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Iterative localization: phases on disjoint records in their order, each started at the noisy
 * result of the one before, which is first moved to the nearest point of the set.
 *
 * <p>The listings of [@FeldmanKorenTalwar2020] leave noisy results where they are. Outside the set
 * nothing is assumed about the loss, so neither the sensitivity of the next phase nor the loss of
 * the release would be bounded; the projection is post-processing and brings points of the set
 * nearer, never farther.
 *
 * <p>Privacy: a record lies in one phase; whatever the earlier phases released, this one's result
 * has the stated sensitivity, and later ones only process it. So the phases compose in parallel.
 * Noise is exact on a grid ({@link org.assay.algorithms.noise.GridGaussian}), so no bit of a result
 * betrays more than the event says.
 */
final class PhasedRelease implements PrivateAlgorithm {
  private static final double START_TOLERANCE = 1e-9;

  private final List<Phase> phases;
  private final Loss loss;
  private final ConstraintSet set;
  private final double[] start;
  private final DpEvent event;

  private PhasedRelease(List<Phase> phases, Loss loss, ConstraintSet set, double[] start) {
    this.phases = List.copyOf(phases);
    this.loss = loss;
    this.set = set;
    this.start = start;
    this.event = DpEvent.parallel(phases.stream().map(Phase::event).toArray(DpEvent[]::new));
  }

  /** The phases, started at the point of the set nearest to the origin. */
  static PhasedRelease of(List<Phase> phases, Loss loss, ConstraintSet set) {
    loss.requireSupportedOn(set);
    double[] start = new double[set.dimension()];
    set.project(start);
    return new PhasedRelease(phases, loss, set, start);
  }

  /**
   * The same from another starting point.
   *
   * @throws IllegalArgumentException if the point is not in the set
   */
  PhasedRelease startingAt(double[] point) {
    if (!set.contains(point, START_TOLERANCE * set.diameter())) {
      throw new InvalidParameterException(
          "startingPoint", "was " + Arrays.toString(point) + ": it must lie in the " + set);
    }
    double[] moved = point.clone();
    set.project(moved);
    return new PhasedRelease(phases, loss, set, moved);
  }

  /** These phases and then the other's, which start where these end. */
  PhasedRelease then(PhasedRelease next) {
    List<Phase> all = Stream.concat(phases.stream(), next.phases.stream()).toList();
    return new PhasedRelease(all, loss, set, start);
  }

  List<Phase> phases() {
    return phases;
  }

  /** How many records all phases read together. */
  long totalRecords() {
    return phases.stream().mapToLong(phase -> phase.solver().records()).sum();
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(dataset, loss, set, totalRecords());
    double[] w = start.clone();
    int next = 0;
    for (Phase phase : phases) {
      Interruption.requireNone();
      phase.solver().solve(w, dataset, next);
      w = phase.noise().release(w, random);
      set.project(w);
      next += phase.solver().records();
    }
    return new PrivateRun<>(ParameterVector.of(w), event);
  }

  @Override
  public String toString() {
    return phases.size() + " phases over " + totalRecords() + " records";
  }
}
