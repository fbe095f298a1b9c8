package org.assay.verify.audit;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Small mechanisms on one number: correct ones on the boundary of their claim, and broken twins.
 * What they release is rounded to a grid, so that low-order bits betray nothing.
 */
final class Mechanisms {
  static final AdjacencyRelation ADJACENCY = AdjacencyRelation.ADD_OR_REMOVE;
  static final Guarantee PURE = new Guarantee.Pure(1, ADJACENCY);
  static final Guarantee GAUSSIAN = new Guarantee.Gaussian(1, ADJACENCY);

  /**
   * Standard deviation of the analytic Gaussian mechanism at (1, 1e-5), sensitivity 1, rounded up.
   */
  static final double SIGMA = 3.7305;

  private Mechanisms() {}

  record Case(String name, Guarantee claim, Mechanism<Double> mechanism) {
    AuditReport audit(long seed, long maximumRuns) {
      return Auditor.of(claim).seed(seed).maximumRuns(maximumRuns).audit(mechanism, pairs());
    }
  }

  static List<AdjacentPair<Double>> pairs() {
    return List.of(AdjacentPair.of("one record added", 0.0, 1.0, ADJACENCY));
  }

  /** Each meets its claim with equality somewhere. */
  static List<Case> correct() {
    return List.of(
        new Case("Laplace", PURE, laplace(1, 1)),
        new Case("Gaussian", GAUSSIAN, gaussian(1, 1)),
        new Case(
            "Gaussian as zCDP", new Guarantee.ZeroConcentrated(0.5, ADJACENCY), gaussian(1, 1)),
        new Case(
            "Gaussian as (1, 1e-5)",
            new Guarantee.Approximate(1, 1e-5, ADJACENCY),
            gaussian(1, SIGMA)),
        new Case("randomized response", PURE, randomizedResponse(Math.E / (1 + Math.E))),
        new Case(
            "randomized response that tells with probability 0.1",
            new Guarantee.Approximate(1, 0.1, ADJACENCY),
            tellingResponse(0.1)),
        new Case("failure whatever the data", PURE, failing()));
  }

  static List<Case> broken() {
    return List.of(
        new Case("half the noise", PURE, laplace(1, 0.5)),
        new Case("sensitivity for add-remove used for replace-one", GAUSSIAN, gaussian(2, 1)),
        new Case("noise 20% low", GAUSSIAN, gaussian(1, 0.8)),
        new Case("clipping forgotten", GAUSSIAN, gaussian(1e6, 1)),
        new Case("exception on one dataset", PURE, throwing()),
        new Case("NaN survives", PURE, leakingNaN()),
        new Case(
            "twice the sensitivity as zCDP",
            new Guarantee.ZeroConcentrated(0.5, ADJACENCY),
            gaussian(2, 1)),
        new Case("truth too often", PURE, randomizedResponse(0.85)));
  }

  static Mechanism<Double> laplace(double shift, double scale) {
    return Mechanism.ofScalar((d, random) -> onGrid(shift * d + scale * laplace(random)));
  }

  static Mechanism<Double> gaussian(double shift, double sigma) {
    return Mechanism.ofScalar((d, random) -> onGrid(shift * d + sigma * random.nextGaussian()));
  }

  static Mechanism<Double> randomizedResponse(double truth) {
    return (d, random) -> Outcome.of((random.nextDouble() < truth) == (d == 1) ? "yes" : "no");
  }

  private static Mechanism<Double> tellingResponse(double delta) {
    Mechanism<Double> response = randomizedResponse(Math.E / (1 + Math.E));
    return (d, random) ->
        random.nextDouble() < delta ? Outcome.of("it was " + d) : response.run(d, random);
  }

  private static Mechanism<Double> failing() {
    return (d, random) -> {
      throw new IllegalStateException("always");
    };
  }

  static Mechanism<Double> throwing() {
    return (d, random) -> {
      if (d == 0) {
        throw new IllegalArgumentException("empty dataset");
      }
      return Outcome.of(onGrid(d + laplace(random)));
    };
  }

  private static Mechanism<Double> leakingNaN() {
    return Mechanism.ofScalar(
        (d, random) -> d == 1 && random.nextDouble() < 0.634 ? Double.NaN : laplace(random));
  }

  static double onGrid(double value) {
    return Math.rint(value * 0x1p20) * 0x1p-20;
  }

  private static double laplace(RandomGenerator random) {
    double first = random.nextExponential();
    return first - random.nextExponential();
  }
}
