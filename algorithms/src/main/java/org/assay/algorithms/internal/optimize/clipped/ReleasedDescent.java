package org.assay.algorithms.internal.optimize.clipped;

import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.run.ParameterVector;

/**
 * Projected descent with momentum along gradients that are private releases already, so that this
 * computation is post-processing:
 *
 * <pre>v ← momentum v + gradient,  x ← x − stepSize v,  w = Proj_K[x]</pre>
 *
 * from the point of the set nearest to the origin. The result is the mean of the last iterates w.
 * The next step starts from w, or lazily from x, so that noise which later gradients cancel is not
 * cut off.
 */
final class ReleasedDescent {
  private final ClippedSchedule schedule;
  private final ConstraintSet set;
  private final boolean lazy;

  private ReleasedDescent(ClippedSchedule schedule, ConstraintSet set, boolean lazy) {
    this.schedule = schedule;
    this.set = set;
    this.lazy = lazy;
  }

  /** Steps from the projected iterate. */
  static ReleasedDescent projected(ClippedSchedule schedule, ConstraintSet set) {
    return new ReleasedDescent(schedule, set, false);
  }

  /** Steps from the unprojected point x, which is projected for the next gradient only. */
  static ReleasedDescent lazy(ClippedSchedule schedule, ConstraintSet set) {
    return new ReleasedDescent(schedule, set, true);
  }

  /** A private release of the mean gradient at a point. */
  @FunctionalInterface
  interface Gradients {
    double[] release(double[] point);
  }

  ParameterVector run(Gradients gradients) {
    double[] w = new double[set.dimension()];
    set.project(w);
    double[] sum = w.clone();
    double[] direction = new double[w.length];
    double[] mean = new double[w.length];
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t, "steps");
      step(sum, direction, gradients.release(w));
      project(sum, w);
      if (t >= schedule.steps() - schedule.averaged()) {
        add(w, mean);
      }
    }
    return ParameterVector.of(mean);
  }

  private void step(double[] sum, double[] direction, double[] gradient) {
    for (int j = 0; j < sum.length; j++) {
      direction[j] = schedule.momentum() * direction[j] + gradient[j];
      sum[j] -= schedule.stepSize() * direction[j];
    }
  }

  private void project(double[] sum, double[] w) {
    System.arraycopy(sum, 0, w, 0, w.length);
    set.project(w);
    if (!lazy) {
      System.arraycopy(w, 0, sum, 0, w.length);
    }
  }

  private void add(double[] w, double[] mean) {
    for (int j = 0; j < w.length; j++) {
      mean[j] += w[j] / schedule.averaged();
    }
  }
}
