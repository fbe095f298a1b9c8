package org.assay.ledger.internal.paperd;

import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * Algorithm 3 word by word, with constant slopes, as far as it shows one record. The record's slope
 * is ±L0. What is measured of the gradient along this slope is drawn, in the unit of the least
 * noise. In this unit the mean is ±√ρ/2, and everything else depends on m = n√ρ and not on n.
 * Measurements of the other coordinates have one distribution for both neighbours and are not
 * drawn.
 *
 * @param size m
 * @param rho ρ
 * @param spread d ln(m/β)
 * @param norm norm of the mean gradient, divided by L0
 * @param mostSteps steps that are simulated, at most
 */
record ListedDescent(double size, double rho, double spread, double norm, int mostSteps) {
  /** Receives the measured gradients one after the other. */
  private interface Watch {
    void see(double gradient);
  }

  private void run(double slope, RandomGenerator random, Watch watch) {
    double booked = 0;
    for (int t = 0; t < mostSteps && booked <= 0.5; t++) {
      double measured = norm + random.nextGaussian() / Math.sqrt(size);
      double noise = Math.max(measured * size / (2 * Math.sqrt(spread)), 1);
      watch.see(slope * Math.sqrt(rho) / 2 + noise * random.nextGaussian());
      double scale = size * measured;
      booked += Math.min(spread / (scale * scale), 0.5) + 1 / size;
    }
  }

  /** A function of w_0, …, w_T: the number of iterates, and their total movement. */
  private double[] steps(double slope, RandomGenerator random) {
    double[] seen = new double[2];
    run(
        slope,
        random,
        gradient -> {
          seen[0]++;
          seen[1] += gradient;
        });
    return seen;
  }

  /** Another function of the iterates: the sum of the short movements. */
  private double shortSteps(double slope, RandomGenerator random) {
    double[] sum = new double[1];
    run(slope, random, gradient -> sum[0] += Math.abs(gradient) <= 3 ? gradient : 0);
    return sum[0];
  }

  /** An attack on a zero-concentrated claim by all movements. */
  Experiment<Double> attack(double claimed) {
    return new Experiment<>(
        (slope, random) -> Outcome.of(steps(slope, random)), claim(claimed), pair(0, 1));
  }

  /** An attack by the short movements. */
  Experiment<Double> attackByShortSteps(double claimed) {
    return new Experiment<>(
        (slope, random) -> Outcome.of(shortSteps(slope, random)), claim(claimed), pair(1));
  }

  private static Guarantee claim(double rho) {
    return new Guarantee.ZeroConcentrated(rho, AdjacencyRelation.REPLACE_ONE);
  }

  private static AdjacentPair<Double> pair(double... canary) {
    return AdjacentPair.of(
            "one record of slope L0 = 1 against -1 along the axis that is watched",
            1.0,
            -1.0,
            AdjacencyRelation.REPLACE_ONE)
        .withCanaryDirection(canary);
  }
}
