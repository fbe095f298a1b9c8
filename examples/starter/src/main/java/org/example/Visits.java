package org.example;

import java.util.List;
import java.util.random.RandomGenerator;

/** Counts visitors, with noise. */
public final class Visits {
  private Visits() {}

  /**
   * The number of visitors with two-sided geometric noise, which is (1/scale)-differentially private
   * when a visitor is added or removed.
   *
   * @param visitors one number for each visitor
   * @param scale of the noise, above 0
   * @param random the source of randomness
   * @return a noisy count
   */
  public static long count(List<Double> visitors, double scale, RandomGenerator random) {
    return visitors.size() + geometric(scale, random) - geometric(scale, random);
  }

  private static long geometric(double scale, RandomGenerator random) {
    return (long) Math.floor(scale * random.nextExponential());
  }
}
