package org.example;

import java.util.List;
import java.util.random.RandomGenerator;

/** Counts visits to a page, with noise. A visitor is one record: the visits of a day, at most 3. */
public final class Counter {
  private static final double MOST_VISITS = 3;

  private Counter() {}

  /** The count with two-sided geometric noise for a given epsilon. */
  public static long release(List<Double> visits, double epsilon, RandomGenerator random) {
    double sum = 0;
    for (double number : visits) {
      sum += Math.rint(number >= 0 ? Math.min(number, MOST_VISITS) : 0);
    }
    long up = geometric(MOST_VISITS / epsilon, random);
    long down = geometric(MOST_VISITS / epsilon, random);
    return Math.round(sum) + up - down;
  }

  /** The same, written in a hurry: visits are not clipped. */
  public static long hurriedRelease(List<Double> visits, double epsilon, RandomGenerator random) {
    double sum = visits.stream().mapToDouble(Math::rint).sum();
    long up = geometric(MOST_VISITS / epsilon, random);
    long down = geometric(MOST_VISITS / epsilon, random);
    return Math.round(sum) + up - down;
  }

  private static long geometric(double scale, RandomGenerator random) {
    return (long) Math.floor(scale * random.nextExponential());
  }
}
