package org.assay.ledger.internal.paperd;

import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * Algorithm 3 word by word with constant slopes, as far as one record can be seen: what is measured
 * of the gradient along that record's slope, ±L0, in the unit of the least noise. In this unit the
 * mean is ±√ρ/2, and everything else depends on m = n√ρ and not on n. What the idle coordinates
 * measure has one law for both neighbours and is not drawn.
 *
 * @param size m
 * @param rho ρ
 * @param spread d ln(m/β)
 * @param norm of the mean gradient, over L0
 * @param mostSteps steps that are looked at
 */
record ListedDescent(double size, double rho, double spread, double norm, int mostSteps) {
  /** Sees one measured gradient after the other. */
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

  /** A function of w_0, …, w_T: their number, and what they moved together. */
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

  /** Another one: what the short movements add up to. */
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
