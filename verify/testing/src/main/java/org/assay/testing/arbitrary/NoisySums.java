package org.assay.testing.arbitrary;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.trial.Mechanism;

/**
 * Mechanisms that release a sum of clipped records with noise. One record moves the sum by at most
 * 1 under each relation.
 */
final class NoisySums {
  /** Sums and releases are multiples of its inverse. */
  private static final double GRID = 16;

  private NoisySums() {}

  static ClaimedMechanism laplace(double scale, AdjacencyRelation adjacency) {
    return new ClaimedMechanism(
        "sum with Laplace noise of scale " + scale,
        Mechanism.ofScalar((records, random) -> onGrid(sum(records) + laplace(scale, random))),
        new Guarantee.Pure(Math.nextUp(1 / scale), adjacency),
        DpEvent.laplace(scale, Sensitivity.unit(adjacency)));
  }

  static ClaimedMechanism gaussian(double sigma, AdjacencyRelation adjacency) {
    return new ClaimedMechanism(
        "sum with Gaussian noise of standard deviation " + sigma,
        Mechanism.ofScalar(
            (records, random) -> onGrid(sum(records) + sigma * random.nextGaussian())),
        new Guarantee.Gaussian(Math.nextUp(1 / sigma), adjacency),
        DpEvent.gaussian(sigma, Sensitivity.unit(adjacency)));
  }

  static ClaimedMechanism randomizedResponse(double epsilon, AdjacencyRelation adjacency) {
    double truth = 1 / (1 + Math.exp(-epsilon));
    return new ClaimedMechanism(
        "whether the sum is odd, by randomized response at epsilon " + epsilon,
        Mechanism.ofScalar(
            (records, random) -> {
              boolean odd = Math.rint(sum(records)) % 2 != 0;
              return odd == random.nextDouble() < truth ? 1 : 0;
            }),
        new Guarantee.Pure(epsilon * (1 + 1e-12), adjacency),
        DpEvent.randomizedResponse(truth, adjacency));
  }

  private static double sum(List<Double> records) {
    double sum = 0;
    for (double number : records) {
      sum += number >= 0 ? Math.rint(GRID * Math.min(1, number)) / GRID : 0;
    }
    return sum;
  }

  private static double laplace(double scale, RandomGenerator random) {
    double magnitude = scale * random.nextExponential();
    return random.nextBoolean() ? magnitude : -magnitude;
  }

  /** Rounding is post-processing; without it the lowest bits would tell the sum. */
  private static double onGrid(double value) {
    return Math.rint(GRID * value) / GRID + 0.0;
  }
}
