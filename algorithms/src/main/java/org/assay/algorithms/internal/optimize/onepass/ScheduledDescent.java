package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/** Common step sizes, noise and checks of the schedules of one-pass gradient descent. */
final class ScheduledDescent {
  private ScheduledDescent() {}

  /** An array of one repeated number. */
  static double[] filled(int length, double value) {
    double[] result = new double[length];
    Arrays.fill(result, value);
    return result;
  }

  /** The noise {@code L / √d} that doubles a gradient's second moment, rounded up. */
  static double snowballNoise(Loss loss, ConstraintSet set) {
    return Rounding.divideUp(loss.lipschitzConstant(), Rounding.sqrtDown(set.dimension()));
  }

  /** The schedule with every noise multiplied by a number, rounded up. */
  static GradientSchedule scaled(GradientSchedule schedule, double factor) {
    double[] stepSizes = new double[schedule.steps()];
    int[] batchSizes = new int[schedule.steps()];
    double[] noise = new double[schedule.steps()];
    for (int t = 0; t < schedule.steps(); t++) {
      stepSizes[t] = schedule.stepSize(t);
      batchSizes[t] = schedule.batchSize(t);
      noise[t] = Rounding.multiplyUp(factor, schedule.noiseStandardDeviation(t));
    }
    return GradientSchedule.of(stepSizes, batchSizes, noise);
  }

  /** The step size, or 2/smoothness if that is less: longer steps may expand. */
  static double contractive(double stepSize, Loss loss) {
    return loss.smoothness() == 0
        ? stepSize
        : Math.min(stepSize, Rounding.divideDown(2, loss.smoothness()));
  }

  /**
   * Refuses losses that are not strongly convex.
   *
   * @return the strong convexity, above 0
   * @throws IllegalArgumentException if it is not above 0
   */
  static double requireStronglyConvex(Loss loss) {
    if (!(loss.strongConvexity() > 0)) {
      throw new InvalidParameterException(
          "strongConvexity",
          "was "
              + loss.strongConvexity()
              + ": it must be above 0; add a multiple of the squared norm");
    }
    return loss.strongConvexity();
  }
}
