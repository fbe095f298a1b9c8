package org.assay.verify.audit;

import java.util.random.RandomGenerator;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * A mechanism whose outputs are seen through rounding, which is post-processing: what refutes the
 * rounded mechanism refutes the mechanism.
 *
 * @param mechanism the mechanism
 * @param bits how many significant bits are seen, from 2 to 53
 */
record RoundedOutputs<D>(Mechanism<D> mechanism, int bits) implements Mechanism<D> {
  private static final int SIGNIFICAND = 53;

  @Override
  public Outcome run(D dataset, RandomGenerator random) throws Exception {
    Outcome outcome = mechanism.run(dataset, random);
    if (!(outcome instanceof Outcome.Vector vector)) {
      return outcome;
    }
    double[] rounded = new double[vector.length()];
    for (int i = 0; i < rounded.length; i++) {
      rounded[i] = round(vector.at(i));
    }
    return Outcome.of(rounded);
  }

  /** Half away from zero; NaN and infinities stay, subnormal numbers keep fewer bits. */
  private double round(double value) {
    if (!Double.isFinite(value)) {
      return value;
    }
    int dropped = SIGNIFICAND - bits;
    long half = dropped == 0 ? 0 : 1L << (dropped - 1);
    long kept = -1L << dropped;
    return Double.longBitsToDouble((Double.doubleToRawLongBits(value) + half) & kept);
  }
}
