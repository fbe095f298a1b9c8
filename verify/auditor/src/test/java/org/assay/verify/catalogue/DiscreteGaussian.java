package org.assay.verify.catalogue;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Integers with probability proportional to {@code exp(-k² / (2 sigma²))}, sampled by a table. */
final class DiscreteGaussian {
  private static final double REACH = 12;

  private final int half;
  private final double[] masses;
  private final double[] cumulative;

  DiscreteGaussian(double sigma) {
    half = (int) Math.ceil(REACH * sigma);
    masses = new double[2 * half + 1];
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      masses[i] = Math.exp(-(i - half) * (double) (i - half) / (2 * sigma * sigma));
      sum += masses[i];
    }
    cumulative = new double[masses.length];
    double below = 0;
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= sum;
      below += masses[i];
      cumulative[i] = below;
    }
  }

  double sample(RandomGenerator random) {
    int found = Arrays.binarySearch(cumulative, random.nextDouble());
    int index = found >= 0 ? found + 1 : -found - 1;
    return Math.min(index, masses.length - 1) - half;
  }

  /** Centre 0 on the left and 1 on the right. */
  ExactLaw law() {
    double[] left = Arrays.copyOf(masses, masses.length + 1);
    double[] right = new double[masses.length + 1];
    System.arraycopy(masses, 0, right, 1, masses.length);
    return new ExactLaw(left, right, o -> (int) ExactLaw.onlyCoordinate(o) + half);
  }
}
