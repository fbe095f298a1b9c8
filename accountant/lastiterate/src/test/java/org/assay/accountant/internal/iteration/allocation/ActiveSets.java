package org.assay.accountant.internal.iteration.allocation;

/**
 * The least cost of a short schedule by enumeration. For every set of steps after which the
 * distance is 0, the equality-constrained problem is solved by Lagrange multipliers, and its
 * solution is inserted into the recursion. By the Karush-Kuhn-Tucker conditions one of the sets
 * gives the optimum.
 */
final class ActiveSets {
  private ActiveSets() {}

  static double leastCost(IterationSchedule schedule, double distance) {
    int steps = (int) schedule.steps();
    double least = Double.POSITIVE_INFINITY;
    for (int set = 0; set < 1 << (steps - 1); set++) {
      least = Math.min(least, cost(schedule, distance, set | 1 << (steps - 1)));
    }
    return least;
  }

  private static double cost(IterationSchedule schedule, double distance, int zeroAfter) {
    double z = distance;
    double cost = 0;
    int from = 0;
    for (int to = 0; to < schedule.steps(); to++) {
      if ((zeroAfter >> to & 1) == 1) {
        double[] absorbed = absorbed(schedule, z, from, to);
        for (int t = from; t <= to; t++) {
          NoisyIteration step = Allocations.step(schedule, t);
          double a = absorbed[t - from];
          z = step.contraction() * z + step.shift() - a;
          if (!(z >= -1e-12)) {
            return Double.POSITIVE_INFINITY;
          }
          cost += a == 0 ? 0 : Math.pow(a / step.noiseStandardDeviation(), 2);
        }
        z = 0;
        from = to + 1;
      }
    }
    return cost;
  }

  /** Minimizes Σ a²/σ² subject to distance 0 after the last step. */
  private static double[] absorbed(IterationSchedule schedule, double z, int from, int to) {
    double[] factors = new double[to - from + 1];
    double factor = 1;
    double shift = 0;
    double noise = 0;
    for (int t = to; t >= from; t--) {
      NoisyIteration step = Allocations.step(schedule, t);
      factors[t - from] = factor;
      shift += factor * step.shift();
      noise += Math.pow(factor * step.noiseStandardDeviation(), 2);
      factor *= step.contraction();
    }
    double total = shift + factor * z;
    double[] absorbed = new double[factors.length];
    for (int t = from; t <= to; t++) {
      double sigma = Allocations.step(schedule, t).noiseStandardDeviation();
      absorbed[t - from] = total == 0 ? 0 : total / noise * factors[t - from] * sigma * sigma;
    }
    return absorbed;
  }
}
