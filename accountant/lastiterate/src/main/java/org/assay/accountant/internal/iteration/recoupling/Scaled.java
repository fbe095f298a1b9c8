package org.assay.accountant.internal.iteration.recoupling;

/**
 * The numbers of {@link TwoDataLine}: floats, of which the processor adds up twice as many at a
 * time as doubles, rounded up. Values are scaled by 2^60, so that {@link TwoDataKernels#LEFT_OUT},
 * which is added to every sum, is far above all that is lost below the range of normal floats.
 */
final class Scaled {
  /** The value 1. */
  static final float ONE = 0x1p60f;

  /** More than the relative rounding error of one operation. */
  static final double UNIT = 0x1p-24;

  private Scaled() {}

  /** A value from 0 to 1. */
  static float up(double value) {
    return Math.nextUp((float) (value * ONE));
  }

  static float[] up(double[] values) {
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = up(values[i]);
    }
    return result;
  }

  /** The value that a number stands for, exactly. */
  static double value(float scaled) {
    return (double) scaled / ONE;
  }

  /** A weight, which is not scaled; 0 stays what it is. */
  static float weight(double weight) {
    return weight == 0 ? 0 : Math.nextUp((float) weight);
  }

  static float[] weights(double[] weights) {
    float[] result = new float[weights.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = weight(weights[i]);
    }
    return result;
  }
}
