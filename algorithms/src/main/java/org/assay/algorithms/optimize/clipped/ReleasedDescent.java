package org.assay.algorithms.optimize.clipped;

import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.optimize.Interruption;
import org.assay.algorithms.run.ParameterVector;

/**
 * Projected descent with momentum along gradients that are private releases already, so that
 * whatever is computed here is post-processing:
 *
 * <pre>v ← momentum v + gradient,  w ← Proj_K[w − stepSize v]</pre>
 *
 * from the point of the set nearest to the origin; the mean of the last iterates comes out.
 */
final class ReleasedDescent {
  private final ClippedSchedule schedule;
  private final ConstraintSet set;

  ReleasedDescent(ClippedSchedule schedule, ConstraintSet set) {
    this.schedule = schedule;
    this.set = set;
  }

  /** A private release of the mean gradient at a point. */
  @FunctionalInterface
  interface Gradients {
    double[] release(double[] point);
  }

  ParameterVector run(Gradients gradients) {
    double[] w = new double[set.dimension()];
    set.project(w);
    double[] direction = new double[w.length];
    double[] mean = new double[w.length];
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t, "steps");
      step(w, direction, gradients.release(w));
      if (t >= schedule.steps() - schedule.averaged()) {
        add(w, mean);
      }
    }
    return ParameterVector.of(mean);
  }

  private void step(double[] w, double[] direction, double[] gradient) {
    for (int j = 0; j < w.length; j++) {
      direction[j] = schedule.momentum() * direction[j] + gradient[j];
      w[j] -= schedule.stepSize() * direction[j];
    }
    set.project(w);
  }

  private void add(double[] w, double[] mean) {
    for (int j = 0; j < w.length; j++) {
      mean[j] += w[j] / schedule.averaged();
    }
  }
}
