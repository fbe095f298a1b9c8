package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.objective.GradientConstants;

/**
 * The cost of the choices of {@link PolyhedralFrankWolfe}. A record is in the first batch or in one
 * step, and its effect on the estimate decays in later steps ({@code doc-files/noisy-minimum.md}).
 */
record PolyhedralSpend(PolyhedralSchedule schedule, PolytopeGeometry geometry, int dimension) {
  /** Number of grid points in one scale of noise. Not tuned. */
  static final double UNITS_PER_SCALE = 0x1p20;

  /** Addend of rounding to the range of the scores, in grid points. */
  private static final double ROUNDING_RANGE = 4;

  /**
   * Choices with at least this part of the largest epsilon are charged the largest epsilon. Not
   * tuned: saves time.
   */
  private static final double SAME = 0.97;

  PolyhedralSpend {
    if (!(geometry.gradients().smoothness() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "smoothness of the loss was "
              + geometry.gradients().smoothness()
              + ": the estimates need a Lipschitz gradient; use the logistic or the Huber loss");
    }
    double least = leastNoiseMultiplier(schedule, geometry, dimension);
    if (!(schedule.noiseMultiplier() >= least)) {
      throw new InvalidParameterException(
          "noiseMultiplier",
          String.format(
              "was %s: it must be at least %s, so that rounding errors of the scores stay below"
                  + " half a grid point",
              schedule.noiseMultiplier(), least));
    }
  }

  /**
   * The smallest noise multiplier at which rounding errors of scores stay below half a grid point.
   */
  static double leastNoiseMultiplier(
      PolyhedralSchedule schedule, PolytopeGeometry geometry, int dimension) {
    GradientConstants gradients = geometry.gradients();
    PolyhedralSchedule once = schedule.withNoiseMultiplier(1);
    double smallest = Math.min(unit(once, 0), unit(once, once.steps()));
    double size =
        geometry.size()
            * (2 * gradients.lipschitzConstant() + gradients.smoothness() * geometry.diameter());
    double records = (double) schedule.steps() + schedule.firstBatch();
    return 16 * records * dotError(dimension) * size / smallest * (1 + 1e-9);
  }

  /** Distance of grid points of a choice's scores. */
  static double unit(PolyhedralSchedule schedule, int step) {
    return schedule.scale(step) / UNITS_PER_SCALE;
  }

  /** Bound on the rounding error of a score, relative to the norms of its factors. */
  private static double dotError(int dimension) {
    return (dimension + 2) * 0x1p-52;
  }

  /** The point of the polytope nearest to the origin, which is the origin if it lies inside. */
  static double[] start(Polytope polytope) {
    double[] start = new double[polytope.dimension()];
    polytope.project(start);
    return start;
  }

  DpEvent event() {
    List<DpEvent> first = new ArrayList<>();
    double kept = Math.nextUp(1 - schedule.stepSize());
    for (int t = 0; t <= schedule.steps(); t++) {
      first.add(choice(firstChange(), Rounding.multiplyUp(Math.pow(kept, t), 1 + 1e-12), t));
    }
    List<DpEvent> later = new ArrayList<>();
    for (int lag = 0; lag < schedule.steps(); lag++) {
      double decay = Rounding.multiplyUp(Math.pow(kept, lag), 1 + 1e-12);
      // The last scale is the smallest one: no step has less noise.
      later.add(choice(laterChange(), decay, schedule.steps()));
    }
    return new ParallelEvent(
        List.of(merged(first), merged(later)), ParallelEvent.Assignment.BY_SLOT);
  }

  /** {@code G/firstBatch}, with the sensitivity G of a gradient. */
  private double firstChange() {
    return Rounding.divideUp(geometry.gradients().sensitivity(), schedule.firstBatch());
  }

  /** {@code eta (2 β M + G)}. */
  private double laterChange() {
    return Rounding.multiplyUp(schedule.stepSize(), geometry.change());
  }

  private DpEvent choice(double change, double decay, int step) {
    double range = Rounding.multiplyUp(Rounding.multiplyUp(geometry.diameter(), change), decay);
    double points = Math.ceil(Rounding.divideUp(range, unit(schedule, step))) + ROUNDING_RANGE;
    return new ReportNoisyMaxEvent(
        ReportNoisyMaxEvent.Noise.LAPLACE,
        Rounding.divideUp(points, UNITS_PER_SCALE),
        AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * Consecutive choices of about equal cost are replaced by the most expensive of them, repeated.
   */
  private static DpEvent merged(List<DpEvent> choices) {
    List<DpEvent> runs = new ArrayList<>();
    ReportNoisyMaxEvent dearest = (ReportNoisyMaxEvent) choices.get(0);
    double least = dearest.epsilon();
    long count = 0;
    for (DpEvent event : choices) {
      ReportNoisyMaxEvent choice = (ReportNoisyMaxEvent) event;
      ReportNoisyMaxEvent larger = choice.epsilon() > dearest.epsilon() ? choice : dearest;
      least = Math.min(least, choice.epsilon());
      if (least < SAME * larger.epsilon()) {
        runs.add(dearest.times(count));
        dearest = choice;
        least = choice.epsilon();
        count = 0;
      } else {
        dearest = larger;
      }
      count++;
    }
    runs.add(dearest.times(count));
    return new ComposedEvent(runs);
  }
}
