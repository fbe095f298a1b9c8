package org.assay.accountant.internal.iteration.recoupling;

/**
 * The numbers of {@link TwoDataLine}: floats, rounded up, as the processor adds twice as many
 * floats as doubles at a time. Values are scaled by 2^60. {@link TwoDataKernels#LEFT_OUT}, which is
 * added to every sum, is then far above all losses by underflow.
 */
final class Scaled {
  /** The value 1. */
  static final float ONE = 0x1p60f;

  /** Bound of the relative rounding error of one operation. */
  static final double UNIT = 0x1p-24;

  private Scaled() {}

  /** A value from 0 to 1, scaled and rounded up. */
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

  /** The value of a scaled number, exact. */
  static double value(float scaled) {
    return (double) scaled / ONE;
  }

  /** A weight, not scaled, rounded up; 0 stays 0. */
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
